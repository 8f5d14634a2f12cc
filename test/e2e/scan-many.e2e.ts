import { expect } from '@playwright/test';
import { startTestScanner } from '../scanner/test-scanner.ts';
import { inPage, test } from './support/mailroom-test.ts';
import { scanButton, setUpScanner, thumbs } from './support/scan-station.ts';

const many = 500;

/** Numbers of the pages whose place is drawn now: what is out of sight is neither laid out nor painted. */
const drawn = `[...document.querySelectorAll('[data-page]')].flatMap((thumb, index) =>
  thumb.firstElementChild.checkVisibility({ contentVisibilityAuto: true }) ? [index + 1] : [])`;
/** Numbers of the pages whose picture was asked for. */
const pictured = `[...document.querySelectorAll('[data-page]')].flatMap((thumb, index) =>
  thumb.querySelector('img') === null ? [] : [index + 1])`;

async function numbers(page: Parameters<typeof inPage>[0], expression: string): Promise<readonly number[]> {
  const found: unknown = await inPage(page, expression);
  return Array.isArray(found) ? found.map(Number) : [];
}

test('a session of 500 pages: only what is near is drawn, the keyboard reaches every page and stays there', async ({
  station,
}) => {
  test.setTimeout(600_000);
  const scanner = await startTestScanner(many);
  try {
    const { page, complaints } = await station.start({ args: ['--practice'], size: { width: 1280, height: 800 } });
    // Postcards: how many there are is what matters here, not how large they are.
    await setUpScanner(page, scanner.address, { paper: { widthMm: 105, heightMm: 148 } });
    await page.getByRole('button', { name: 'Scan', exact: true }).click();
    await scanButton(page).click();
    // The page that came last is shown; who takes to a page is not led along those that come.
    const shown = page.getByRole('option', { name: /^Page \d/u, selected: true });
    await expect(shown).toHaveAccessibleName(/^Page (?:[4-9]|\d{2,})\b/u);
    await thumbs(page).first().click();
    await expect(thumbs(page)).toHaveCount(many, { timeout: 300_000 });
    await expect(shown).toHaveAccessibleName(/^Page 1\b/u);
    await expect(page.getByRole('button', { name: 'Send document' })).toBeEnabled({ timeout: 300_000 });

    await thumbs(page).first().click();
    await expect(thumbs(page).first()).toBeFocused();
    await expect.poll(() => numbers(page, pictured)).toContain(1);
    await expect.poll(async () => (await numbers(page, drawn)).length).toBeLessThan(100);
    expect(await numbers(page, drawn)).toContain(1);
    expect(await numbers(page, drawn)).not.toContain(many);

    await page.keyboard.press('End');
    await expect(thumbs(page).last()).toBeFocused();
    await expect(thumbs(page).last()).toBeInViewport();
    await expect(thumbs(page).last()).toHaveAttribute('aria-selected', 'true');
    await expect.poll(() => numbers(page, pictured)).toContain(many);
    await expect.poll(() => numbers(page, drawn)).not.toContain(1);
    // Who jumps past hundreds of pages asks for the pictures of none of them.
    expect((await numbers(page, pictured)).filter((number) => number > 150 && number < 350)).toEqual([]);

    await page.keyboard.press('ArrowLeft');
    await expect(thumbs(page).nth(many - 2)).toBeFocused();
    await thumbs(page)
      .nth(many - 2)
      .hover();
    for (let turn = 0; turn < 20; turn += 1) await page.mouse.wheel(0, -1_500);
    await expect.poll(async () => Math.min(...(await numbers(page, drawn)))).toBeLessThan(many - 60);
    // Scrolling with the wheel leaves the keyboard where it was; the next key brings it back into sight.
    await expect(thumbs(page).nth(many - 2)).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await expect(thumbs(page).last()).toBeFocused();
    await expect(thumbs(page).last()).toBeInViewport();
    await page.keyboard.press('Home');
    await expect(thumbs(page).first()).toBeFocused();
    await expect(thumbs(page).first()).toBeInViewport();
    expect(complaints).toEqual([]);
  } finally {
    await scanner.close();
  }
});
