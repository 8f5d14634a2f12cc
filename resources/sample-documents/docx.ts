import { element } from './markup.ts';
import { packOffice } from './office-package.ts';

const TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml';
const NAMESPACE = { 'xmlns:w': 'http://schemas.openxmlformats.org/wordprocessingml/2006/main' };

/** Builds a Word document: a heading, then a paragraph a line. */
export function buildDocx(options: { readonly title: string; readonly lines: readonly string[] }): Uint8Array {
  const body = element('w:body', [
    paragraph(options.title, 'Heading1'),
    ...options.lines.map((line) => paragraph(line)),
    element('w:sectPr', [
      element('w:pgSz', '', { 'w:w': '11906', 'w:h': '16838' }), // A4 in twentieths of a point
      element('w:pgMar', '', {
        'w:top': '1134',
        'w:right': '1134',
        'w:bottom': '1134',
        'w:left': '1134',
        'w:header': '709',
        'w:footer': '709',
        'w:gutter': '0',
      }),
    ]),
  ]);
  return packOffice(
    options.title,
    [
      {
        name: 'word/document.xml',
        contentType: `${TYPE}.document.main+xml`,
        xml: element('w:document', [body], NAMESPACE),
      },
      { name: 'word/styles.xml', contentType: `${TYPE}.styles+xml`, xml: styles() },
    ],
    { 'word/document.xml': [{ id: 'rId1', type: 'styles', target: 'styles.xml' }] },
  );
}

function paragraph(text: string, style?: string): string {
  const properties = style === undefined ? [] : [element('w:pPr', [element('w:pStyle', '', { 'w:val': style })])];
  const run = element('w:r', [element('w:t', text, { 'xml:space': 'preserve' })]);
  return element('w:p', [...properties, run]);
}

function styles(): string {
  const style = (
    id: string,
    name: string,
    rest: readonly string[],
    more: Readonly<Record<string, string>> = {},
  ): string =>
    element('w:style', [element('w:name', '', { 'w:val': name }), ...rest], {
      'w:type': 'paragraph',
      ...more,
      'w:styleId': id,
    });
  return element(
    'w:styles',
    [
      style('Normal', 'Normal', [element('w:rPr', [element('w:sz', '', { 'w:val': '22' })])], { 'w:default': '1' }),
      style('Heading1', 'heading 1', [
        element('w:basedOn', '', { 'w:val': 'Normal' }),
        element('w:pPr', [
          element('w:spacing', '', { 'w:after': '240' }),
          element('w:outlineLvl', '', { 'w:val': '0' }),
        ]),
        element('w:rPr', [element('w:b', ''), element('w:sz', '', { 'w:val': '32' })]),
      ]),
    ],
    NAMESPACE,
  );
}
