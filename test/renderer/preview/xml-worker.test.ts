import { afterAll, expect, test, vi } from 'vitest';
import type { XmlAsk, XmlTell } from '../../../src/renderer/preview/xml-messages.ts';

const told: XmlTell[] = [];
let ask: (asked: XmlAsk) => void = () => undefined;
vi.stubGlobal('postMessage', (message: XmlTell) => told.push(message));
vi.stubGlobal('addEventListener', (_: string, listener: (event: { readonly data: XmlAsk }) => void) => {
  ask = (asked) => listener({ data: asked });
});
afterAll(() => vi.unstubAllGlobals());
await import('../../../src/renderer/preview/xml-worker.ts');

test('a search tells how many lines have the words, and shows each of them, folded or not', () => {
  ask({ kind: 'part', bytes: new TextEncoder().encode(`<a>${'<b><c>1</c></b>'.repeat(7_026)}</a>`) });
  ask({ kind: 'whole' });
  ask({ kind: 'fold-all', folds: true });
  told.length = 0;
  ask({ kind: 'find', words: '1' });
  // Nothing grows with the places: the window gets one number, and the line to show.
  expect(told).toEqual([
    { kind: 'found', count: 7_026 },
    { kind: 'count', rows: 7_030 },
    { kind: 'at', row: 2, line: 2 },
  ]);
  ask({ kind: 'show', place: 7_025 });
  expect(told.at(-1)).toEqual({ kind: 'at', row: 7_029, line: 3 * 7_025 + 2 });
});

test('a search that finds nothing shows nothing', () => {
  told.length = 0;
  ask({ kind: 'find', words: 'Rechnung' });
  expect(told).toEqual([{ kind: 'found', count: 0 }]);
});
