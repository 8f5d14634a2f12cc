import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { projectRoot } from '../../tools/run-step.ts';
import { chooseInDialogs, writePdfs } from './support/bring-files.ts';
import { until, type Launched } from './support/launch.ts';
import { inPage, openScreen, shareStation, test } from './support/mailroom-test.ts';

const pictures = join(projectRoot, 'reports/screens');

/** Enlarges the page of a window that is 1280 px wide, and waits until it is laid out so. */
async function zoomTo({ app, page }: Launched, zoom: number): Promise<void> {
  await app.evaluate(({ BrowserWindow }, factor) => {
    BrowserWindow.getAllWindows()[0]?.webContents.setZoomFactor(factor);
  }, zoom);
  await until(page, `Math.abs(innerWidth - 1280 / ${String(zoom)}) < 20`);
}

/** What sticks out of the window to the right or cannot be seen although it is a control of the top bar or the rail. */
function outOfSight(page: Page): Promise<unknown> {
  return inPage(
    page,
    `[...document.querySelectorAll('header button, header input, nav button, footer')]
      .filter((element) => {
        const { left, right, width } = element.getBoundingClientRect();
        return width > 0 && (left < 0 || right > innerWidth + 1);
      })
      .map((element) => element.textContent)
      .concat(document.documentElement.scrollWidth > innerWidth ? ['the page is wider than the window'] : [])`,
  );
}

/** A window that is connected, for what follows but for German. */
const office = shareStation((station) => station.connected());

for (const zoom of [1.25, 1.5]) {
  test(`at ${String(zoom * 100)} % everything of the Intake screen is still within the window`, async () => {
    const { run, station } = office();
    const { app, page } = run;
    const name = `a rather long name of letter ${String(zoom)}, scanned twice.pdf`;
    await chooseInDialogs(app, await writePdfs(station.folder, [name]));
    await page.getByRole('button', { name: 'Add files…' }).first().click();
    await page.getByRole('row', { name }).click();
    await zoomTo(run, zoom);
    await expect.poll(() => outOfSight(page)).toEqual([]);
    await mkdir(pictures, { recursive: true });
    await page.screenshot({ path: join(pictures, `intake-zoom-${String(zoom * 100)}.png`) });
  });
}

/** What does not fit: parts of the top bar outside of it, short search fields, choices in two lines, tables that must be scrolled aside. */
function misfits(page: Page): Promise<unknown> {
  return inPage(
    page,
    `(() => {
      const found = [];
      const say = (what, element) => found.push(what + ': ' + (element.textContent || element.getAttribute('aria-label')));
      for (const header of document.querySelectorAll('#root header')) {
        const around = header.getBoundingClientRect();
        for (const part of header.querySelectorAll('h1, button, input, [role=radio]')) {
          const { top, bottom, right, width } = part.getBoundingClientRect();
          if (width > 1 && (top < around.top - 1 || bottom > around.bottom + 1 || right > innerWidth)) say('outside', part);
        }
        for (const input of header.querySelectorAll('input[type=search], input[type=text]'))
          if (input.placeholder.length > 12 && input.clientWidth < 150) say('short', input.parentElement);
      }
      for (const choice of document.querySelectorAll('[role=radiogroup] [class*=segment], [role=tab]'))
        if (choice.getBoundingClientRect().height > 44) say('two lines', choice);
      for (const table of document.querySelectorAll('[role=grid], [role=treegrid]'))
        if (table.scrollWidth > table.clientWidth + 1) say('scrolls aside', table);
      // The bars of panels have no name, and may take a second line.
      const footer = document.querySelector('footer[aria-label]');
      const ends = [...footer.children].map((child) => child.getBoundingClientRect()).filter(({ width }) => width > 0);
      ends.forEach(({ right }, index) => {
        if (ends[index + 1] !== undefined && right > ends[index + 1].left + 1) found.push('covered in the status bar: ' + index);
      });
      return found;
    })()`,
  );
}

/** What of a list and the status bar can't be told any more: chips that stick out, names without their beginning, words that are cut. */
function untold(page: Page): Promise<unknown> {
  return inPage(
    page,
    `(() => {
      const found = [];
      for (const cell of document.querySelectorAll('[role=gridcell]'))
        for (const part of cell.querySelectorAll('[class*=chip_], [class*=middle_]'))
          if (part.getBoundingClientRect().right > cell.getBoundingClientRect().right + 1) found.push('sticks out: ' + part.textContent);
      for (const head of document.querySelectorAll('[class*=middle_] > [class*=head_]'))
        if (head.clientWidth > 0 && head.clientWidth < Math.min(head.scrollWidth, 24)) found.push('begins nowhere: ' + head.parentElement.textContent);
      for (const word of document.querySelectorAll('footer[aria-label] button > span'))
        if (word.scrollWidth > word.clientWidth + 1) found.push('cut: ' + word.textContent);
      for (const list of document.querySelectorAll('main [role=grid], main [role=treegrid], main [role=listbox]'))
        if (list.getBoundingClientRect().width < 220) found.push('narrow: ' + list.getAttribute('aria-label'));
      return found;
    })()`,
  );
}

test('with high contrast the selected row and the focus are still told apart', async () => {
  const { run, station } = office();
  const { app, page } = run;
  await zoomTo(run, 1);
  await chooseInDialogs(app, await writePdfs(station.folder, ['first.pdf', 'second.pdf']));
  await page.getByRole('button', { name: 'Add files…' }).first().click();
  await page.getByRole('row', { name: /second\.pdf/u }).click();
  await expect(page.getByRole('row', { name: /second\.pdf/u, selected: true })).toBeVisible();
  await expect(page.getByRole('row', { name: /first\.pdf/u, selected: false })).toBeVisible();
  await page.emulateMedia({ forcedColors: 'active' });
  // A row moves when its item gets on, and is in no list for a moment.
  await expect
    .poll(() =>
      inPage(
        page,
        `(() => {
          const looks = ['true', 'false'].flatMap((selected) => {
            const row = document.querySelector('[role=row][aria-selected=' + selected + ']');
            if (row === null) return [];
            const { backgroundColor, outlineStyle, borderLeftWidth, boxShadow } = getComputedStyle(row);
            return [[backgroundColor, outlineStyle, borderLeftWidth, boxShadow].join(' ')];
          });
          return [looks.length, new Set(looks).size];
        })()`,
      ),
    )
    .toEqual([2, 2]);
  await mkdir(pictures, { recursive: true });
  await page.screenshot({ path: join(pictures, 'intake-high-contrast.png') });
});

test.describe('in German', () => {
  const german = shareStation((station) =>
    station.start({ args: ['--practice'], locale: 'de', size: { width: 1280, height: 800 } }),
  );

  for (const zoom of [1, 1.25, 1.5]) {
    test(`in German at ${String(zoom * 100)} % every screen fits into 1280 by 800`, async () => {
      const run = german();
      const { page } = run;
      await openScreen(run, 'intake');
      await expect(page.getByText(/Klärung nötig/u).first()).toBeVisible();
      await zoomTo(run, zoom);
      for (const screen of ['intake', 'scan', 'cases', 'documents', 'exports', 'activity', 'settings']) {
        await openScreen(run, screen);
        await expect.poll(() => misfits(page), screen).toEqual([]);
      }
      const sections = page.getByRole('navigation', { name: 'Einstellungen' }).getByRole('button');
      for (const section of await sections.all()) {
        // Playwright aims beside what is enlarged.
        await section.press('Enter');
        await expect.poll(() => misfits(page)).toEqual([]);
      }
    });
  }

  for (const zoom of [1, 1.5]) {
    test(`at ${String(zoom * 100)} % with details open, names, status and the list itself can still be told`, async () => {
      const run = german();
      const { page } = run;
      await openScreen(run, 'intake');
      await expect(page.getByText(/XML geschrieben/u).first()).toBeVisible();
      await zoomTo(run, zoom);
      await expect.poll(() => untold(page)).toEqual([]);
      for (const screen of ['intake', 'documents', 'exports']) {
        await openScreen(run, screen);
        const table = page.getByRole('main').getByRole(screen === 'intake' ? 'treegrid' : 'grid');
        await table.focus();
        await page.keyboard.press('End');
        await expect(
          page
            .getByRole('main')
            .getByRole('region')
            .filter({ has: page.getByRole('heading') })
            .first(),
        ).toBeVisible();
        await expect(
          page.getByRole('main').locator('[role=grid], [role=treegrid], [role=listbox]').first(),
        ).toBeVisible();
        await expect.poll(() => untold(page), screen).toEqual([]);
      }
    });
  }
});
