import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Expects that what the page shows can be used by everybody, as far as axe can tell (WCAG 2.2 AA and best practice). */
export async function expectUsable(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    // Without this it opens a page of its own, which an app does not have.
    .setLegacyMode(true)
    // Experimental: it takes the value of a select for its label.
    .disableRules(['label-content-name-mismatch'])
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  expect(
    violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html, target }) => `${String(target)} ${html}`).join(' | ')}`,
    ),
  ).toEqual([]);
}
