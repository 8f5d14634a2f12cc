import { XmlDocument, XmlElement, XmlParseError, ParseOption } from 'libxml2-wasm';
import { z } from 'zod';
import { checkedFields, invalid, textFields } from './sidecar-fields.ts';
import type { SidecarAnswer, SidecarFields } from './sidecar-fields.ts';
import { folded } from '../../platform/names/paths.ts';
import { textOf } from '../../platform/plain-text.ts';
import { tableRows } from '../../platform/table-rows.ts';
import type { SidecarForm } from './sidecar-names.ts';

/** Splits a small table into rows of cells, as {@link tableRows} goes through them. Null where a quote stays open. */
export function parseTable(text: string): string[][] | null {
  const rows: string[][] = [];
  const walk = tableRows(text);
  for (;;) {
    const next = walk.next();
    if (next.done === true) return next.value ? rows : null;
    rows.push(next.value);
  }
}

function parsedJson(text: string): { readonly value: unknown } | null {
  try {
    const value: unknown = JSON.parse(text);
    return { value };
  } catch {
    return null;
  }
}

function elementsOf(parent: XmlElement): XmlElement[] {
  const found: XmlElement[] = [];
  for (let node = parent.firstChild; node !== null; node = node.next) {
    if (node instanceof XmlElement) found.push(node);
  }
  return found;
}

function pairsOf(parent: XmlElement): Record<string, string> | null {
  const pairs: Record<string, string> = {};
  for (const element of elementsOf(parent)) {
    const key = element.attr('key')?.content ?? element.name;
    if (elementsOf(element).length > 0 || Object.hasOwn(pairs, key)) return null;
    pairs[key] = element.content.trim();
  }
  return pairs;
}

function fieldsOfXml(root: XmlElement): SidecarAnswer {
  // An invoice beside its picture has the same name and is a document: only this root makes a sidecar.
  if (root.name !== 'sidecar') return { kind: 'not-a-sidecar' };
  const fields: Record<string, unknown> = {};
  for (const element of elementsOf(root)) {
    if (Object.hasOwn(fields, element.name)) return invalid('key-twice', element.name);
    const isData = element.name === 'externalData';
    if (!isData && elementsOf(element).length > 0) return invalid('not-plain', element.name);
    const pairs = isData ? pairsOf(element) : null;
    if (isData && pairs === null) return invalid('not-plain', 'externalData');
    fields[element.name] = isData ? pairs : element.content;
  }
  return checkedFields(fields);
}

function parseXml(bytes: Buffer): SidecarAnswer {
  try {
    const document = XmlDocument.fromBuffer(bytes, { option: ParseOption.XML_PARSE_NO_XXE });
    try {
      return fieldsOfXml(document.root);
    } finally {
      document.dispose();
    }
  } catch (error) {
    if (error instanceof XmlParseError) return invalid('not-well-formed');
    throw error;
  }
}

/** A row's cells by their headings: the known ones are fields, `file` is left out, all others are external data. */
function fieldsOfRow(headings: readonly string[], row: readonly string[]): SidecarAnswer {
  const fields: Record<string, string> = {};
  const externalData: Record<string, string> = {};
  for (const [column, heading] of headings.entries()) {
    const value = (row[column] ?? '').trim();
    if (value === '' || heading === '' || heading === 'file') continue;
    if (textFields.some((field) => field === heading)) fields[heading] = value;
    else externalData[heading.replace(/^externalData\./, '')] = value;
  }
  return checkedFields(Object.keys(externalData).length === 0 ? fields : { ...fields, externalData });
}

function readTable(text: string): { headings: string[]; rows: string[][] } | null {
  const table = parseTable(text);
  const [first, ...rows] = table ?? [];
  if (table === null || first === undefined) return null;
  const headings = first.map((heading) => heading.trim());
  if (rows.some((row) => row.length > headings.length)) return null;
  return { headings, rows };
}

/** Reads the sidecar of one file: JSON object, XML with the root `sidecar`, or CSV with a line of headings and one of values. */
export function parseSidecar(bytes: Buffer, form: SidecarForm): SidecarAnswer {
  if (form === 'xml') return parseXml(bytes);
  if (form === 'json') {
    const parsed = parsedJson(textOf(bytes));
    return parsed === null ? invalid('not-well-formed') : checkedFields(parsed.value);
  }
  const table = readTable(textOf(bytes));
  const row = table?.rows[0];
  if (table === null || row === undefined || table.rows.length > 1) return invalid('not-well-formed');
  return fieldsOfRow(table.headings, row);
}

function indexed(entries: readonly (readonly [file: string, answer: SidecarAnswer])[]): SidecarAnswer {
  const rows: Record<string, SidecarFields> = {};
  for (const [file, answer] of entries) {
    if (answer.kind === 'invalid') return invalid(answer.problem, `${file} ${answer.field ?? ''}`.trim());
    if (answer.kind !== 'fields') return answer;
    if (Object.hasOwn(rows, folded(file))) return invalid('key-twice', file);
    rows[folded(file)] = answer.fields;
  }
  return { kind: 'index', rows };
}

const indexEntries = z.array(z.looseObject({ file: z.string().min(1) })).min(1);

/**
 * Reads `index.json` (a list of objects with `file`) or `index.csv` (a column `file`) of a folder. Anything else that is
 * readable is a document of that name; what can't be read is invalid, as the data of its files would be lost.
 */
export function parseIndex(bytes: Buffer, form: Exclude<SidecarForm, 'xml'>): SidecarAnswer {
  const text = textOf(bytes);
  if (form === 'json') {
    const parsed = parsedJson(text);
    if (parsed === null) return invalid('not-well-formed');
    const entries = indexEntries.safeParse(parsed.value);
    if (!entries.success) return { kind: 'not-a-sidecar' };
    return indexed(entries.data.map(({ file, ...fields }) => [file, checkedFields(fields)] as const));
  }
  const table = readTable(text);
  if (table === null) return invalid('not-well-formed');
  const column = table.headings.indexOf('file');
  if (column === -1) return { kind: 'not-a-sidecar' };
  return indexed(table.rows.map((row) => [(row[column] ?? '').trim(), fieldsOfRow(table.headings, row)] as const));
}
