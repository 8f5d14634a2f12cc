import { describe, expect, test } from 'vitest';
import { boundaryOf, unpackMultipart } from '../../../../src/main/engine/service/case-files/multipart.ts';
import { readPartHeader } from '../../../../src/main/engine/service/case-files/part-headers.ts';
import { chunked, unpackAll } from './archives.ts';
import { fc } from '../../../support/property.ts';

const boundary = 'b0undary';

function part(header: string, content: Uint8Array | string): Buffer {
  return Buffer.concat([Buffer.from(`--${boundary}\r\n${header}\r\n\r\n`), Buffer.from(content), Buffer.from('\r\n')]);
}

const end = Buffer.from(`--${boundary}--\r\n`);

function named(name: string): string {
  return `Content-Type: Application/PDF; x=y\r\nContent-Disposition: attachment; filename="${name}"`;
}

async function textsOf(bytes: Buffer, sizes?: readonly number[]): Promise<unknown> {
  const unpacked = await unpackAll(unpackMultipart(chunked(bytes, sizes), boundary));
  return typeof unpacked === 'string'
    ? unpacked
    : unpacked.map(({ name, content }) => [name, content.toString('latin1')]);
}

test('parts come back with name, media type and every byte, however they are cut into chunks', async () => {
  const body = Buffer.concat([part(named('a.pdf'), 'one\r\n--b0und\r\n'), part('X: y', ''), end]);
  for (const sizes of [[1], [2, 9], [4096]]) {
    const unpacked = await unpackAll(unpackMultipart(chunked(body, sizes), boundary));
    expect(unpacked).toEqual([
      { name: 'a.pdf', mediaType: 'application/pdf', content: Buffer.from('one\r\n--b0und\r\n') },
      { name: null, mediaType: null, content: Buffer.alloc(0) },
    ]);
  }
});

test.each<[string, string, unknown]>([
  ['no parts', `--${boundary}--`, []],
  ['a preamble and an epilogue', `hello\r\n--${boundary}\r\n\r\nx\r\n--${boundary}--\r\nbye`, [[null, 'x']]],
  ['blanks behind delimiters', `--${boundary} \t\r\n\r\nx\r\n--${boundary}--`, [[null, 'x']]],
  ['a header without content', `--${boundary}\r\nX-Hy-Filename: a%C3%BC\r\n\r\n--${boundary}--`, [['aü', '']]],
  [
    'a longer line that begins like a delimiter',
    `--${boundary}\r\n\r\nx\r\n--${boundary}er\r\n--${boundary}--`,
    [[null, `x\r\n--${boundary}er`]],
  ],
  ['nothing', '', 'archive-cut'],
  ['no end', `--${boundary}\r\n\r\nx`, 'archive-cut'],
  ['an end that is cut', `--${boundary}\r\n\r\nx\r\n--${boundary}-`, 'archive-cut'],
  ['a header that is cut', `--${boundary}\r\nContent-Type: a/b\r\n`, 'archive-cut'],
  ['another boundary', `--other\r\n\r\nx\r\n--other--`, 'archive-cut'],
  [
    'a header beyond all measure',
    `--${boundary}\r\nX: ${'y'.repeat(70_000)}\r\n\r\nx\r\n--${boundary}--`,
    'archive-broken',
  ],
  [
    'base64',
    `--${boundary}\r\nContent-Transfer-Encoding: base64\r\n\r\neA==\r\n--${boundary}--`,
    'archive-unsupported',
  ],
])('%s', async (_, text, expected) => {
  expect(await textsOf(Buffer.from(text))).toEqual(expected);
});

describe('names of parts', () => {
  test.each<[string, string | null]>([
    ['attachment; filename="a b.pdf"', 'a b.pdf'],
    ['attachment; FileName=plain.pdf', 'plain.pdf'],
    [String.raw`attachment; filename="a\"b\\c.pdf"`, String.raw`a"b\c.pdf`],
    [`attachment; filename="_.pdf"; filename*=UTF-8''%C3%BC%3B%22.pdf`, 'ü;".pdf'],
    [`attachment; filename*=ISO-8859-1''%FC.pdf`, 'ü.pdf'],
    ['attachment; filename="ü.pdf"', 'ü.pdf'],
    ['attachment; filename="50%20off.pdf"', '50%20off.pdf'],
    ['attachment', null],
    ['', null],
  ])('%s', (disposition, name) => {
    expect(readPartHeader(Buffer.from(`Content-Disposition: ${disposition}\r\n`)).name).toBe(name);
  });

  test('latin1 bytes, folded lines and the name of the content type', () => {
    const header = Buffer.from('content-disposition: attachment;\r\n filename="\xfc.pdf"\r\n', 'latin1');
    expect(readPartHeader(header).name).toBe('ü.pdf');
    expect(readPartHeader(Buffer.from('Content-Type: a/b; name="n.pdf"\r\n'))).toMatchObject({
      name: 'n.pdf',
      mediaType: 'a/b',
    });
  });
});

test('boundaries as media types give them', () => {
  expect(boundaryOf('multipart/mixed; boundary=abc')).toBe('abc');
  expect(boundaryOf('multipart/mixed; charset=x; Boundary="a b:c"')).toBe('a b:c');
  for (const none of ['multipart/mixed', 'multipart/mixed; boundary=', `multipart/mixed; boundary=${'x'.repeat(71)}`]) {
    expect(boundaryOf(none)).toBeNull();
  }
});

test('whatever stands in the parts comes back', async () => {
  const fragment = fc.constantFrom('\r', '\n', '\r\n', '--', boundary, `\r\n--${boundary}x`, 'PK', '\0', 'text');
  const content = fc.array(fragment, { maxLength: 12 }).map((parts) => parts.join(''));
  const free = content.filter((text) => !new RegExp(`(?:^|\r\n)--${boundary}(?:--|[ \t]*\r\n|[ \t]*$)`).test(text));
  await fc.assert(
    fc.asyncProperty(
      fc.array(free, { maxLength: 4 }),
      fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1 }),
      async (all, sizes) => {
        const bytes = Buffer.concat([...all.map((text) => part(named('n'), text)), end]);
        expect(await textsOf(bytes, sizes)).toEqual(all.map((text) => ['n', text]));
        const cut = Math.floor((bytes.length - 5) * 0.8);
        expect(await textsOf(bytes.subarray(0, cut), sizes)).toMatch(/^archive-/);
      },
    ),
    { numRuns: 150 },
  );
});
