import PDFDocument from 'pdfkit';
import { describe, expect, test } from 'vitest';
import { bufferSource } from '../../../../src/main/engine/intake/inspection/judging/byte-source.ts';
import { judgePdf } from '../../../../src/main/engine/intake/inspection/judging/pdf-structure.ts';
import { parseDictionary } from '../../../../src/main/engine/intake/inspection/pdf/pdf-value.ts';
import { fc } from '../../../support/property.ts';

const kindOf = (bytes: Buffer): string => judgePdf(bufferSource(bytes), Math.max(0, bytes.indexOf('%PDF-'))).kind;

async function made(options: ConstructorParameters<typeof PDFDocument>[0]): Promise<Buffer> {
  const document = new PDFDocument({ ...options, info: { CreationDate: new Date(0) } });
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve) => document.on('end', resolve));
  document.text('hello').end();
  await ended;
  return Buffer.concat(chunks);
}

/** A PDF with this encryption dictionary as its object 2, behind a table or in front of a cross-reference stream. */
function withEncryption(dictionary: string, way: 'table' | 'stream' = 'table', before = ''): Buffer {
  const body = `${before}%PDF-2.0\n1 0 obj\n<</Type/Catalog>>\nendobj\n2 0 obj\n${dictionary}\nendobj\n`;
  const trailer = '/Size 3/Root 1 0 R/Encrypt 2 0 R/ID[<00ff><00>]';
  const reference =
    way === 'table'
      ? `xref\n0 1\n0000000000 65535 f \ntrailer\n<<${trailer}>>\n`
      : `12 0 obj\n<</Type/XRef/W[1 2 1]/Length 0${trailer}>>\nstream\n\nendstream\nendobj\n`;
  return Buffer.from(`${body}${reference}startxref\n${body.length - before.length}\n%%EOF\n`, 'latin1');
}

// Made with random salts by algorithm 8 of ISO 32000-2; another reader opens the first without asking and not the second.
const openUser = 'fe40668ed5cf74cfabf7b87331ca7296e974ab23059bb658c639759d8f008de4435d17e0e9057d2e9f6fcd7b28feb908';
const lockedUser = 'e48512feb2314ba32a26ae6671320283fb853f4c04cb948bd2e066dcb6fe42aa7a4e031834c51dcc6442a06ae594b8f7';
const revision6 = (user: string): string =>
  `<</Filter/Standard/V 5/R 6/P -4/U <${user}>/O <${user}>/StmF/StdCF/StrF/StdCF>>`;

describe('a PDF that asks for a password', () => {
  test.each(['1.3', '1.4', '1.6', '1.7', '1.7ext3'] as const)('is told from one that opens: %s', async (pdfVersion) => {
    expect(kindOf(await made({ pdfVersion, userPassword: 'geheim' }))).toBe('refused');
    expect(kindOf(await made({ pdfVersion, userPassword: 'geheim', ownerPassword: 'other' }))).toBe('refused');
    expect(kindOf(await made({ pdfVersion, ownerPassword: 'other', permissions: { copying: false } }))).toBe('whole');
    expect(kindOf(await made({ pdfVersion }))).toBe('whole');
  });

  test.each(['table', 'stream'] as const)('is told by the newest encryption too, with a %s', (way) => {
    expect(kindOf(withEncryption(revision6(lockedUser), way))).toBe('refused');
    expect(kindOf(withEncryption(revision6(openUser), way))).toBe('whole');
    expect(kindOf(withEncryption(revision6(lockedUser), way, 'sent by a gateway\n'))).toBe('refused');
  });

  test('or for a certificate does not open for the service either', () => {
    expect(kindOf(withEncryption('<</Filter/Adobe.PubSec/V 4/StmF/DefaultCryptFilter>>'))).toBe('refused');
  });

  test('is refused where its encryption can be read by nobody', () => {
    expect(kindOf(withEncryption('<</Filter/Standard/R 9/V 9>>'))).toBe('refused');
    expect(kindOf(withEncryption('<</Filter/Standard/R 3/V 2/U (cut'))).toBe('refused');
  });

  test.each([
    ['its last offset is zero', (text: string) => text.replace(/startxref\n\d+/, 'startxref\n0')],
    ['its last offset leads into a page', (text: string) => text.replace(/startxref\n\d+/, 'startxref\n30')],
    ['its last offset lies behind its end', (text: string) => text.replace(/startxref\n\d+/, 'startxref\n9999999')],
    ['something stands before it', (text: string) => `sent by a gateway\n${text}`],
    ['a web page stands behind it', (text: string) => `${text}<html>${'x'.repeat(5_000)}</html>`],
  ])('is told although %s', async (_, broken) => {
    for (const pdfVersion of ['1.3', '1.6', '1.7ext3'] as const) {
      const locked = await made({ pdfVersion, userPassword: 'geheim' });
      expect(kindOf(Buffer.from(broken(locked.toString('latin1')), 'latin1'))).toBe('refused');
      const open = await made({ pdfVersion, ownerPassword: 'other' });
      expect(kindOf(Buffer.from(broken(open.toString('latin1')), 'latin1'))).toBe('whole');
    }
  });

  test('is not seen where only attachments are encrypted, and in what a page says', async () => {
    const attachments = `<</Filter/Standard/V 4/R 4/P -4/U <${lockedUser}>/O <${lockedUser}>/EFF/StdCF/StmF/Identity>>`;
    expect(kindOf(withEncryption(attachments))).toBe('whole');
    const [open, marked] = [await made({}), Buffer.from('% trailer <</Encrypt 1 0 R>>\n')];
    expect(kindOf(Buffer.concat([marked, open]))).toBe('whole');
  });
});

test('literal and hexadecimal strings mean the same bytes', () => {
  const text = '<</A (a\\(b\\)\\\n\\101(c)\\r)/B <612862294128630a>/C [1 0 R -.5 true null] % note\n/D<</E/F>>>>';
  const entries = parseDictionary(text, 0);
  expect(entries?.get('A')).toEqual({ kind: 'string', bytes: Buffer.from('a(b)A(c)\r') });
  expect(entries?.get('B')).toEqual({ kind: 'string', bytes: Buffer.from('a(b)A(c\n') });
  expect(entries?.get('C')).toMatchObject({ values: [{ object: 1 }, { number: -0.5 }, { word: 'true' }, {}] });
  expect(entries?.get('D')).toMatchObject({ entries: new Map([['E', { kind: 'name', name: 'F' }]]) });
});

test('no text, however broken, stops the reading', () => {
  const piece = fc.constantFrom('<<', '>>', '[', ']', '(', ')', '/K', '1 0 R', '<', '>', '\\', '%', 'stream', '\n');
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      const found = parseDictionary(`<<${pieces.join('')}`, 0);
      expect(found === null || found instanceof Map).toBe(true);
    }),
  );
});
