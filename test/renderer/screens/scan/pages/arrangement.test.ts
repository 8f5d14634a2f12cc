import { describe, expect, test } from 'vitest';
import {
  arrange,
  doubts,
  leftOutPages,
  pageAfter,
  stepTo,
} from '../../../../../src/renderer/screens/scan/pages/arrangement.ts';
import {
  scanPageSchema,
  scanProfileSchema,
  scanSessionSchema,
  type ScanPageView,
  type ScanSessionView,
} from '../../../../../src/shared/scanning.ts';

function page(id: string, changes: Partial<ScanPageView> = {}): ScanPageView {
  return scanPageSchema.parse({
    id,
    leftOut: null,
    widthMm: 210,
    heightMm: 297,
    rotation: 0,
    straighten: 0,
    inkPercent: 5,
    skewDegrees: 0,
    barcodes: [],
    tooLongMm: null,
    cut: false,
    bytes: null,
    version: 0,
    ...changes,
  });
}

function session(documents: readonly (readonly ScanPageView[])[], sent: readonly number[] = []): ScanSessionView {
  return scanSessionSchema.parse({
    id: 's',
    profileId: 'p',
    startedAt: 0,
    scanning: false,
    fault: null,
    notes: [],
    interrupted: false,
    target: {},
    canUndo: false,
    documents: documents.map((pages, index) => ({
      id: `d${index}`,
      name: `letter ${index}`,
      externalId: null,
      role: null,
      pages: pages.map(({ id }) => id),
      sentAt: sent.includes(index) ? 1 : null,
    })),
    pages: Object.fromEntries(documents.flat().map((each) => [each.id, each])),
  });
}

describe('arrangement of a session', () => {
  const separator = page('t', { leftOut: 'separator' });
  const shown = session([
    [page('a'), page('b', { leftOut: 'blank' }), page('x', { leftOut: 'removed' })],
    [separator, page('c'), page('e')],
  ]);
  const arrangement = arrange(shown, undefined);

  test('numbers count paper: blank pages have one, separators and deleted pages have none', () => {
    expect(arrangement.pages.map(({ page: { id }, number }) => [id, number])).toEqual([
      ['a', 1],
      ['b', 2],
      ['c', 3],
      ['e', 4],
    ]);
    expect(arrangement.documents.map(({ kept, separators }) => [kept, separators.length])).toEqual([
      [1, 0],
      [2, 1],
    ]);
  });

  test('what is left out says after which page it lay', () => {
    expect(leftOutPages(shown, arrangement).map(({ page: { id }, after }) => [id, after])).toEqual([
      ['b', 2],
      ['x', 2],
      ['t', 2],
    ]);
  });

  test('a step moves within a document, past deleted pages, and over its edge', () => {
    expect(stepTo(arrangement, 'e', -1)).toEqual({ documentId: 'd1', index: 1 });
    expect(stepTo(arrangement, 'c', 1)).toEqual({ documentId: 'd1', index: 3 });
    expect(stepTo(arrangement, 'c', -1)).toEqual({ documentId: 'd0', index: 3 });
    expect(stepTo(arrangement, 'b', 1)).toEqual({ documentId: 'd1', index: 1 });
    expect(stepTo(arrangement, 'a', -1)).toBeNull();
  });

  test('after pages went the next one is shown, else the one before', () => {
    expect(pageAfter(arrangement, new Set(['b', 'c']))).toBe('e');
    expect(pageAfter(arrangement, new Set(['e']))).toBe('c');
    expect(pageAfter(arrangement, new Set(['a', 'b', 'c', 'e']))).toBeNull();
  });

  test('documents on their way, and those without a page left, are not shown', () => {
    const partly = session([[page('a')], [page('b', { leftOut: 'removed' })], [page('c')]], [0]);
    expect(arrange(partly, undefined).documents.map(({ document }) => document.id)).toEqual(['d2']);
  });

  test('a barcode says why a document begins, where the profile parts by barcodes', () => {
    const profile = scanProfileSchema.parse({ id: 'p', name: 'Post', separation: { by: 'barcode' } });
    const coded = session([[page('a')], [page('b', { barcodes: [{ kind: 'Code128', text: 'LS-1' }] })]]);
    expect(arrange(coded, profile).documents.map(({ barcode }) => barcode)).toEqual([null, 'LS-1']);
    expect(arrange(coded, undefined).documents.map(({ barcode }) => barcode)).toEqual([null, null]);
  });
});

test('doubts are told of pages that will be sent, the gravest first', () => {
  expect(doubts(page('a', { tooLongMm: 42, skewDegrees: -2.6 }))).toEqual(['too-long', 'askew']);
  expect(doubts(page('a', { skewDegrees: -2.6, straighten: 2.6 }))).toEqual([]);
  expect(doubts(page('a', { inkPercent: 0.1 }))).toEqual(['blank']);
  expect(doubts(page('a', { inkPercent: 0.1, leftOut: 'blank' }))).toEqual([]);
});
