import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { projectRoot } from '../../tools/run-step.ts';
import { chooseInDialogs, writePdfs } from './support/bring-files.ts';
import { until } from './support/launch.ts';
import { inPage, test } from './support/mailroom-test.ts';

const pictures = join(projectRoot, 'reports/screens');

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

for (const zoom of [1.25, 1.5]) {
  test(`at ${String(zoom * 100)} % everything of the Intake screen is still within the window`, async ({ station }) => {
    const { app, page } = (await station.connected()).run;
    await chooseInDialogs(app, await writePdfs(station.folder, ['a rather long name of a letter, scanned twice.pdf']));
    await page.getByRole('button', { name: 'Add files…' }).first().click();
    await page.getByRole('row', { name: /letter/u }).click();
    await app.evaluate(({ BrowserWindow }, factor) => {
      BrowserWindow.getAllWindows()[0]?.webContents.setZoomFactor(factor);
    }, zoom);
    await until(page, `innerWidth < 1280 / ${String(zoom)} + 20`);
    await expect.poll(() => outOfSight(page)).toEqual([]);
    await mkdir(pictures, { recursive: true });
    await page.screenshot({ path: join(pictures, `intake-zoom-${String(zoom * 100)}.png`) });
  });
}

test('with high contrast the selected row and the focus are still told apart', async ({ station }) => {
  const { app, page } = (await station.connected()).run;
  await chooseInDialogs(app, await writePdfs(station.folder, ['first.pdf', 'second.pdf']));
  await page.getByRole('button', { name: 'Add files…' }).first().click();
  await page.getByRole('row', { name: /second\.pdf/u }).click();
  await page.emulateMedia({ forcedColors: 'active' });
  const looks = await inPage(
    page,
    `['true', 'false'].map((selected) => {
      const { backgroundColor, outlineStyle, borderLeftWidth, boxShadow } =
        getComputedStyle(document.querySelector('[role=row][aria-selected=' + selected + ']'));
      return [backgroundColor, outlineStyle, borderLeftWidth, boxShadow].join(' ');
    })`,
  );
  expect(looks).toHaveLength(2);
  expect(new Set(Array.isArray(looks) ? looks : []).size).toBe(2);
  await mkdir(pictures, { recursive: true });
  await page.screenshot({ path: join(pictures, 'intake-high-contrast.png') });
});
