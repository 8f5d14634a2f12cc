import type { Locator, Page } from '@playwright/test';

/** The button that scans, in the top bar. */
export function scanButton(page: Page): Locator {
  return page.locator('header').getByRole('button', { name: 'Scan', exact: true });
}

/** The small pages, in their order. */
export function thumbs(page: Page): Locator {
  return page.getByRole('option', { name: /^Page \d/u });
}

/** Ids of the pages in the order in which they stand; they stay the pages' own wherever these go. */
export async function pageOrder(page: Page): Promise<string> {
  const ids: string[] = [];
  for (const thumb of await thumbs(page).all()) ids.push((await thumb.getAttribute('data-page')) ?? '');
  return ids.join(' ');
}
