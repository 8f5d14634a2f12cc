import type { PaperRule, ScanProfile } from '../../../../shared/scanning.ts';
import { scanProfileSchema } from '../../../../shared/scanning.ts';
import type { PageLook } from '../pages/analysis/page-look.ts';
import { askedBarcodes } from '../../../../shared/scan/barcode-rules.ts';
import { asScanned } from '../pages/page-shape.ts';
import { addPage, applyLook, emptySession, keptPages, type SessionState } from '../session/session-state.ts';

/** A document that was found in a file: its pages by their place in the file (from 0), and what a barcode says of it. */
export interface FoundDocument {
  readonly pages: readonly number[];
  readonly externalId: string | null;
  readonly role: string | null;
  readonly name: string | null;
  /** Texts of its barcodes, those of the kind that the rule asks for. */
  readonly barcodes: readonly string[];
}

/** What was found in a file: documents in order, and the pages (from 0) that belong to none. */
export interface FoundDocuments {
  readonly documents: readonly FoundDocument[];
  readonly leftOut: readonly number[];
}

/** A folder's rule in the words of scanning: pages stay as the device made them. */
function profileOf(rule: PaperRule): ScanProfile {
  return scanProfileSchema.parse({ id: 'paper', name: 'paper', straighten: false, ...rule });
}

const idOf = (index: number): string => `p${index + 1}`;

/** Separates pages, by what was seen on each, as a scanning session would that scanned them in this order. */
export function separatePages(pages: readonly PageLook[], rule: PaperRule): FoundDocuments {
  const profile = profileOf(rule);
  let state: SessionState = emptySession('paper', profile.id, 0);
  const fresh = {
    file: 'page',
    mediaType: 'image/png',
    color: profile.color,
    density: profile.resolution,
    shape: asScanned,
    look: null,
    leftOut: null,
  } as const;
  for (const [index, look] of pages.entries()) {
    state = addPage({ ...state, nextNumber: state.nextNumber + 1 }, idOf(index), fresh, { kind: 'end' });
    state = applyLook(state, idOf(index), look, null, profile);
  }
  const placeOf = new Map(pages.map((_, index) => [idOf(index), index]));
  const places = (ids: readonly string[]): readonly number[] => ids.flatMap((id) => placeOf.get(id) ?? []);
  const documents = state.documents.flatMap((document): readonly FoundDocument[] => {
    const kept = places(keptPages(state, document));
    const { externalId, role, name } = document;
    const barcodes = document.pages.flatMap((id) =>
      askedBarcodes(state.pages[id]?.look?.barcodes ?? [], profile).map(({ text }) => text),
    );
    return kept.length === 0 ? [] : [{ pages: kept, externalId, role, name, barcodes }];
  });
  const used = new Set(documents.flatMap((document) => document.pages));
  return { documents, leftOut: pages.map((_, index) => index).filter((index) => !used.has(index)) };
}
