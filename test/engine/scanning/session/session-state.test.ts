import { expect, test } from 'vitest';
import { scanProfileSchema, type ScanEdit } from '../../../../src/shared/scanning.ts';
import type { PageLook } from '../../../../src/main/engine/scanning/pages/analysis/page-look.ts';
import { freshPage } from '../../../../src/main/engine/scanning/session/session-folder.ts';
import {
  addPage,
  applyLook,
  editSession,
  emptySession,
  type PagePlace,
  type SessionState,
} from '../../../../src/main/engine/scanning/session/session-state.ts';
import { fc } from '../../../support/property.ts';

type Step =
  | { readonly kind: 'page'; readonly place: PagePlace }
  | { readonly kind: 'look'; readonly pageId: string; readonly look: PageLook }
  | { readonly kind: 'edit'; readonly edit: ScanEdit }
  | { readonly kind: 'send'; readonly documentId: string };

// Few names, so that most steps meet something that is there, and some what is gone or sent.
const pageId = fc.integer({ min: 1, max: 14 }).map((number) => `p${number}`);
const documentId = fc.integer({ min: 1, max: 14 }).map((number) => `d${number}`);
const pageIds = fc.array(pageId, { minLength: 1, maxLength: 4 });

const edit: fc.Arbitrary<ScanEdit> = fc.oneof(
  fc.record({ act: fc.constant('rotate' as const), pageIds, by: fc.constantFrom(90 as const, 180 as const) }),
  fc.record({ act: fc.constant('straighten' as const), pageIds, on: fc.boolean() }),
  fc.record({ act: fc.constant('remove' as const), pageIds }),
  fc.record({ act: fc.constant('keep' as const), pageIds }),
  fc.record({
    act: fc.constant('move' as const),
    pageIds,
    documentId: fc.oneof(documentId, fc.constant('new')),
    index: fc.nat(6),
  }),
  fc.record({ act: fc.constant('split' as const), pageId }),
  fc.record({ act: fc.constant('merge' as const), documentId }),
  fc.record({
    act: fc.constant('crop' as const),
    pageId,
    part: fc.constantFrom(null, { left: 0.1, top: 0.2, width: 0.5, height: 0.6 }),
  }),
  fc.constant({ act: 'target' as const, target: { mode: 'case' as const } }),
  fc.record({ act: fc.constant('describe' as const), documentId, name: fc.constant('Invoice') }),
);

const place: fc.Arbitrary<PagePlace> = fc.oneof(
  fc.constant({ kind: 'end' as const }),
  fc.record({ kind: fc.constantFrom('before' as const, 'after' as const, 'instead' as const), pageId }),
);

const look: fc.Arbitrary<PageLook> = fc.record({
  width: fc.constant(850),
  height: fc.constant(1_100),
  density: fc.constant(100),
  inkPercent: fc.constantFrom(0, 5),
  skewDegrees: fc.constantFrom(null, 1.5),
  barcodes: fc.constantFrom([], [{ kind: 'Code128', text: 'A-1' }]),
  patch: fc.constantFrom(null, 'T' as const),
  inkFrame: fc.constantFrom(null, { left: -0.02, top: 0, width: 1.03, height: 1 }),
});

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('page' as const), place }),
  fc.record({ kind: fc.constant('look' as const), pageId, look }),
  fc.record({ kind: fc.constant('edit' as const), edit }),
  fc.record({ kind: fc.constant('send' as const), documentId }),
);

const profiles = (['none', 'pages', 'blank', 'patch', 'barcode'] as const).map((by) =>
  scanProfileSchema.parse({
    id: by,
    name: by,
    blankBelow: 0.5,
    separation: by === 'pages' ? { by, pages: 2 } : { by },
  }),
);

function applied(state: SessionState, done: Step, profile: (typeof profiles)[number]): SessionState {
  switch (done.kind) {
    case 'page': {
      const number = state.nextNumber;
      const page = freshPage(`page-${number}.png`, 'image/png', 'grey', 100);
      return addPage({ ...state, nextNumber: number + 1 }, `p${number}`, page, done.place);
    }
    case 'look':
      return applyLook(state, done.pageId, done.look, null, profile);
    case 'edit':
      return editSession(state, done.edit);
    case 'send':
      return {
        ...state,
        documents: state.documents.map((each) =>
          each.id === done.documentId && each.sent === null ? { ...each, sent: { at: 1, path: '/sent.pdf' } } : each,
        ),
      };
  }
}

test('whatever comes in and is done: each page is in one document, once; ids are single; what is sent never changes', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), fc.constantFrom(...profiles), (steps, profile) => {
      let state = emptySession('s', profile.id, 0);
      for (const done of steps) {
        const sent = state.documents.filter((each) => each.sent !== null);
        const sentPages = sent.flatMap(({ pages }) => pages).map((id) => [id, state.pages[id]] as const);
        const known = Object.keys(state.pages).length;
        state = applied(state, done, profile);
        const held = state.documents.flatMap(({ pages }) => pages);
        expect([...held].sort()).toEqual(Object.keys(state.pages).sort());
        expect(new Set(held).size).toBe(held.length);
        expect(Object.keys(state.pages)).toHaveLength(known + (done.kind === 'page' ? 1 : 0));
        expect(new Set(state.documents.map(({ id }) => id)).size).toBe(state.documents.length);
        expect(state.documents.every(({ pages }) => pages.length > 0)).toBe(true);
        for (const document of sent) expect(state.documents).toContainEqual(document);
        for (const [id, page] of sentPages) expect(state.pages[id]).toEqual(page);
      }
    }),
    { numRuns: 400 },
  );
});
