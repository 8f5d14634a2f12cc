// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { BulkActs } from '../../../../src/renderer/screens/intake/bulk-acts.tsx';
import type { Choice } from '../../../../src/renderer/screens/intake/use-choice.ts';
import { startTexts } from '../../../../src/renderer/text/index.ts';

afterEach(cleanup);

async function shown(language: 'en' | 'de', choice: Partial<Choice>): Promise<string> {
  await startTexts(language);
  const ids = ['a', 'b'];
  const nothing = (): void => undefined;
  const base = { ids, selected: new Set(ids), total: null, found: null, select: nothing, selectAll: nothing };
  render(<BulkActs choice={{ ...base, possible: new Set(['items.pause', 'items.cancel'] as const), ...choice }} />);
  return document.body.textContent;
}

it('says how many are chosen, and how many there are where not all could be', async () => {
  expect(await shown('en', {})).toContain('2 selected');
  cleanup();
  expect(await shown('en', { total: 2 })).toContain('2 selected');
  cleanup();
  expect(await shown('en', { total: 250_000 })).toContain('2 of 250,000 selected');
  cleanup();
  expect(await shown('de', { total: 250_000 })).toContain('2 von 250.000 gewählt');
});

it('offers nothing to do while all are still being chosen', async () => {
  expect(await shown('en', { found: 3_000, total: 100_000 })).toContain('Selecting: 3,000 of 100,000');
  expect(screen.queryAllByRole('button')).toEqual([]);
  cleanup();
  await shown('en', { total: 100_000 });
  expect(screen.queryAllByRole('button')).toHaveLength(3);
});
