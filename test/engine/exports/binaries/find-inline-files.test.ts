import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { exportFiles } from '../../../../src/main/engine/exports/export-files.ts';
import { findInlineFiles } from '../../../../src/main/engine/exports/binaries/find-inline-files.ts';
import { takeOut } from '../../../../src/main/engine/exports/binaries/take-out-files.ts';
import { makeTestFolder } from '../../../support/ports.ts';
import { fc } from '../../../support/property.ts';

const pdf = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(300, 'content '), Buffer.from('%%EOF')]);
const base64 = pdf.toString('base64');

/** Files found in the XML: extension and content. */
async function found(xml: string): Promise<readonly (readonly [string, Buffer])[]> {
  const folder = await makeTestFolder();
  const path = join(folder, 'a.xml');
  await writeFile(path, xml, 'latin1');
  const files = await findInlineFiles(path);
  return Promise.all(
    files.map(async (file, index) => {
      const to = join(folder, `${String(index)}.bin`);
      await takeOut(exportFiles, path, file, to);
      return [file.extension, await readFile(to)] as const;
    }),
  );
}

describe('files inside an XML', () => {
  test.each([
    [
      'as the practice service writes it',
      `<d><file name="a.pdf"><binary encoding="base64">${base64}</binary></file></d>`,
    ],
    ['without a word about it', `<d><attachment>${base64}</attachment></d>`],
    ['in lines', `<d><b>\n${base64.replace(/(.{76})/g, '$1\r\n')}\n</b></d>`],
    ['as character data', `<d><b> <![CDATA[${base64}]]> </b></d>`],
    ['with a namespace and quoted marks', `<x:d a='>'><x:b t="a>b" x:encoding='base64'>${base64}</x:b></x:d>`],
    ['after comments and instructions', `<?x <b>?><!-- <b>${base64}</b> --><d><b>${base64}</b></d>`],
    ['without its padding', `<d><b>${base64.replace(/=+$/, '')}</b></d>`],
  ])('are found %s', async (_words, xml) => {
    expect(await found(xml)).toEqual([['pdf', pdf]]);
  });

  test.each([
    ['a long word', `<d><id>${'a'.repeat(1_000)}</id></d>`],
    ['a short one that is called so', '<d><name>JVBERi0x</name></d>'],
    ['base64 with other elements in it', `<d><b encoding="base64">${base64}<c/></b></d>`],
    ['base64 in a comment', `<d><!--<b>${base64}</b>--></d>`],
    ['base64 with words behind it', `<d><b>${base64} and more.</b></d>`],
    ['padding in the middle', `<d><b>${base64}==${base64}</b></d>`],
    ['an XML that breaks off', `<d><b encoding="base64">${base64}`],
  ])('are not made of %s', async (_words, xml) => {
    expect(await found(xml)).toEqual([]);
  });

  test('are named by how they begin, else by what is said of them, and never as programs', async () => {
    const csv = Buffer.from('a;b\n1;2\n').toString('base64');
    const zip = Buffer.concat([Buffer.from([0x50, 0x4b, 3, 4]), Buffer.alloc(300)]).toString('base64');
    const xml = `<d>
      <file name="a.csv" contentType="text/csv"><b encoding="base64">${csv}</b></file>
      <file name="run.exe"><b encoding="base64">${csv}</b></file>
      <file name="Angebot.DOCX"><b encoding="base64">${zip}</b></file>
      <file name="run.exe"><b encoding="base64">${base64}</b></file>
    </d>`;
    expect((await found(xml)).map(([extension]) => extension)).toEqual(['csv', 'bin', 'docx', 'pdf']);
  });

  test('of any length and content come out as they went in', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.uint8Array({ minLength: 1, maxLength: 700_000 }), { maxLength: 3 }), async (all) => {
        const xml = all.map((bytes) => `<b encoding="base64">${Buffer.from(bytes).toString('base64')}</b>\n`).join('');
        const files = await found(`<d>${xml}</d>`);
        expect(files.map(([, bytes]) => bytes)).toEqual(all.map((bytes) => Buffer.from(bytes)));
      }),
      { numRuns: 8 },
    );
  });
});
