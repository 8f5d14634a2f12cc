import { posix } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { XmlDocument } from 'libxml2-wasm';
import { describe, expect, it } from 'vitest';
import { buildDocx, buildPptx, buildXlsx } from '../../../resources/sample-documents/index.ts';

const TITLE = 'Angebot "Müller & Söhne" <2025>';

/** The parts of an Office file, each checked to be well-formed XML. */
function parts(bytes: Uint8Array): Map<string, string> {
  const files = unzipSync(bytes);
  for (const content of Object.values(files)) XmlDocument.fromBuffer(content).dispose();
  return new Map(Object.entries(files).map(([name, content]) => [name, strFromU8(content)]));
}

/** Each relation leads to a part that is there, and each part has a content type (ECMA-376 part 2). */
function expectSoundPackage(bytes: Uint8Array): void {
  const files = parts(bytes);
  expect([...files.keys()][0]).toBe('[Content_Types].xml');
  const typed = [...(files.get('[Content_Types].xml') ?? '').matchAll(/PartName="\/([^"]+)"/g)].map(
    (match) => match[1],
  );
  const content = [...files.keys()].filter((name) => !name.endsWith('.rels') && name !== '[Content_Types].xml');
  expect(typed.sort()).toEqual(content.sort());
  for (const [name, xml] of files) {
    if (!name.endsWith('.rels')) continue;
    const base = posix.dirname(posix.dirname(name));
    for (const [, target = ''] of xml.matchAll(/Target="([^"]+)"/g))
      expect(content).toContain(posix.join(base, target));
  }
  for (const [name, xml] of files) {
    const ids = [...xml.matchAll(/ r:id="([^"]+)"/g)].map((match) => match[1] ?? '');
    const relations = files.get(`${posix.dirname(name)}/_rels/${posix.basename(name)}.rels`) ?? '';
    for (const id of ids) expect(relations).toContain(`Id="${id}"`);
  }
}

describe('Office files', () => {
  const docx = buildDocx({ title: TITLE, lines: ['Zeile 1', '  eingerückt'] });
  const xlsx = buildXlsx({
    sheet: 'Liste',
    rows: [['Konto', 'Betrag'], ['0012', 34.5], Array.from({ length: 28 }, () => 1)],
  });
  const pptx = buildPptx({
    title: TITLE,
    slides: [
      { title: TITLE, lines: ['a', 'b'] },
      { title: 'Zwei', lines: [] },
    ],
  });

  it.each([
    ['docx', docx],
    ['xlsx', xlsx],
    ['pptx', pptx],
  ])('are packages in which all relations lead somewhere: %s', (_, bytes) => {
    expectSoundPackage(bytes);
  });

  it('keep their text', () => {
    const body = parts(docx).get('word/document.xml') ?? '';
    expect(body).toContain('Angebot &quot;Müller &amp; Söhne&quot; &lt;2025&gt;');
    expect(body).toContain('<w:t xml:space="preserve">  eingerückt</w:t>');
    expect([...parts(pptx).keys()].filter((name) => /slides\/slide\d+\.xml$/.test(name))).toHaveLength(2);
  });

  it('keep leading zeros as text and numbers as numbers', () => {
    const sheet = parts(xlsx).get('xl/worksheets/sheet1.xml') ?? '';
    expect(sheet).toContain('<c r="A2" t="inlineStr"><is><t>0012</t></is></c><c r="B2"><v>34.5</v></c>');
    expect(sheet).toContain('r="Z3"><v>1</v></c><c r="AA3"><v>1</v></c><c r="AB3">');
  });

  it('have the same bytes every time', () => {
    expect(Buffer.from(buildDocx({ title: TITLE, lines: ['Zeile 1', '  eingerückt'] })).equals(docx)).toBe(true);
  });
});
