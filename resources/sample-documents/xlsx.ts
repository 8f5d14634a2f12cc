import { element } from './markup.ts';
import { OFFICE_RELATIONS, packOffice } from './office-package.ts';

const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const NAMESPACE = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

/** Builds an Excel workbook with one sheet; `sheet` (at most 31 characters) is its name, numbers stay numbers, text stays text (leading zeros too). */
export function buildXlsx(options: {
  readonly sheet: string;
  readonly rows: readonly (readonly (string | number)[])[];
}): Uint8Array {
  const workbook = element(
    'workbook',
    [element('sheets', [element('sheet', '', { name: options.sheet, sheetId: '1', 'r:id': 'rId1' })])],
    { xmlns: NAMESPACE, 'xmlns:r': OFFICE_RELATIONS },
  );
  const rows = options.rows.map((cells, row) =>
    element(
      'row',
      cells.map((value, column) => cell(value, `${columnName(column)}${row + 1}`)),
      { r: `${row + 1}` },
    ),
  );
  return packOffice(
    options.sheet,
    [
      { name: 'xl/workbook.xml', contentType: `${TYPE}.sheet.main+xml`, xml: workbook },
      {
        name: 'xl/worksheets/sheet1.xml',
        contentType: `${TYPE}.worksheet+xml`,
        xml: element('worksheet', [element('sheetData', rows)], { xmlns: NAMESPACE }),
      },
      { name: 'xl/styles.xml', contentType: `${TYPE}.styles+xml`, xml: styles() },
    ],
    {
      'xl/workbook.xml': [
        { id: 'rId1', type: 'worksheet', target: 'worksheets/sheet1.xml' },
        { id: 'rId2', type: 'styles', target: 'styles.xml' },
      ],
    },
  );
}

function cell(value: string | number, reference: string): string {
  return typeof value === 'number'
    ? element('c', [element('v', `${value}`)], { r: reference })
    : element('c', [element('is', [element('t', value)])], { r: reference, t: 'inlineStr' });
}

/** 0 is A, 25 is Z, 26 is AA. */
function columnName(column: number): string {
  const letter = String.fromCharCode(65 + (column % 26));
  return column < 26 ? letter : columnName(Math.floor(column / 26) - 1) + letter;
}

/** The least that spreadsheet programs expect to find: one font, two fills, one border, one format. */
function styles(): string {
  const fill = (pattern: string): string => element('fill', [element('patternFill', '', { patternType: pattern })]);
  const format = { numFmtId: '0', fontId: '0', fillId: '0', borderId: '0' };
  return element(
    'styleSheet',
    [
      element('fonts', [element('font', [element('sz', '', { val: '11' }), element('name', '', { val: 'Calibri' })])], {
        count: '1',
      }),
      element('fills', [fill('none'), fill('gray125')], { count: '2' }),
      element(
        'borders',
        [
          element(
            'border',
            ['left', 'right', 'top', 'bottom', 'diagonal'].map((side) => element(side, '')),
          ),
        ],
        { count: '1' },
      ),
      element('cellStyleXfs', [element('xf', '', format)], { count: '1' }),
      element('cellXfs', [element('xf', '', { ...format, xfId: '0' })], { count: '1' }),
      element('cellStyles', [element('cellStyle', '', { name: 'Normal', xfId: '0', builtinId: '0' })], { count: '1' }),
    ],
    { xmlns: NAMESPACE },
  );
}
