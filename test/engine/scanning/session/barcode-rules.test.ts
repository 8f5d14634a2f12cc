import { expect, test } from 'vitest';
import { scanProfileSchema, type ScanProfile } from '../../../../src/shared/scanning.ts';
import type { PageLook } from '../../../../src/main/engine/scanning/pages/analysis/page-look.ts';
import { documentName } from '../../../../src/main/engine/scanning/session/document-names.ts';
import { freshPage } from '../../../../src/main/engine/scanning/session/session-folder.ts';
import { addPage, applyLook, emptySession } from '../../../../src/main/engine/scanning/session/session-state.ts';

const sticker = { kind: 'Code128', text: 'RE-1' };
const payment = { kind: 'QRCode', text: 'BCD 002 SCT' };
const second = { kind: 'Code128', text: 'RE-2' };

/** The documents that pages with these barcodes become: how many pages, and what the barcodes say of them. */
function documentsOf(
  rule: Partial<Record<keyof ScanProfile, unknown>>,
  codes: readonly PageLook['barcodes'][],
  patches: readonly PageLook['patch'][] = [],
): readonly (readonly [pages: number, externalId: string | null, role: string | null, name: string])[] {
  const profile = scanProfileSchema.parse({ id: 'post', name: 'Post', nameTemplate: '{barcode}!', ...rule });
  let state = emptySession('s', 'post', 0);
  codes.forEach((barcodes, index) => {
    const id = `p${index}`;
    const page = freshPage(`${id}.png`, 'image/png', 'grey', 100);
    state = addPage({ ...state, nextNumber: state.nextNumber + 1 }, id, page, { kind: 'end' });
    const look = {
      width: 850,
      height: 1_100,
      density: 100,
      inkPercent: 5,
      skewDegrees: null,
      barcodes,
      patch: patches[index] ?? null,
      inkFrame: null,
    };
    state = applyLook(state, id, look, null, profile);
  });
  return state.documents.map((each) => [
    each.pages.length,
    each.externalId,
    each.role,
    documentName(state, each, profile),
  ]);
}

test('only the kind that was chosen separates: a code for paying on page 2 begins no document', () => {
  const pages = [[sticker], [payment], [second]];
  expect(documentsOf({ separation: { by: 'barcode' } }, pages)).toHaveLength(3);
  expect(documentsOf({ separation: { by: 'barcode', kind: 'code-128' } }, pages).map(([count]) => count)).toEqual([
    2, 1,
  ]);
  expect(documentsOf({ separation: { by: 'barcode', kind: 'qr-code' } }, pages).map(([count]) => count)).toEqual([
    1, 2,
  ]);
});

test('one kind separates, another gives the role', () => {
  const rule = { separation: { by: 'barcode', kind: 'code-128' }, barcodeTo: 'role', barcodeKind: 'qr-code' };
  const attachment = { kind: 'QRCode', text: 'attachment' };
  expect(documentsOf(rule, [[sticker, payment], [], [second], [attachment]])).toEqual([
    [2, null, 'BCD 002 SCT', 'BCD 002 SCT!'],
    [2, null, 'attachment', 'attachment!'],
  ]);
});

test('a kind that nobody asked for gives no external id', () => {
  expect(documentsOf({ barcodeKind: 'code-39' }, [[sticker], [payment]])).toEqual([[2, null, null, '!']]);
  expect(documentsOf({ barcodeKind: 'qr-code' }, [[sticker], [payment]])).toEqual([
    [2, 'BCD 002 SCT', null, 'BCD 002 SCT!'],
  ]);
});

test('where several codes on a page could give the external id, the one that began the document does', () => {
  const rule = { separation: { by: 'barcode', startsWith: 'RE-' } };
  expect(documentsOf(rule, [[payment, sticker]])).toEqual([[1, 'RE-1', null, 'RE-1!']]);
});

test.each(['QRCode', 'Code128', 'Code39'])(
  'the text of a separator sheet (%s) separates by itself, and is never what a document is called',
  (kind) => {
    const sheet = { kind, text: 'PATCHT' };
    const pages = [[sticker], [sheet], [second], []];
    for (const separation of [{ by: 'patch' }, { by: 'barcode', startsWith: 'RE-' }]) {
      expect(documentsOf({ separation }, pages).map(([, id]) => id)).toEqual(['RE-1', 'RE-2']);
    }
    expect(documentsOf({ separation: { by: 'none' } }, [[sheet]])).toEqual([[1, null, null, '!']]);
  },
);

test('stickers and the bars of patch sheets hold together in one rule', () => {
  const pages = [[sticker], [], [], [], [second], []];
  const bars = [null, null, 'T', null, null, null] as const;
  const rule = { separation: { by: 'barcode', startsWith: 'RE-', patch: true } };
  // The sheet begins a document and is left out; the sticker behind it begins another.
  expect(documentsOf(rule, pages, bars).map(([, id]) => id)).toEqual(['RE-1', null, 'RE-2']);
  const without = { separation: { by: 'barcode', startsWith: 'RE-' } };
  expect(documentsOf(without, pages, bars).map(([, id]) => id)).toEqual(['RE-1', 'RE-2']);
});
