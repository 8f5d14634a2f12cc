import type { ScanProfile } from '../../../../../shared/scanning.ts';
import { scanName } from '../../../../../shared/scan-name.ts';
import type { SessionDocument, SessionState } from './session-state.ts';

/** The name of a document without its ending: what a person gave it, else the profile's template, filled as {@link scanName} does. */
export function documentName(state: SessionState, document: SessionDocument, profile: ScanProfile | null): string {
  if (document.name !== null && document.name.trim() !== '') return document.name.trim();
  return scanName(profile?.nameTemplate ?? '{date} {time} {number}', {
    startedAt: new Date(state.startedAt),
    number: state.documents.indexOf(document) + 1,
    barcode: document.pages.flatMap((pageId) => state.pages[pageId]?.look?.barcodes ?? [])[0]?.text ?? '',
    profile: profile?.name ?? '',
  });
}
