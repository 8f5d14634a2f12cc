import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { startHabitScanner } from '../scanner/habit-scanner.ts';
import { startTestScanner, type TestScanner } from '../scanner/test-scanner.ts';
import type { Launched } from './support/launch.ts';
import { test } from './support/mailroom-test.ts';
import { scanButton, setUpProfile, thumbs } from './support/scan-station.ts';
import { expectUsable } from './support/usable.ts';

const nowhere = 'http://scanner.invalid/eSCL';
/** Discard: nothing answers there. */
const silent = 'http://127.0.0.1:9/eSCL';

/** What may stop a scanner: how it is brought about, what is said, what is to be done, and the button for it. */
const faults: readonly {
  readonly name: string;
  readonly address?: string;
  readonly begin?: (scanner: TestScanner) => void;
  readonly reason: string;
  readonly nextStep: string;
  readonly act: string;
}[] = [
  {
    name: 'an empty feeder',
    reason: 'The feeder is empty.',
    nextStep: 'Load paper, then scan again.',
    act: 'Scan again',
  },
  {
    name: 'a busy scanner',
    begin(scanner) {
      scanner.lay(1);
      scanner.trouble({ kind: 'busy', afterPages: 0 });
    },
    reason: 'The scanner is busy.',
    nextStep: 'Wait until it is free, then scan again.',
    act: 'Scan again',
  },
  {
    name: 'a jam',
    begin: (scanner) => scanner.trouble({ kind: 'jam', afterPages: 0 }),
    reason: 'Paper is jammed in the scanner.',
    nextStep: 'Clear the paper path, load the rest and continue scanning.',
    act: 'Continue scanning',
  },
  {
    name: 'an open cover',
    begin: (scanner) => scanner.trouble({ kind: 'cover-open', afterPages: 0 }),
    reason: 'A cover of the scanner is open.',
    nextStep: 'Close it, then scan again.',
    act: 'Scan again',
  },
  {
    name: 'one that is off',
    address: silent,
    reason: 'The scanner does not answer: it is off or asleep.',
    nextStep: 'Switch it on, then scan again.',
    act: 'Scan again',
  },
  {
    name: 'one out of reach',
    address: nowhere,
    reason: 'The scanner is out of reach',
    nextStep: 'Check its cable, the network and its address.',
    act: 'Scan again',
  },
];

/** Presses F9: its command in the menu, which every host has. */
async function pressF9({ app }: Pick<Launched, 'app'>): Promise<void> {
  await app.evaluate(({ Menu }) => {
    Menu.getApplicationMenu()?.getMenuItemById('scan')?.click();
  });
}

async function openMore(page: Page): Promise<void> {
  await page.locator('header').getByRole('button', { name: 'More', exact: true }).click();
}

test('each thing that stops a scanner is said with its next step, and scanning goes on once it is put right', async ({
  station,
}) => {
  const scanner = await startTestScanner(0);
  const xml = join(station.folder, 'xml');
  try {
    const { page } = await station.start({ args: ['--practice'] });
    await setUpProfile(page, scanner.address, xml);
    await page.getByRole('button', { name: 'Scan', exact: true }).click();
    const banner = page.getByRole('region', { name: 'Scanning stopped' });
    for (const { name, address = scanner.address, begin, reason, nextStep, act } of faults) {
      await test.step(name, async () => {
        scanner.trouble(null);
        begin?.(scanner);
        await setUpProfile(page, address, xml);
        await scanButton(page).click();
        // An alert is read aloud when it comes.
        await expect(page.getByRole('alert').filter({ has: banner })).toContainText(reason);
        await expect(banner).toContainText(nextStep);
        await expect(banner.getByRole('button', { name: act })).toBeVisible();
      });
    }
    await expectUsable(page);
    scanner.trouble(null);
    await setUpProfile(page, scanner.address, xml);
    await banner.getByRole('button', { name: 'Scan again' }).click();
    await expect(thumbs(page)).toHaveCount(1);
    await expect(banner).toHaveCount(0);
  } finally {
    await scanner.close();
  }
});

test('F9 scans from any screen, not behind an open question; Esc and Stop end a run and keep what came; a separator sheet is saved', async ({
  station,
}) => {
  const scanner = await startTestScanner(400);
  try {
    const run = await station.start({ args: ['--practice'] });
    const { app, page } = run;
    await setUpProfile(page, scanner.address, join(station.folder, 'xml'));
    await page.getByRole('button', { name: 'Settings', exact: true }).click();
    await page.getByRole('navigation', { name: 'Settings' }).getByRole('button', { name: 'Scanners' }).click();
    await page.getByRole('button', { name: 'Remove profile…' }).click();
    const question = page.getByRole('alertdialog');
    await expect(question).toBeVisible();
    await pressF9(run);
    // What comes after it from the menu was heard by the window: F9 before it was, too.
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(question).toHaveCount(0);
    await expect(page.getByRole('row', { name: /Incoming post/u })).toBeVisible();
    expect(scanner.jobs).toHaveLength(0);

    await pressF9(run);
    await expect(page.getByRole('heading', { name: 'Scan', level: 1 })).toBeVisible();
    await expect(page.getByRole('option', { name: /^Page 3/u })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(scanButton(page)).toBeVisible();
    expect(scanner.sheets()).toBeGreaterThan(0);
    expect(scanner.cancelled).toHaveLength(1);
    await expect(page.getByRole('region', { name: 'Scanning stopped' })).toHaveCount(0);
    const kept = await thumbs(page).count();
    expect(kept).toBeGreaterThanOrEqual(3);

    await scanButton(page).click();
    await expect(page.getByRole('option', { name: new RegExp(`^Page ${kept + 1}`, 'u') })).toBeVisible();
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await expect(scanButton(page)).toBeVisible();
    expect(await thumbs(page).count()).toBeGreaterThan(kept);
    expect(scanner.cancelled).toHaveLength(2);
    await expect(page.getByRole('button', { name: 'Send document' })).toBeEnabled();

    const sheet = join(station.folder, 'separator.pdf');
    await app.evaluate(({ dialog }, filePath) => {
      dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath });
    }, sheet);
    await openMore(page);
    await page.getByRole('menuitem', { name: 'Separator sheet…' }).click();
    await expect(page.getByText('Separator sheet saved')).toBeVisible();
    const pdf = await getDocument({ data: new Uint8Array(await readFile(sheet)), useSystemFonts: true }).promise;
    expect(pdf.numPages).toBe(1);
    const { items } = await (await pdf.getPage(1)).getTextContent();
    expect(items.map((item) => ('str' in item ? item.str : '')).join(' ')).toMatch(/separator/iu);
    await pdf.destroy();
  } finally {
    await scanner.close();
  }
});

test('a scanner without common encryption is asked without it once a person says so; what a run did otherwise stands beside its pages', async ({
  station,
}) => {
  const scanner = await startHabitScanner({ modes: ['RGB24'], resolutions: [200] }, 1);
  try {
    const { page } = await station.start({ args: ['--practice'] });
    await setUpProfile(page, scanner.address.replace('http:', 'https:'), join(station.folder, 'xml'));
    await page.getByRole('button', { name: 'Scan', exact: true }).click();
    await scanButton(page).click();
    const banner = page.getByRole('region', { name: 'Scanning stopped' });
    await expect(banner).toContainText('it does not speak https there');
    expect(scanner.jobs).toHaveLength(0);
    await banner.getByRole('button', { name: 'Scan without encryption' }).click();
    await expect(thumbs(page)).toHaveCount(1);
    const notes = page.getByRole('status').filter({ has: page.getByRole('heading', { name: 'About this scan' }) });
    await expect(notes.getByRole('listitem')).toHaveText([
      'The scanner does not scan in grey: scanned in colour, made grey by Mailroom.',
      'The scanner does not scan with 100 dpi: scanned with 200 dpi, made smaller by Mailroom.',
    ]);
    await expectUsable(page);
  } finally {
    await scanner.close();
  }
});

// In English the tests of what can be done with pages look at it.
test('the Scan screen with pages is usable by everybody in German, in both themes', async ({ station }) => {
  const scanner = await startTestScanner(2);
  try {
    const { app, page } = await station.start({ args: ['--practice'], locale: 'de' });
    await setUpProfile(page, scanner.address, join(station.folder, 'xml'));
    await pressF9({ app });
    await expect(page.getByText('Größe als PDF')).toBeVisible();
    for (const theme of ['light', 'dark'] as const) {
      await app.evaluate(({ nativeTheme }, source) => {
        nativeTheme.themeSource = source;
      }, theme);
      await expectUsable(page);
    }
  } finally {
    await scanner.close();
  }
});
