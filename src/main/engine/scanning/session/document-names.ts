import { extname } from 'node:path';
import { scanName } from '../../../../shared/scan/scan-name.ts';
import type { ScanProfile } from '../../../../shared/scanning.ts';
import { tellingBarcode, type BarcodeRule } from '../../../../shared/scan/barcode-rules.ts';
import { keptPages, type SessionDocument, type SessionState } from './session-state.ts';

/** A file name without its ending. */
export function stemOf(name: string): string {
  return name.slice(0, name.length - extname(name).length);
}

/** The rule of a session whose profile is gone. */
const anyBarcode: BarcodeRule = { separation: { by: 'none' }, barcodeKind: 'any' };

/** The name of a document without its ending: what a person gave it, else the profile's template, filled as {@link scanName} does. */
export function documentName(state: SessionState, document: SessionDocument, profile: ScanProfile | null): string {
  if (document.name !== null && document.name.trim() !== '') return document.name.trim();
  const [first] = state.edited ?? [];
  if (first !== undefined) {
    const sent = state.documents.filter((each) => keptPages(state, each).length > 0);
    return sent.length === 1 ? stemOf(first.name) : `${stemOf(first.name)} (${sent.indexOf(document) + 1})`;
  }
  const codes = document.pages.map((pageId) => state.pages[pageId]?.look?.barcodes ?? []);
  const rule = profile ?? anyBarcode;
  return scanName(profile?.nameTemplate ?? '{date} {time} {number}', {
    startedAt: new Date(state.startedAt),
    number: state.documents.indexOf(document) + 1,
    barcode: codes.flatMap((page) => tellingBarcode(page, rule) ?? [])[0]?.text ?? '',
    profile: profile?.name ?? '',
  });
}
