import type { ScanProfile } from '../../../../../shared/scanning.ts';
import { tellingBarcode, type BarcodeRule } from './barcode-rules.ts';
import type { SessionDocument, SessionState } from './session-state.ts';

/** The rule of a session whose profile is gone. */
const anyBarcode: BarcodeRule = { separation: { by: 'none' }, barcodeKind: 'any' };

/** Two digits. */
function two(value: number): string {
  return String(value).padStart(2, '0');
}

/**
 * The name of a document without its ending: what a person gave it, else the profile's template. {date} 2026-11-28, {time} 14-05
 * (local time of the session's start), {number} its place in the session, {barcode} its first barcode, {profile} the profile's name.
 */
export function documentName(state: SessionState, document: SessionDocument, profile: ScanProfile | null): string {
  if (document.name !== null && document.name.trim() !== '') return document.name.trim();
  const at = new Date(state.startedAt);
  const codes = document.pages.map((pageId) => state.pages[pageId]?.look?.barcodes ?? []);
  const rule = profile ?? anyBarcode;
  const barcode = codes.flatMap((page) => tellingBarcode(page, rule) ?? [])[0]?.text ?? '';
  const values: Readonly<Record<string, string>> = {
    date: `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`,
    time: `${two(at.getHours())}-${two(at.getMinutes())}`,
    number: String(state.documents.indexOf(document) + 1),
    barcode,
    profile: profile?.name ?? '',
  };
  const template = profile?.nameTemplate ?? '{date} {time} {number}';
  const name = template.replace(/\{(\w+)\}/g, (whole, key: string) => values[key] ?? whole);
  const tidy = name.replace(/\s+/g, ' ').trim();
  return tidy === '' ? `${values['date'] ?? ''} ${values['number'] ?? ''}` : tidy;
}
