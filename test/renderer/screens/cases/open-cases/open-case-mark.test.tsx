import { cleanup, render } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { OpenCaseMark } from '../../../../../src/renderer/screens/cases/open-cases/open-case-mark.tsx';
import { startTexts } from '../../../../../src/renderer/text/index.ts';
import { openCaseOf } from './open-case.ts';

beforeAll(() => startTexts('en'));
afterEach(cleanup);

function marked(fields: object): string | null {
  return render(<OpenCaseMark openCase={openCaseOf(fields)} />).container.textContent;
}

it.each([
  ['7_b.pdf', 'Complete, still waiting for 7_b.pdf'],
  ['', 'Complete, folder still being searched'],
])('a complete case that waits for a file on its way says for which: %j', (awaited, words) => {
  expect(marked({ awaited })).toBe(words);
});

it('a complete case that waits for nothing says no more', () => {
  expect(marked({})).toBe('Complete');
});
