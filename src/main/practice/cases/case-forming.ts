import type { DocumentFile } from '../documents/document-store.ts';

/** One file of a batch, by id and name. */
export interface BatchFile {
  readonly id: string;
  readonly name: string;
  readonly contentType: string;
}

const extensionPattern = /\.(?:pdf|jpe?g|png|tiff?|xml|json|docx|pptx|xlsx|csv|html?)$/;
const copyPattern = /\s*\(\d+\)$/;
const companionPattern =
  /[\s._-]+(?:attachment|annex|appendix|anlage|anhang|annexe|delivery[\s_-]?note|lieferschein|terms|agb|data|meta)[\s._-]*\d*$/;
const leadingNumber = /^(\d{3,})(?=[\s._-]+[a-z]|$)/;
const calendarDay = /^(?:19|20)\d{6}$|^(?:19|20)\d{2}$/;

/**
 * What files of one case have in common: the number that their names begin with (three digits or more, not a year or a day), else the
 * name without extensions (so that `a.pdf` and `a.pdf.json` are together), copy marks such as ` (2)` and words such as `-attachment`.
 */
export function groupKey(name: string): string {
  let stem = name
    .normalize('NFC')
    .toLowerCase()
    .replace(/^.*[\\/]/, '');
  for (;;) {
    const shorter = stem.replace(extensionPattern, '').replace(copyPattern, '').replace(companionPattern, '');
    if (shorter === '' || shorter === stem) break;
    stem = shorter;
  }
  const number = leadingNumber.exec(stem)?.[1];
  return number === undefined || calendarDay.test(number) ? stem : number;
}

const roleWords: readonly (readonly [RegExp, string])[] = [
  [/attachment|annex|appendix|anlage|anhang|terms|agb/i, 'attachment'],
  [/credit|gutschrift|avoir|korrektur/i, 'creditNote'],
  [/delivery[\s_-]?note|lieferschein/i, 'deliveryNote'],
  [/contract|vertrag/i, 'contract'],
  [/order|bestellung/i, 'order'],
];
const typeRanks: readonly string[] = ['application/pdf', 'application/xml', 'text/xml', 'image/tiff'];

function roleOf(file: BatchFile): string {
  return roleWords.find(([pattern]) => pattern.test(file.name))?.[1] ?? 'invoice';
}

/** Lower comes first as the main file: no attachment, then by content type, then as sent. */
function rank(file: BatchFile): number {
  const type = typeRanks.indexOf(file.contentType);
  return (roleOf(file) === 'attachment' ? 100 : 0) + (type < 0 ? typeRanks.length : type);
}

/** The files of one case with their roles, the main file first; all but the main file are attachments unless their name says more. */
export function assignRoles(files: readonly BatchFile[]): DocumentFile[] {
  const ordered = files.toSorted((left, right) => rank(left) - rank(right));
  return ordered.map((file, index) => {
    const role = roleOf(file);
    const mainFile = index === 0;
    return { id: file.id, type: !mainFile && role === 'invoice' ? 'attachment' : role, mainFile };
  });
}

/** Stands in for the agents: which files of a batch form which case, and each file's role. Always the same for the same names. */
export function formCases(files: readonly BatchFile[]): DocumentFile[][] {
  const groups = new Map<string, BatchFile[]>();
  for (const file of files) {
    const key = groupKey(file.name);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [file]);
    else group.push(file);
  }
  return [...groups.values()].map(assignRoles);
}
