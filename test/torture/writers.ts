import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, open, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { sha256Of } from './judge.ts';
import type { Arrival } from './judge.ts';
import { smallPdf } from './world.ts';

const run = promisify(execFile);

/** Where a writer writes, and what it needs to know of the world. */
export interface WriterGround {
  readonly folder: string;
  /** A folder beside, on the same disk. */
  readonly beside: string;
  /** Makes what it writes distinct. */
  readonly salt: string;
  /** Resolves when the service has a document of that content, or after a while without. */
  readonly sent: (sha256: string) => Promise<void>;
}

/** A program that writes files the way it does; answers what is to come of them. */
export type Writer = (ground: WriterGround) => Promise<readonly Arrival[]>;

const arrival = (name: string, bytes: Uint8Array, expected: Arrival['expected'] = 'sent'): Arrival => ({
  ...{ name, sha256: sha256Of(bytes), expected },
});

/** A PDF that is whole after each of its pages, as scanners write it: each page brings a part with an end mark of its own. */
function pagesOf(salt: string, pages: number): readonly Buffer[] {
  return Array.from({ length: pages }, (_, page) => {
    const head = page === 0 ? '%PDF-1.4\n' : '';
    const body = `${head}% ${salt} page ${String(page)}\n${'y'.repeat(2_000)}\n1 0 obj<</Type/Catalog>>endobj\n`;
    const end = `xref\n0 1\n0000000000 65535 f \ntrailer<</Size 1/Root 1 0 R>>\nstartxref\n${String(body.length)}\n%%EOF\n`;
    return Buffer.from(body + end, 'latin1');
  });
}

/** One page of a TIFF (1 × 1, grey): its directory at `at`, which `next` follows (0: none). */
function tiffDirectory(at: number, next: number, grey: number): Buffer {
  const entries = [
    [256, 3, 1, 1],
    [257, 3, 1, 1],
    [258, 3, 1, 8],
    [259, 3, 1, 1],
    [262, 3, 1, 1],
    [273, 4, 1, at + 2 + 9 * 12 + 4],
    [277, 3, 1, 1],
    [278, 3, 1, 1],
    [279, 4, 1, 1],
  ] as const;
  const bytes = Buffer.alloc(2 + entries.length * 12 + 4 + 2);
  bytes.writeUInt16LE(entries.length, 0);
  for (const [index, [tag, type, count, value]] of entries.entries()) {
    const start = 2 + index * 12;
    bytes.writeUInt16LE(tag, start);
    bytes.writeUInt16LE(type, start + 2);
    bytes.writeUInt32LE(count, start + 4);
    if (type === 3) bytes.writeUInt16LE(value, start + 8);
    else bytes.writeUInt32LE(value, start + 8);
  }
  bytes.writeUInt32LE(next, 2 + entries.length * 12);
  bytes.writeUInt8(grey, 2 + entries.length * 12 + 4);
  return bytes;
}

/** A TIFF with so many pages; bytes before them carry the salt, and their shades do, which programs keep that copy pages. */
function tiffOf(salt: string, pages: number): Buffer {
  const first = Buffer.from(salt.padEnd(64, ' ').slice(0, 64), 'latin1');
  const shades = Buffer.from(sha256Of(Buffer.from(salt)), 'hex');
  const size = tiffDirectory(0, 0, 0).length;
  const start = 8 + first.length;
  const head = Buffer.from([0x49, 0x49, 42, 0, start, 0, 0, 0]);
  const parts = Array.from({ length: pages }, (_, page) =>
    tiffDirectory(start + page * size, page === pages - 1 ? 0 : start + (page + 1) * size, shades[page] ?? 0),
  );
  return Buffer.concat([head, first, ...parts]);
}

function csvOf(salt: string, lines: number): Buffer {
  return Buffer.from(Array.from({ length: lines }, (_, line) => `${salt};${String(line)};12,50;EUR\n`).join(''));
}

/** A whole file that waits longer than this (ms) for its next part goes: on a busy machine programs take that long to start. */
const surelyWaited = 600;

/** A file that is written in steps, each of which leaves it whole; what had to wait too long for the next one may be sent by itself. */
async function inSteps(
  path: string,
  steps: readonly (() => Promise<unknown>)[],
  ms: number,
): Promise<readonly Arrival[]> {
  const states: { readonly bytes: Buffer; readonly at: number }[] = [];
  for (const [index, step] of steps.entries()) {
    if (index > 0) await pause(ms);
    await step();
    states.push({ bytes: await readFile(path), at: performance.now() });
  }
  return states.flatMap(({ bytes, at }, index) => {
    const next = states[index + 1];
    if (next === undefined) return [arrival(basename(path), bytes)];
    return next.at - at > surelyWaited ? [arrival(basename(path), bytes, 'may')] : [];
  });
}

async function inParts(path: string, bytes: Buffer, parts: number, ms: number): Promise<void> {
  const size = Math.ceil(bytes.length / parts);
  const file = await open(path, 'w');
  for (let start = 0; start < bytes.length; start += size) {
    if (start > 0) await pause(ms);
    await file.write(bytes.subarray(start, start + size));
  }
  await file.close();
}

/** Full size from the start, then its parts in this order. */
async function preallocated(
  path: string,
  bytes: Buffer,
  order: readonly number[],
  ms: number,
  zeros: boolean,
): Promise<void> {
  const size = Math.ceil(bytes.length / order.length);
  const file = await open(path, 'w');
  if (zeros) await file.write(Buffer.alloc(bytes.length), 0, bytes.length, 0);
  else await file.truncate(bytes.length);
  for (const part of order) {
    await pause(ms);
    const piece = bytes.subarray(part * size, (part + 1) * size);
    await file.write(piece, 0, piece.length, part * size);
  }
  await file.close();
}

const large = (salt: string): Buffer => smallPdf(salt, 200_000);

/** A picture whose own bytes carry the salt. */
function pictureOf(salt: string): Promise<Buffer> {
  const create = { width: 64, height: 64, channels: 3, background: '#468' } as const;
  return sharp({ create })
    .withExif({ IFD0: { Copyright: salt } })
    .jpeg()
    .toBuffer();
}

/** Serves a file over loopback, whole or in the parts that are asked for, while `act` works. */
async function served(bytes: Buffer, act: (url: string) => Promise<unknown>): Promise<void> {
  const server = createServer(({ headers, method }, answer) => {
    const [, from, to] = /bytes=(\d+)-(\d*)/u.exec(headers.range ?? '') ?? [];
    const start = Number(from ?? 0);
    const end = to === undefined || to === '' ? bytes.length - 1 : Number(to);
    const range = `bytes ${String(start)}-${String(end)}/${String(bytes.length)}`;
    answer.writeHead(from === undefined ? 200 : 206, {
      ...{ 'accept-ranges': 'bytes', 'content-length': end - start + 1 },
      ...(from === undefined ? {} : { 'content-range': range }),
    });
    answer.end(method === 'HEAD' ? undefined : bytes.subarray(start, end + 1));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  await act(`http://127.0.0.1:${String(address.port)}/`);
  server.closeAllConnections();
  server.close();
}

/** Every way of writing that was seen to cost files or to make several of one. */
export const writers: Readonly<Record<string, Writer>> = {
  async 'a PDF in parts'({ folder, salt }) {
    await inParts(join(folder, 'parts.pdf'), large(salt), 4, 300);
    return [arrival('parts.pdf', large(salt))];
  },
  async 'a PDF page by page'({ folder, salt }) {
    const pages = pagesOf(salt, 4);
    const file = await open(join(folder, 'pages.pdf'), 'w');
    for (const page of pages) {
      await file.write(page);
      await pause(350);
    }
    await file.close();
    return [arrival('pages.pdf', Buffer.concat(pages))];
  },
  async 'a TIFF page by page'({ folder, salt }) {
    const path = join(folder, 'pages.tif');
    const steps = [1, 2, 3, 4].map((pages) => async () => {
      const file = await open(path, pages === 1 ? 'w' : 'r+');
      await file.write(tiffOf(salt, pages), 0, null, 0);
      await file.close();
    });
    return inSteps(path, steps, 350);
  },
  async 'a table line by line'({ folder, salt }) {
    const path = join(folder, 'lines.csv');
    const lines = csvOf(salt, 8).toString().match(/.*\n/gu) ?? [];
    await writeFile(path, '');
    for (const line of lines) {
      await appendFile(path, line);
      await pause(400);
    }
    return [arrival('lines.csv', Buffer.from(lines.join('')))];
  },
  async 'full size with a hole first'({ folder, salt }) {
    await preallocated(join(folder, 'hole.pdf'), large(salt), [0, 1, 2, 3], 300, false);
    return [arrival('hole.pdf', large(salt))];
  },
  async 'zeros first'({ folder, salt }) {
    await preallocated(join(folder, 'zeros.csv'), csvOf(salt, 2_000), [0, 1, 2, 3], 300, true);
    return [arrival('zeros.csv', csvOf(salt, 2_000))];
  },
  async 'parts out of order'({ folder, salt }) {
    await preallocated(join(folder, 'order.pdf'), large(salt), [3, 0, 2, 1], 300, false);
    return [arrival('order.pdf', large(salt))];
  },
  async 'saved under another name, then renamed'({ folder, salt }) {
    await writeFile(join(folder, 'A1B2C300.pdf'), smallPdf(salt));
    await rename(join(folder, 'A1B2C300.pdf'), join(folder, 'saved.pdf'));
    return [arrival('saved.pdf', smallPdf(salt))];
  },
  async 'other content, same name, size and time'({ folder, salt, sent }) {
    const path = join(folder, 'same.pdf');
    const [one, other] = [smallPdf(`${salt} A`), smallPdf(`${salt} B`)];
    const time = new Date('2020-01-01T00:00:00Z');
    await writeFile(path, one);
    await utimes(path, time, time);
    await sent(sha256Of(one));
    await writeFile(path, other);
    await utimes(path, time, time);
    return [arrival('same.pdf', one), arrival('same.pdf', other)];
  },
  async 'the next one under the same name'({ folder, beside, salt, sent }) {
    const all = Array.from({ length: 4 }, (_, at) => smallPdf(`${salt} ${String(at)}`));
    for (const [at, bytes] of all.entries()) {
      await writeFile(join(beside, 'next.pdf'), bytes);
      await rename(join(beside, 'next.pdf'), join(folder, 'scan.pdf'));
      if (at < all.length - 1) await sent(sha256Of(bytes));
    }
    return all.map((bytes) => arrival('scan.pdf', bytes));
  },
  async 'a file that stays open and grows after it was sent'({ folder, salt, sent }) {
    const pages = pagesOf(salt, 2);
    const [first] = pages;
    if (first === undefined) return [];
    const file = await open(join(folder, 'open.pdf'), 'w');
    await file.write(first);
    await sent(sha256Of(first));
    for (const page of pages.slice(1)) await file.write(page);
    await file.close();
    return [arrival('open.pdf', first, 'may'), arrival('open.pdf', Buffer.concat(pages))];
  },
  async 'a JPEG with a film behind it'({ folder, salt }) {
    const path = join(folder, 'moving.jpg');
    const parts = [await pictureOf(salt), ...Array.from({ length: 3 }, () => Buffer.alloc(20_000, salt))];
    const steps = parts.map((part) => () => appendFile(path, part));
    return inSteps(path, steps, 350);
  },
  async 'a table with pauses of any length'({ folder, salt }) {
    const path = join(folder, 'pauses.csv');
    const begun: Buffer[] = [];
    let text = '';
    for (const [at, ms] of [100, 900, 300, 1_600, 50, 2_400].entries()) {
      text += csvOf(`${salt} ${String(at)}`, 20).toString();
      await writeFile(path, text);
      begun.push(Buffer.from(text));
      await pause(ms);
    }
    // After a pause that is longer than any before, nobody can tell that more is to come.
    return begun.map((bytes, at) => arrival('pauses.csv', bytes, at === begun.length - 1 ? 'sent' : 'may'));
  },
  async 'a download in four parts at once (aria2)'({ folder, salt }) {
    const bytes = smallPdf(salt, 6_000_000);
    await served(bytes, (url) =>
      run('aria2c', [
        '-q',
        '-x4',
        '-s4',
        '-k1M',
        '--max-overall-download-limit=2M',
        '-d',
        folder,
        '-o',
        'aria.pdf',
        url,
      ]),
    );
    return [arrival('aria.pdf', bytes)];
  },
  async 'a TIFF that Pillow appends pages to'({ folder, salt }) {
    const path = join(folder, 'pillow.tif');
    const steps = [0, 1, 2, 3].map((page) => () => {
      const pages = `Image.new('L', (64, 64), ${String(page * 40)})`;
      const appending = page === 0 ? 'False' : 'True';
      const options = `save_all=True, append=${appending}, append_images=[${pages}], description=sys.argv[2]`;
      const program = `import sys\nfrom PIL import Image\n${pages}.save(sys.argv[1], ${options})`;
      return run('/usr/bin/python3', ['-c', program, path, salt]);
    });
    return inSteps(path, steps, 350);
  },
  async 'a TIFF that tiffcp appends pages to'({ folder, beside, salt }) {
    const [page, path] = [join(beside, 'page.tif'), join(folder, 'tiffcp.tif')];
    const steps = [1, 2, 3, 4].map((number) => async () => {
      await writeFile(page, tiffOf(`${salt} ${String(number)}`, number));
      await run('tiffcp', [...(number === 1 ? [] : ['-a']), page, path]);
    });
    return inSteps(path, steps, 350);
  },
  async rsync({ folder, beside, salt }) {
    await writeFile(join(beside, 'rsync.pdf'), large(salt));
    await run('rsync', ['--bwlimit=400', '-t', join(beside, 'rsync.pdf'), folder]);
    return [arrival('rsync.pdf', large(salt))];
  },
  async 'rsync in place'({ folder, beside, salt }) {
    await writeFile(join(beside, 'inplace.csv'), csvOf(salt, 6_000));
    await run('rsync', ['--inplace', '--bwlimit=100', '-t', join(beside, 'inplace.csv'), folder]);
    return [arrival('inplace.csv', csvOf(salt, 6_000))];
  },
  async 'cp -p of an old file'({ folder, beside, salt }) {
    const path = join(beside, 'old.pdf');
    await writeFile(path, smallPdf(salt));
    await utimes(path, new Date('2001-09-09T00:00:00Z'), new Date('2001-09-09T00:00:00Z'));
    await run('cp', ['-p', path, folder]);
    return [arrival('old.pdf', smallPdf(salt))];
  },
  async 'taken away and put back'({ folder, beside, salt, sent }) {
    const path = join(folder, 'away.pdf');
    await writeFile(path, smallPdf(salt));
    await sent(sha256Of(smallPdf(salt)));
    await rename(path, join(beside, 'away.pdf')).catch(() => undefined);
    await rm(join(beside, 'away.pdf'), { force: true });
    return [{ ...arrival('away.pdf', smallPdf(salt)) }];
  },
};
