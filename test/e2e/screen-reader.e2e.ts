import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { startTestScanner } from '../scanner/test-scanner.ts';
import { dropOn } from './support/bring-files.ts';
import { counter, test } from './support/mailroom-test.ts';
import { scanButton, setUpProfile } from './support/scan-station.ts';
import { startScreenReader, type Spoken } from './support/screen-reader.ts';

const said = (nodes: readonly Spoken[]): readonly string[] => nodes.map(({ role, name }) => `${role}: ${name}`);

test('a screen reader is told of the drop, of the file that needs a person, its reason and the next step', async ({
  station,
}) => {
  const keychain = await station.signIn();
  const reader = await startScreenReader(keychain.env);
  try {
    const { page } = await station.start({
      env: { ...keychain.env, ...reader.env },
      args: ['--practice'],
      chromium: 'own',
    });
    // Its inbox has a file of its own that needs a person.
    await expect(counter(page, 'Needs you', 1)).toBeVisible();
    await expect.poll(reader.heard).toContain('Intake: 1 needs you.');
    const path = join(station.folder, 'letter.pdf');
    await writeFile(path, 'MZ, a program that calls itself a letter');
    await dropOn(page, [path]);
    await expect.poll(() => reader.heard().join('\n')).toContain('1 file taken in');
    await expect.poll(reader.heard).toContain('Intake: 2 need you.');

    const screen = said(await reader.read());
    expect(screen).toContain('heading: Intake');
    expect(screen).toContain('tree table: Items');
    const row = screen.find((each) => each.startsWith('table row:') && each.includes('letter.pdf'));
    expect(row).toMatch(/^table row: PDF letter\.pdf Dropped .* Held /u);

    await page.getByRole('row', { name: /letter\.pdf/u }).click();
    await page.getByRole('treegrid').focus();
    await expect.poll(() => reader.focus()?.name).toMatch(/letter\.pdf/u);
    await page.keyboard.press('Enter');
    const details = said(await reader.read());
    const reason = details.findIndex((each) => /^(?:heading|static): .*Nothing was sent\./u.test(each));
    const step = details.findIndex((each, at) => at > reason && /^push button: (?:Retry|Choose another)/u.test(each));
    expect(reason, details.join('\n')).toBeGreaterThan(-1);
    expect(step, details.join('\n')).toBeGreaterThan(reason);
  } finally {
    await reader.stop();
  }
});

test('a screen reader is told why a scanner stopped and what to do, without being asked', async ({ station }) => {
  const keychain = await station.signIn();
  const reader = await startScreenReader(keychain.env);
  const scanner = await startTestScanner(0);
  try {
    const { page } = await station.start({
      env: { ...keychain.env, ...reader.env },
      args: ['--practice'],
      chromium: 'own',
    });
    await setUpProfile(page, scanner.address, join(station.folder, 'xml'));
    await page.getByRole('button', { name: 'Scan', exact: true }).click();
    await scanButton(page).click();
    await expect.poll(() => reader.heard().join('\n')).toContain('The feeder is empty.');
    expect(reader.heard().join('\n')).toContain('Load paper, then scan again.');
    expect(said(await reader.read())).toContain('push button: Scan again');
  } finally {
    await scanner.close();
    await reader.stop();
  }
});
