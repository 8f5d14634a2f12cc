import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { startTestScanner, type TestScanner } from '../scanner/test-scanner.ts';
import { projectRoot } from '../../tools/run-step.ts';
import { launchMailroom, type Launched } from './support/launch.ts';
import { writePdfs } from './support/bring-files.ts';
import { inPage, openScreen, projectId, setSetting } from './support/mailroom-test.ts';
import { scanAll, setUpScanner, thumbs } from './support/scan-station.ts';
import { expectUsable } from './support/usable.ts';

/** A screen of the rail, by its name in settings of menus, and what shows that it has something to show. */
const screens = [
  { name: 'intake', filled: (page: Page) => openLastRow(page, 'treegrid') },
  { name: 'scan', filled: showFirstPage },
  { name: 'cases', filled: openFirstCase },
  { name: 'documents', filled: (page: Page) => openLastRow(page, 'grid') },
  { name: 'exports', filled: (page: Page) => expect(rows(page, 'grid').first()).toBeVisible() },
  { name: 'activity', filled: (page: Page) => expect(page.locator('main canvas').first()).toBeVisible() },
  { name: 'settings', filled: (page: Page) => expect(page.getByRole('main')).not.toBeEmpty() },
] as const;

const looks = [
  { theme: 'light', language: 'en' },
  { theme: 'dark', language: 'en' },
  { theme: 'light', language: 'de' },
  { theme: 'dark', language: 'de' },
] as const;

/**
 * Sizes of the window in which each screen is looked at, with how much larger all of it is: all three where somebody asks for them
 * (MAILROOM_SIZES=1), else the first. That one stands in the documentation.
 */
const sizes = [
  { width: 1280, height: 800, zoom: 1 },
  { width: 1920, height: 1080, zoom: 1 },
  { width: 1280, height: 800, zoom: 1.5 },
].slice(0, process.env['MAILROOM_SIZES'] === '1' ? 3 : 1);

/** Pictures for the documentation are only written anew where somebody asks for them: they differ in every run. */
const pictures = join(projectRoot, process.env['MAILROOM_SCREENS'] === '1' ? 'docs/screens' : 'reports/screens');

const rows = (page: Page, table: 'grid' | 'treegrid'): ReturnType<Page['locator']> =>
  page
    .getByRole(table)
    .getByRole('row')
    .filter({ has: page.getByRole('gridcell').nth(2) });

/** Chooses the row at the end, whose document is processed, and waits for its page beside the data. */
async function openLastRow(page: Page, table: 'grid' | 'treegrid'): Promise<void> {
  // Other kinds of files have no page to show, and rows come while one looks: a PDF that is done.
  const filled = rows(page, table);
  await (table === 'treegrid' ? filled.filter({ hasText: /-\d+\.pdf.*XML /u }).first() : filled.last()).click();
  await expect(page.locator('main canvas, main img, main [role=img]').first()).toBeVisible();
}

/** Shows the first of the pages that were scanned, and waits for the pictures in sight. */
async function showFirstPage(page: Page): Promise<void> {
  const [first] = await page.locator('[data-page]').all();
  await first?.click();
  await expect(page.locator('main [role=img], main img').first()).toBeVisible();
}

/** Opens the case that waits for a delivery note, with a loose file beside it. */
async function openFirstCase(page: Page): Promise<void> {
  await page.getByRole('region', { name: '4711', exact: true }).click();
  await expect(page.getByRole('option', { name: /Lieferschein/u })).toBeVisible();
}

/** Watches a folder of cases besides those of the practice service. */
async function watchCases(page: Page, cases: string): Promise<void> {
  await writePdfs(cases, ['4711/Rechnung Dahlke.pdf', '4712/Rechnung Nordwind.pdf', 'Lieferschein 88.pdf']);
  const roles = ['invoice', 'deliveryNote'];
  const rule = { connectionId: 'practice', projectId, mode: 'case', case: { by: 'folder', roles, required: roles } };
  const added = { id: 'cases', name: 'Cases', folder: cases, rescanMs: 500, rule };
  const watched = await inPage(
    page,
    `(async () => {
      const { hotFolders } = (await mailroom.desktop({ name: 'settings.get' })).value.settings;
      const value = [...hotFolders, ${JSON.stringify(added)}];
      const { ok, fault } = await mailroom.desktop({ name: 'settings.set', path: 'hotFolders', value });
      return ok || fault;
    })()`,
  );
  expect(watched).toBe(true);
}

let folder: string;
let run: Launched;
let scanner: TestScanner;
test.beforeAll(async () => {
  await mkdir(pictures, { recursive: true });
  folder = await mkdtemp(join(tmpdir(), 'mailroom-screens-'));
  run = await launchMailroom({
    dataDirectory: join(folder, 'data'),
    args: ['--practice'],
    size: { width: 1280, height: 800 },
  });
  // Something for every screen: processed ones with XML, and one that waits for a person.
  const summary = `mailroom.query({ name: 'items.summary', doneSince: 0 }).then(({ value }) => value.done >= 5 && value.needsYou >= 1)`;
  await expect.poll(() => inPage(run.page, summary), { timeout: 60_000, intervals: [500] }).toBe(true);
  await watchCases(run.page, join(folder, 'cases'));
  scanner = await startTestScanner(6);
  await setUpScanner(run.page, scanner.address);
  await scanAll(run.page, 6);
  await thumbs(run.page).nth(3).click();
  await run.page.getByRole('button', { name: 'Split here' }).click();
  await expect(run.page.getByRole('heading', { name: '2 documents' })).toBeVisible();
  // Settings that change start the engine anew; a picture on its way would have to be asked for again.
  const drawn = `[...document.querySelectorAll('main img')].map(({ complete, naturalWidth }) => complete && naturalWidth > 0)`;
  await expect
    .poll(async () => {
      const pictures: unknown = await inPage(run.page, drawn);
      return Array.isArray(pictures) && pictures.length >= 3 && pictures.every((each) => each === true);
    })
    .toBe(true);
});
test.afterAll(async () => {
  await run.kill();
  await scanner.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 10 });
});

/** Gives the window a size and enlarges what is in it, and waits until it is laid out so. */
async function showAs(size: { readonly width: number; readonly height: number }, zoom: number): Promise<void> {
  const wide = `Math.abs(innerWidth - ${String(size.width / zoom)}) < 20`;
  // A window manager that is busy with the size before passes over the next one, and over the same one asked for again.
  let tries = 0;
  await expect
    .poll(async () => {
      tries += 1;
      await run.app.evaluate(
        ({ BrowserWindow }, wanted) => {
          const [window] = BrowserWindow.getAllWindows();
          window?.setBounds({ x: 0, y: 0, width: wanted.width, height: wanted.height });
          window?.webContents.setZoomFactor(wanted.zoom);
        },
        { width: size.width - (tries % 2), height: size.height, zoom },
      );
      return inPage(run.page, wide);
    })
    .toBe(true);
  // What is drawn by the size of its place follows with the next frames.
  await inPage(run.page, `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))`);
}

/** Waits until each page and chart in sight has been drawn: a canvas is there before anything stands on it. */
async function expectDrawn(page: Page): Promise<void> {
  const bare = `[...document.querySelectorAll('main canvas')].filter((each) => {
    const { data } = each.getContext('2d').getImageData(0, 0, each.width, each.height);
    return new Set(new Uint32Array(data.buffer)).size < 3;
  }).length`;
  await expect.poll(() => inPage(page, bare)).toBe(0);
}

test('the rail leads to the screens that are tried here, and to no other', async () => {
  const { page } = run;
  const entries = await page.getByRole('navigation').getByRole('button').count();
  expect(entries).toBe(screens.length);
});

for (const { theme, language } of looks) {
  test.describe(`${theme}, ${language}`, () => {
    test.beforeAll(async () => {
      await setSetting(run.page, 'window.theme', theme);
      await setSetting(run.page, 'language', language);
      await expect(run.page.locator('html')).toHaveAttribute('lang', language);
    });
    for (const { name, filled } of screens) {
      test(`${name} can be used by everybody`, async () => {
        const { page } = run;
        await openScreen(run, name);
        await filled(page);
        for (const [index, { width, height, zoom }] of sizes.entries()) {
          if (index > 0) await showAs({ width, height }, zoom);
          const picture = `${name}-${theme}${language === 'en' ? '' : `-${language}`}`;
          const size = `-${String(width)}${zoom === 1 ? '' : `-${String(zoom * 100)}`}`;
          const path = index === 0 ? join(pictures, picture) : join(projectRoot, 'reports/screens', picture + size);
          await expectDrawn(page);
          await page.screenshot({ path: `${path}.png` });
        }
        if (sizes.length > 1) await showAs({ width: 1280, height: 800 }, 1);
        await expectUsable(page);
        expect(run.complaints).toEqual([]);
      });
    }
  });
}
