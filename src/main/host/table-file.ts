import { open, rename, rm, type FileHandle } from 'node:fs/promises';
import { strToU8, Zip, ZipDeflate } from 'fflate';
import type { TableCell, TableForm } from '../../shared/table.ts';
import { csvLine } from './custody-lines.ts';
import { escapeUnseen } from './escape-unseen.ts';

/** What a table is saved as. CSV is what the spreadsheets of the language open without questions. */
export interface TableShape {
  readonly as: TableForm;
  readonly language: 'en' | 'de';
  /** Name of the sheet. */
  readonly title: string;
  readonly head: readonly string[];
}

/** A table that is being written, row by row. Nothing is at its path before `end`. Rejects with the system's error where the disk refuses. */
export interface TableFile {
  add(rows: readonly (readonly TableCell[])[]): Promise<void>;
  /** The whole table is at its path. */
  end(): Promise<void>;
  /** Nothing was written. */
  drop(): Promise<void>;
}

/** What turns rows into bytes. */
interface Encoder {
  add(rows: readonly (readonly TableCell[])[]): Uint8Array;
  end(): Uint8Array;
}

/** Begins a table at a path, in a file beside it that takes its name at the end. */
export async function beginTable(path: string, form: TableShape): Promise<TableFile> {
  const part = `${path}.part`;
  const file = await open(part, 'w');
  const encoder = form.as === 'xlsx' ? xlsxOf(form) : csvOf(form);
  return {
    add: (rows) => written(file, encoder.add(rows)),
    async end() {
      await written(file, encoder.end());
      await file.sync();
      await file.close();
      await rename(part, path);
    },
    async drop() {
      await file.close();
      await rm(part, { force: true });
    },
  };
}

async function written(file: FileHandle, bytes: Uint8Array): Promise<void> {
  // Unlike one write, it goes on where a disk that is nearly full took only a part, and so meets the error.
  if (bytes.length > 0) await file.appendFile(bytes);
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}

/** Day and time on this computer's clock, in the form that spreadsheets of every language take for a date. */
function momentOf(at: number): string {
  const day = new Date(at);
  const date = [day.getFullYear(), two(day.getMonth() + 1), two(day.getDate())].join('-');
  return `${date} ${[day.getHours(), day.getMinutes(), day.getSeconds()].map(two).join(':')}`;
}

function csvOf({ language, head }: TableShape): Encoder {
  // The list separator of the language, and the mark by which spreadsheets on Windows know the encoding.
  const separator = language === 'de' ? ';' : ',';
  const shown = (cell: TableCell): string | number =>
    cell === null ? '' : typeof cell === 'object' ? momentOf(cell.at) : cell;
  let start = `\uFEFF${csvLine(head, separator)}`;
  const add: Encoder['add'] = (rows) => {
    const text = start + rows.map((row) => csvLine(row.map(shown), separator)).join('');
    start = '';
    return Buffer.from(text);
  };
  return { add, end: () => add([]) };
}

/** Rows of a sheet and characters of a cell that spreadsheets take at most. */
const maxSheetRows = 1_048_576;
const maxCellCharacters = 32_767;
/** What a spreadsheet would take for a formula once somebody edits the cell. */
const formulaStart = /^\s*[=+\-@\t\r]/u;

const styleNumbers = { text: 0, head: 1, moment: 2, quoted: 3 } as const;

const xmlHead = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const mainSpace = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relationSpace = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageSpace = 'http://schemas.openxmlformats.org/package/2006';

const styles = `${xmlHead}<styleSheet xmlns="${mainSpace}">
<numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts>
<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>
<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>
<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>
<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>
<cellXfs count="4">
<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>
<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>
<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>
<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" quotePrefix="1" applyNumberFormat="1"/>
</cellXfs>
<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>
</styleSheet>`;

function xmlText(text: string): string {
  return escapeUnseen(text.slice(0, maxCellCharacters))
    .replaceAll(/[\p{Cs}\uFFFE\uFFFF]/gu, '\uFFFD')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** Days since the end of 1899 on this computer's clock, as spreadsheets count them. */
function serialOf(at: number): number {
  return (at - new Date(at).getTimezoneOffset() * 60_000) / 86_400_000 + 25_569;
}

function cellXml(cell: TableCell, style: number): string {
  if (cell === null || cell === '') return '<c/>';
  if (typeof cell === 'number') return Number.isFinite(cell) ? `<c><v>${String(cell)}</v></c>` : '<c/>';
  if (typeof cell !== 'string') return `<c s="${String(styleNumbers.moment)}"><v>${String(serialOf(cell.at))}</v></c>`;
  const own = formulaStart.test(cell) ? styleNumbers.quoted : style;
  return `<c t="inlineStr" s="${String(own)}"><is><t xml:space="preserve">${xmlText(cell)}</t></is></c>`;
}

function rowXml(row: readonly TableCell[], style: number = styleNumbers.text): string {
  return `<row>${row.map((cell) => cellXml(cell, style)).join('')}</row>`;
}

/** A workbook of ISO/IEC 29500 in which text is text, numbers are numbers and instants dates. A sheet that is full is followed by another. */
function xlsxOf({ title, head }: TableShape): Encoder {
  let made: Uint8Array[] = [];
  const zip = new Zip((error, bytes) => {
    if (error !== null) throw error;
    made.push(bytes);
  });
  let sheets = 0;
  let rowsOfSheet = 0;
  let sheet: ZipDeflate | null = null;
  const whole = (name: string, text: string): void => {
    const file = new ZipDeflate(name);
    zip.add(file);
    file.push(strToU8(text), true);
  };
  const closeSheet = (): void => {
    sheet?.push(strToU8('</sheetData></worksheet>'), true);
    sheet = null;
  };
  const openSheet = (): ZipDeflate => {
    closeSheet();
    sheets += 1;
    const begun = new ZipDeflate(`xl/worksheets/sheet${String(sheets)}.xml`, { level: 3 });
    zip.add(begun);
    const frozen =
      '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>';
    begun.push(
      strToU8(`${xmlHead}<worksheet xmlns="${mainSpace}">${frozen}<sheetData>${rowXml(head, styleNumbers.head)}`),
    );
    rowsOfSheet = 1;
    sheet = begun;
    return begun;
  };
  const taken = (): Uint8Array => {
    const bytes = Buffer.concat(made);
    made = [];
    return bytes;
  };
  return {
    add(rows) {
      let left = rows;
      while (left.length > 0) {
        const into = sheet === null || rowsOfSheet >= maxSheetRows ? openSheet() : sheet;
        const fitting = left.slice(0, maxSheetRows - rowsOfSheet);
        into.push(strToU8(fitting.map((row) => rowXml(row)).join('')));
        rowsOfSheet += fitting.length;
        left = left.slice(fitting.length);
      }
      return taken();
    },
    end() {
      if (sheets === 0) openSheet();
      closeSheet();
      const numbers = Array.from({ length: sheets }, (_, index) => index + 1);
      // The name of a sheet has at most 31 characters, and none of these.
      const name = title.replaceAll(/[[\]:*?/\\']/gu, ' ').slice(0, 26);
      const named = (number: number): string => xmlText(number === 1 ? name : `${name} ${String(number)}`);
      whole('xl/styles.xml', styles);
      whole(
        'xl/workbook.xml',
        `${xmlHead}<workbook xmlns="${mainSpace}" xmlns:r="${relationSpace}"><sheets>${numbers
          .map((n) => `<sheet name="${named(n)}" sheetId="${String(n)}" r:id="rId${String(n)}"/>`)
          .join('')}</sheets></workbook>`,
      );
      whole(
        'xl/_rels/workbook.xml.rels',
        `${xmlHead}<Relationships xmlns="${packageSpace}/relationships">${numbers
          .map(
            (n) =>
              `<Relationship Id="rId${String(n)}" Type="${relationSpace}/worksheet" Target="worksheets/sheet${String(n)}.xml"/>`,
          )
          .join(
            '',
          )}<Relationship Id="rId${String(sheets + 1)}" Type="${relationSpace}/styles" Target="styles.xml"/></Relationships>`,
      );
      whole(
        '_rels/.rels',
        `${xmlHead}<Relationships xmlns="${packageSpace}/relationships"><Relationship Id="rId1" Type="${relationSpace}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
      );
      const kind = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
      whole(
        '[Content_Types].xml',
        `${xmlHead}<Types xmlns="${packageSpace}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${kind}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${kind}.styles+xml"/>${numbers
          .map((n) => `<Override PartName="/xl/worksheets/sheet${String(n)}.xml" ContentType="${kind}.worksheet+xml"/>`)
          .join('')}</Types>`,
      );
      zip.end();
      return taken();
    },
  };
}
