import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { describe, expect, onTestFinished, test } from 'vitest';
import { sampleRecipes } from '../../../../resources/sample-documents/index.ts';
import { createFileInspector } from '../../../../src/main/engine/intake/inspection/file-inspector.ts';
import { inspectFile } from '../../../../src/main/engine/intake/inspection/inspect-file.ts';
import { readSidecar } from '../../../../src/main/engine/intake/sidecar/read-sidecar.ts';
import { makeTestFolder, startTestWorker } from '../../../support/ports.ts';
import { fc } from '../../../support/property.ts';
import { pdfBytes } from '../sample-bytes.ts';

const mebibyte = 1024 * 1024;

function filled(unit: string, bytes: number): string {
  return unit.repeat(Math.ceil(bytes / unit.length)).slice(0, bytes);
}

/** A PDF whose middle is this, and whose trailer says so much. */
function pdf(middle: string, trailer: string, startxref?: number): Buffer {
  const body = `%PDF-1.4\n${middle}\n`;
  const reference = `xref\n0 1\n0000000000 65535 f \ntrailer\n<<${trailer}>>\nstartxref\n${startxref ?? body.length}\n%%EOF\n`;
  return Buffer.from(body + reference, 'latin1');
}

/** A TIFF in which directories of many entries begin every 16 bytes, each leading to the next. */
function overlappingDirectories(): Buffer {
  const bytes = Buffer.alloc(mebibyte);
  bytes.write('II*\0', 0, 'latin1');
  bytes.writeUInt32LE(8, 4);
  const entries = 40_000;
  for (let at = 8; at + 2 + entries * 12 + 4 < bytes.length; at += 16) {
    bytes.writeUInt16LE(entries, at);
    bytes.writeUInt32LE(at + 16, at + 2 + entries * 12);
  }
  return bytes;
}

/** A TIFF of many directories whose strips are all the numbers of the file. */
function overlappingStrips(): Buffer {
  const bytes = Buffer.alloc(mebibyte);
  bytes.write('II*\0', 0, 'latin1');
  bytes.writeUInt32LE(8, 4);
  for (let at = 8; at + 60 < mebibyte / 2; at += 30) {
    bytes.writeUInt16LE(2, at);
    for (const [index, tag] of [273, 279].entries()) {
      bytes.writeUInt16LE(tag, at + 2 + index * 12);
      bytes.writeUInt16LE(4, at + 4 + index * 12);
      bytes.writeUInt32LE(100_000, at + 6 + index * 12);
      bytes.writeUInt32LE(mebibyte / 2, at + 10 + index * 12);
    }
    bytes.writeUInt32LE(at + 30, at + 26);
  }
  return bytes;
}

/** The directory of an archive with a million parts of no length. */
function manyParts(): Buffer {
  const entry = Buffer.alloc(47);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(1, 28);
  const directory = Buffer.concat(Array.from({ length: 1_000_000 }, () => entry));
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt32LE(directory.length, 12);
  return Buffer.concat([Buffer.from('PK\x03\x04'), directory, end]);
}

const entities = Array.from({ length: 12 }, (_, at) => `<!ENTITY e${at + 1} "${`&e${at};`.repeat(10)}">`).join('');

const made: readonly (readonly [name: string, content: () => Buffer | string])[] = [
  ['objects.pdf', () => pdf(filled('1 0 obj ', 15 * mebibyte), '/Root 2 0 R/Encrypt 1 0 R')],
  ['encryptions.pdf', () => pdf(filled('/Encrypt 5 0 R ', 15 * mebibyte), '/Size 1', 0)],
  ['dictionaries.pdf', () => pdf(filled('/Encrypt<<', 15 * mebibyte), '/Size 1', 0)],
  ['strings.pdf', () => pdf(filled('/Encrypt(((((((((\\', 15 * mebibyte), '/Size 1', 0)],
  ['ends.pdf', () => pdf(filled('startxref ', 15 * mebibyte), '/Size 1', 0)],
  ['blanks.pdf', () => `%PDF-1.4\nstartxref${' '.repeat(900_000)}x`],
  ['numbers.pdf', () => `%PDF-1.4\nstartxref 1 ${filled('1 1 ', 900_000)}`],
  ['directories.tif', overlappingDirectories],
  ['strips.tif', overlappingStrips],
  ['marks.jpg', () => Buffer.concat([Buffer.from('ffd8ff', 'hex'), Buffer.alloc(15 * mebibyte, 0xff)])],
  ['segments.jpg', () => Buffer.from(`ffd8${filled('ffe10002', 30 * mebibyte)}`, 'hex')],
  [
    'blocks.jpg',
    () =>
      Buffer.concat([
        Buffer.from(
          `ffd8ffc0000b088000800001011100ffc400140001${'00'.repeat(15)}00ffc400141001${'00'.repeat(15)}00`,
          'hex',
        ),
        Buffer.from('ffda0008010100003f00', 'hex'),
        Buffer.alloc(15 * mebibyte),
      ]),
  ],
  [
    'chunks.png',
    () =>
      Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from(filled('\0\0\0\0abcdcrcc', 15 * mebibyte))]),
  ],
  ['parts.xlsx', manyParts],
  ['unpacked.xlsx', () => Buffer.from(zipSync({ '[Content_Types].xml': new Uint8Array(50 * mebibyte) }))],
  ['entities.xml', () => `<!DOCTYPE a [<!ENTITY e0 "x">${entities}]><a>&e12;</a>`],
  ['large-entities.xml', () => `<!DOCTYPE a [<!ENTITY e0 "${'x'.repeat(100_000)}">]><a>${'&e0;'.repeat(100_000)}</a>`],
  [
    'parameters.xml',
    () => `<!DOCTYPE a [<!ENTITY % p "${"<!ENTITY x 'y'>".repeat(1_000)}">${'%p;'.repeat(10_000)}]><a/>`,
  ],
  ['deep.xml', () => `${'<a>'.repeat(500_000)}${'</a>'.repeat(500_000)}`],
  ['deeper.xml', () => filled('<a>', 15 * mebibyte)],
  ['attributes.xml', () => `<a ${Array.from({ length: 150_000 }, (_, at) => `a${at}=""`).join(' ')}/>`],
  ['more-attributes.xml', () => `<a ${Array.from({ length: 1_000_000 }, (_, at) => `a${at}=""`).join(' ')}></a>`],
  [
    'namespaces.xml',
    () => `<a ${Array.from({ length: 60_000 }, (_, at) => `xmlns:n${at}="u${at}" n${at}:a=""`).join(' ')}/>`,
  ],
  ['comments.xml', () => `<a>${filled('<!--', 15 * mebibyte)}`],
  ['doctype.xml', () => `<!DOCTYPE a [${filled('<!--', 15 * mebibyte)}`],
  ['blanks.xml', () => `${' '.repeat(15 * mebibyte)}<a>`],
  ['lists.json', () => filled('[', 4 * mebibyte)],
  ['objects.json', () => filled('{"a":', 4 * mebibyte)],
  ['blanks.json', () => `{"a":1${' '.repeat(4 * mebibyte - 10)}b}`],
  ['commas.json', () => `[${filled(',   ', 4 * mebibyte - 10)}]`],
  ['large.json', () => filled('{"a":', 15 * mebibyte)],
  ['lines.csv', () => filled('\n', 15 * mebibyte)],
  ['quotes.csv', () => filled('"', 15 * mebibyte)],
  ['headers.eml', () => filled('X-a: ', 15 * mebibyte)],
  ['compound.doc', () => Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(15 * mebibyte, 1)])],
];

describe('a file that was made to keep its reader busy', () => {
  // Generous: a machine may be busy with other things. What was quadratic took minutes.
  test.each(made)('%s is judged in a moment', async (name, content) => {
    const path = join(await makeTestFolder(), name);
    await writeFile(path, content());
    const began = process.cpuUsage();
    const found = await inspectFile(path, {});
    const { user } = process.cpuUsage(began);
    expect(['whole', 'incomplete', 'refused']).toContain(found.kind);
    expect(user / 1_000).toBeLessThan(5_000);
  });

  test.each([
    ['a.pdf.csv', filled('"', 7 * mebibyte)],
    ['a.pdf.csv', filled(';', 7 * mebibyte)],
    ['index.csv', filled('a;b\n', 7 * mebibyte)],
    ['a.pdf.json', filled('[', 7 * mebibyte)],
    ['a.pdf.xml', filled('<a>', 7 * mebibyte)],
    ['a.pdf.xml', `<!DOCTYPE a [<!ENTITY e0 "x">${entities}]><a>&e12;</a>`],
  ])('as a sidecar %s is read in a moment: %#', async (name, content) => {
    const path = join(await makeTestFolder(), name);
    await writeFile(path, content);
    const began = process.cpuUsage();
    expect((await readSidecar(path)).kind).not.toBe('fields');
    expect(process.cpuUsage(began).user / 1_000).toBeLessThan(5_000);
  });
});

describe('a look that takes too long', () => {
  test('is ended, the file is refused, and the others go on meanwhile', async () => {
    const folder = await makeTestFolder();
    const slow = join(folder, 'slow.xml');
    await writeFile(slow, `<a>${'<b c="d">e</b>'.repeat(mebibyte)}</a>`);
    const others = await Promise.all(
      Array.from({ length: 40 }, async (_, at) => {
        const path = join(folder, `${at}.pdf`);
        await writeFile(path, pdfBytes(at));
        return path;
      }),
    );
    const inspector = createFileInspector({
      startWorker: startTestWorker,
      threads: 1,
      budget: { tickMs: 5, taskMs: 150, taskMsPerMebibyte: 0, stepMs: 50 },
    });
    onTestFinished(() => inspector.close());
    const order: string[] = [];
    const looked = [others[0] ?? '', slow, ...others.slice(1)].map(async (path) => {
      const found = await inspector.inspect(path);
      order.push(path);
      return found;
    });
    const [first, ended, ...rest] = await Promise.all(looked);
    expect(ended).toMatchObject({ kind: 'refused', code: 'file-unjudged', params: {} });
    expect([first, ...rest].map((found) => found?.kind)).toEqual(others.map(() => 'whole'));
    expect(order.at(-1)).toBe(slow);
    const bytes = await inspector.read(
      others[3] ?? '',
      pdfBytes(3).length,
      (first?.kind === 'whole' && first.stat.modifiedAt) || 0,
    );
    expect(['read', 'changed']).toContain(bytes.kind);
  });

  test('is one no more when the budget grows with the file', async () => {
    const path = join(await makeTestFolder(), 'large.xml');
    await writeFile(path, `<a>${'<b c="d">e</b>'.repeat(mebibyte)}</a>`);
    const inspector = createFileInspector({
      startWorker: startTestWorker,
      threads: 1,
      budget: { tickMs: 5, taskMs: 50, taskMsPerMebibyte: 60_000, stepMs: 50 },
    });
    onTestFinished(() => inspector.close());
    expect(await inspector.inspect(path)).toMatchObject({ kind: 'whole' });
  });
});

test('no mutation of a real document makes a look throw or last', async () => {
  const folder = await makeTestFolder();
  const samples = await Promise.all(
    sampleRecipes()
      .filter(({ expect: expected, name }) => expected === 'document' && name.length < 100)
      .map(async ({ name, build }) => ({
        extension: /\.\w+$/.exec(name)?.[0] ?? '',
        bytes: Buffer.from(await build()),
      })),
  );
  const small = samples.filter(({ bytes }) => bytes.length < mebibyte);
  const change = fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    act: fc.constantFrom('set', 'cut', 'repeat', 'drop', 'zero'),
    bytes: fc.uint8Array({ minLength: 1, maxLength: 12 }),
    length: fc.integer({ min: 1, max: 4_000 }),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...small),
      fc.array(change, { minLength: 1, maxLength: 8 }),
      async (sample, changes) => {
        const mutated = changes.reduce<Buffer>((bytes, { at, act, bytes: put, length }) => {
          const place = Math.floor(at * bytes.length);
          const [before, behind] = [bytes.subarray(0, place), bytes.subarray(place)];
          switch (act) {
            case 'set':
              return Buffer.concat([before, put, behind.subarray(put.length)]);
            case 'cut':
              return Buffer.from(before);
            case 'repeat':
              return Buffer.concat([before, behind.subarray(0, length), behind]);
            case 'drop':
              return Buffer.concat([before, behind.subarray(length)]);
            case 'zero':
              return Buffer.concat([before, Buffer.alloc(Math.min(length, behind.length)), behind.subarray(length)]);
          }
        }, sample.bytes);
        const path = join(folder, `mutated${sample.extension}`);
        await writeFile(path, mutated);
        const began = process.cpuUsage();
        const found = await inspectFile(path, {});
        expect(['whole', 'incomplete', 'refused', 'empty']).toContain(found.kind);
        expect(process.cpuUsage(began).user / 1_000).toBeLessThan(2_000);
      },
    ),
    { numRuns: 300 },
  );
});
