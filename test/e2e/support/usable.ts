import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';

/** Every rule of WCAG 2.2 AA and best practice but one, which is experimental and takes the value of a select for its label. */
const options = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  rules: { 'label-content-name-mismatch': { enabled: false } },
  resultTypes: ['violations'],
};

/** Expects that what the page shows can be used by everybody, as far as axe can tell. */
export async function expectUsable(page: Page): Promise<void> {
  // Read once for all looks at a page: reading it costs three times as much as a look.
  if ((await page.evaluate<unknown>('typeof axe')) === 'undefined') await page.evaluate(axe.source);
  // Colours that still change from one theme to the next are nobody's.
  const violations = await page.evaluate<unknown>(
    `Promise.allSettled(document.getAnimations().filter((each) => each instanceof CSSTransition).map(({ finished }) => finished))
      .then(() => axe.run(document, ${JSON.stringify(options)}))
      .then(({ violations }) => violations.map(({ id, nodes }) =>
        id + ': ' + nodes.map(({ html, target }) => String(target) + ' ' + html).join(' | ')))`,
  );
  expect(violations).toEqual([]);
}
