import { scanName } from '../../../../shared/scan/scan-name.ts';
import type { ScanProfile } from '../../../../shared/scanning.ts';
import { askedBarcodes, tellingBarcode, type BarcodeRule } from '../../../../shared/scan/barcode-rules.ts';
import { withDefaults } from '../../fields/field-defaults.ts';
import { stemOf } from '../../platform/names/paths.ts';
import { keptPages, type SessionDocument, type SessionState } from './session-state.ts';

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

/** The values of the profile's fields that go along with a document, by their keys: what a person filled in, else what they begin with. */
export function documentValues(
  state: SessionState,
  document: SessionDocument,
  profile: ScanProfile | null,
): Readonly<Record<string, string>> {
  const { fields } = profile ?? {};
  if (profile === null || fields === undefined) return {};
  const { values = {} } = document;
  const barcodes = document.pages.flatMap((pageId) =>
    askedBarcodes(state.pages[pageId]?.look?.barcodes ?? [], profile).map(({ text }) => text),
  );
  const name = `${documentName(state, document, profile)}.pdf`;
  const all = withDefaults(fields, values, { name, barcodes }) ?? {};
  const kept = Object.entries(all).filter(([key, value]) => values[key] !== '' && value !== '');
  return Object.fromEntries(kept.map(([key, value]) => [key, String(value)]));
}
