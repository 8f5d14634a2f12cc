import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { inspectFile } from '../../../../src/main/engine/intake/inspection/inspect-file.ts';
import { createPageThread } from '../../../../src/main/engine/scanning/pages/page-thread.ts';
import { makeTestFolder, startTestWorker } from '../../../support/ports.ts';
import { createIntakeStation } from '../intake-station.ts';
import { pdfBytes } from '../sample-bytes.ts';

const mebibyte = 1024 * 1024;
/** Ordinary files need a fraction of a millisecond of it, the one below some seconds. */
const budget = { tickMs: 5, taskMs: 400, taskMsPerMebibyte: 0, stepMs: 100 };

test('a file that passes its budget is held with that reason, the others go on meanwhile, and the next start does not look into it', async () => {
  const root = await makeTestFolder();
  const station = await createIntakeStation({ root, budget });
  const slow = join(station.folder, 'slow.xml');
  await writeFile(slow, `<a>${'<b c="d">e</b>'.repeat(4 * mebibyte)}</a>`);
  const names = Array.from({ length: 10 }, (_, at) => `${String(at)}.pdf`);
  for (const [at, name] of names.entries()) await writeFile(join(station.folder, name), pdfBytes(at));
  const first = await station.watch({ quietTextMs: 100 });
  await first.settled({ until: 'taken-in' });
  const order = station.taken.map((taken) => taken.kind);
  expect(order).toHaveLength(11);
  expect(order.at(-1)).toBe('held');
  const held = { name: 'slow.xml', stage: 'held', fault: { code: 'file-unjudged', owner: 'clerk' } };
  expect((await station.items()).filter(({ stage }) => stage !== 'accepted')).toMatchObject([held]);
  await first.stop();

  const looked: string[] = [];
  const { inspector } = station;
  const spied: typeof inspector = {
    ...inspector,
    inspect(path, options) {
      looked.push(path);
      return inspector.inspect(path, options);
    },
  };
  const second = await station.watch({ quietTextMs: 100 }, { inspector: spied });
  await second.settled({ until: 'taken-in' });
  expect(looked).toEqual([]);
  expect((await station.items()).filter(({ stage }) => stage !== 'accepted')).toMatchObject([held]);
});

/** One part of a PNG. */
function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A picture of 50,000 by 50,000 pixels, as far as its header tells. */
function hugePng(): Buffer {
  const header = Buffer.from('0000c3500000c3500800000000', 'hex');
  const mark = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([
    mark,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(50_001))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function hugeTiff(): Buffer {
  const entries = [
    [256, 4, 50_000],
    [257, 4, 50_000],
    [258, 3, 8],
    [259, 3, 1],
    [262, 3, 1],
    [273, 4, 200],
    [277, 3, 1],
    [278, 4, 50_000],
    [279, 4, 1_000],
  ] as const;
  const bytes = Buffer.alloc(1_200, 0x55);
  bytes.write('II*\0\x08\0\0\0', 0, 'latin1');
  bytes.writeUInt16LE(entries.length, 8);
  for (const [at, [tag, type, value]] of entries.entries()) {
    bytes.writeUInt16LE(tag, 10 + at * 12);
    bytes.writeUInt16LE(type, 12 + at * 12);
    bytes.writeUInt32LE(1, 14 + at * 12);
    bytes.writeUInt32LE(value, 18 + at * 12);
  }
  bytes.writeUInt32LE(0, 10 + entries.length * 12);
  return bytes;
}

test.each([
  ['huge.png', hugePng()],
  ['huge.tif', hugeTiff()],
])(
  '%s says that it has 2,500 million pixels: it is judged by its structure, and no page of it is drawn',
  async (name, bytes) => {
    const path = join(await makeTestFolder(), name);
    await writeFile(path, bytes);
    const [began, memory] = [process.cpuUsage(), process.memoryUsage.rss()];
    expect(await inspectFile(path, {})).toMatchObject({ kind: 'whole' });
    const pages = createPageThread(() => startTestWorker('pages', null));
    onTestFinished(() => pages.close());
    const shape = { rotation: 0, straighten: 0, cut: null, brightness: 0, contrast: 0 } as const;
    expect(await pages.picture(path, shape, 300, 200)).toMatchObject({ ok: false, fault: { code: 'file-damaged' } });
    expect(await pages.look(path, { codes: true, edge: false, straighten: false })).toMatchObject({ ok: false });
    expect(process.cpuUsage(began).user / 1_000).toBeLessThan(10_000);
    expect(process.memoryUsage.rss() - memory).toBeLessThan(500 * mebibyte);
  },
);
