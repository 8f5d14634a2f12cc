import { stat } from 'node:fs/promises';
import type { Fault } from '../../../../shared/faults.ts';
import { firstCharacters } from '../../../../shared/characters.ts';
import type { IntakeRule } from '../../../../shared/settings.ts';
import { withDefaults } from '../../fields/field-defaults.ts';
import { fault } from '../../faults/fault.ts';
import type { FileInspector } from '../../intake/inspection/file-inspector.ts';
import type { AcceptedItem } from '../../intake/reception/intake.ts';
import type { ItemRecord } from '../../journal/records.ts';

/** Maximum length of a title at the service, characters. */
const maxTitle = 256;

/** The title of the part of that number; what would make it too long goes from before the number. */
function numbered(title: string, number: number): string {
  const end = ` (${number})`;
  return firstCharacters(title, maxTitle - end.length) + end;
}

/** The rule of what a file held: it is not taken apart again, and its copy in the data directory goes when it was sent. */
function partRule(rule: IntakeRule): IntakeRule {
  return { ...rule, after: 'delete', tidyGraceMs: 0, trashMs: 0, paper: undefined };
}

/** A document of a file, written and durable, with what is said of it. */
export interface PartFile {
  readonly path: string;
  readonly shownName: string;
  readonly externalId: string | null;
  readonly role: string | null;
  /** Texts of its barcodes. */
  readonly barcodes: readonly string[];
}

/** A part of a file as an item; `index` = its place among the parts (from 0), null where it is the only one. */
export async function asPart(
  { newId, inspector }: { readonly newId: () => string; readonly inspector: Pick<FileInspector, 'hash'> },
  item: ItemRecord,
  part: PartFile,
  index: number | null,
): Promise<AcceptedItem | Fault> {
  const [hashed, found] = [await inspector.hash(part.path), await stat(part.path)];
  if (hashed.kind !== 'hashed') return fault('file-unreadable', { name: part.shownName, problem: hashed.kind });
  const own = item.externalId === null || index === null ? item.externalId : `${item.externalId}-${index + 1}`;
  const externalId = part.externalId ?? own;
  const role = part.role ?? item.role;
  const externalData = withDefaults(item.rule.fields, item.externalData, part);
  return {
    id: newId(),
    sourceId: item.sourceId,
    path: part.path,
    name: part.shownName,
    size: found.size,
    modifiedAt: found.mtimeMs,
    rule: partRule(item.rule),
    sha256: hashed.sha256,
    mediaType: part.path.endsWith('.tif') ? 'image/tiff' : 'application/pdf',
    ...(externalId === null ? {} : { externalId }),
    ...(externalData === null ? {} : { externalData }),
    ...(item.title === null ? {} : { title: index === null ? item.title : numbered(item.title, index + 1) }),
    ...(role === null ? {} : { role }),
    ...(item.caseWord === null ? {} : { caseWord: item.caseWord }),
  };
}
