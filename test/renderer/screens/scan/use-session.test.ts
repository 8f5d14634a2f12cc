import { expect, it } from 'vitest';
import { withKnownPages } from '../../../../src/renderer/screens/scan/use-session.ts';
import { scanPageSchema, type ScanSessionView } from '../../../../src/shared/scanning.ts';

function session(changes: Readonly<Record<string, number>>): ScanSessionView {
  const pages = ['p1', 'p2', 'p3'].map((id) =>
    scanPageSchema.parse({
      id,
      leftOut: null,
      widthMm: 210,
      heightMm: 297,
      rotation: changes[id] ?? 0,
      straighten: 0,
      inkPercent: 2,
      skewDegrees: null,
      barcodes: [{ kind: 'QRCode', text: id }],
      tooLongMm: null,
      cut: false,
      bytes: 1,
      version: changes[id] ?? 0,
    }),
  );
  return {
    id: 's',
    profileId: 'post',
    startedAt: 0,
    scanning: false,
    importing: null,
    fault: null,
    notes: [],
    interrupted: false,
    target: {},
    documents: [
      { id: 'd', name: 'one', externalId: null, role: null, pages: ['p1', 'p2', 'p3'], sentAt: null, values: {} },
    ],
    pages: Object.fromEntries(pages.map((page) => [page.id, page])),
    canUndo: false,
  };
}

it('keeps the objects of pages that did not change, and those alone', () => {
  const first = withKnownPages(session({}));
  const second = withKnownPages(session({ p2: 90 }));
  expect(second).toEqual(session({ p2: 90 }));
  expect(second.pages['p1']).toBe(first.pages['p1']);
  expect(second.pages['p3']).toBe(first.pages['p3']);
  expect(second.pages['p2']).not.toBe(first.pages['p2']);
});
