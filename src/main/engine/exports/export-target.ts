import { basename, dirname, extname, join, resolve } from 'node:path';
import type { DocumentRecord, ExportRecord, ItemRecord } from '../journal/records.ts';
import { safePath, temporaryName } from './safe-name.ts';
import type { NameValues } from './safe-name.ts';

/** Where an export is to be written: its folder (absolute) and the file name without number and `.xml`. */
export interface ExportTarget {
  readonly folder: string;
  readonly base: string;
}

function localDay(at: number): string {
  const day = new Date(at);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${String(day.getFullYear())}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}

/** The item whose file is the document's main file, else the first one. */
function mainItem(document: DocumentRecord | null, items: readonly ItemRecord[]): ItemRecord | undefined {
  const main = document?.files.find((file) => file.mainFile)?.fileId;
  return items.find((item) => main !== undefined && item.fileId === main) ?? items[0];
}

/**
 * Where the export goes by its template. {date} is the day it was planned, in local time: the same at each try. What is not
 * known of the document is empty.
 */
export function exportTarget(
  record: ExportRecord,
  document: DocumentRecord | null,
  items: readonly ItemRecord[],
): ExportTarget {
  const item = mainItem(document, items);
  const name = item?.name ?? '';
  const values: NameValues = {
    date: localDay(record.plannedAt),
    title: document?.title ?? name,
    externalId: document?.externalId ?? item?.externalId ?? '',
    documentId: record.documentId,
    project: record.projectId,
    state: record.documentState,
    name: basename(name, extname(name)),
  };
  const { folders, base } = safePath(record.template, values);
  return { folder: join(resolve(record.folder), ...folders), base };
}

/** The temporary file that belongs to an export whose (intended) file is `path`. */
export function temporaryPath(path: string, exportId: string): string {
  return join(dirname(path), temporaryName(exportId));
}
