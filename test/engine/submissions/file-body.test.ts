import { appendFile, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createByteBudget } from '../../../src/main/engine/submissions/byte-budget.ts';
import { openBody, type BodySource, type ExpectedFile } from '../../../src/main/engine/submissions/file-body.ts';
import { createFileInspector } from '../../../src/main/engine/intake/inspection/file-inspector.ts';
import { makeTestFolder, startTestWorker } from '../../support/ports.ts';

const reader = createFileInspector({ startWorker: startTestWorker, threads: 1 });
afterAll(() => reader.close());

function sourceOf(ceiling: number): BodySource {
  return {
    budget: createByteBudget(ceiling),
    readWhole: ({ path, size, modifiedAt }) => reader.read(path, size, modifiedAt),
  };
}

const memory = sourceOf(1_000_000);

async function fileOf(content: Uint8Array): Promise<ExpectedFile> {
  const path = join(await makeTestFolder(), 'a.pdf');
  await writeFile(path, content);
  const { size, mtimeMs } = await stat(path);
  return { path, size, modifiedAt: mtimeMs };
}

async function streamed(chunks: AsyncIterable<Uint8Array>): Promise<number> {
  let bytes = 0;
  for await (const chunk of chunks) bytes += chunk.length;
  return bytes;
}

describe('the body of an upload', () => {
  it('is the whole small file, and its memory can be used again', async () => {
    const file = await fileOf(Buffer.from('first content'));
    const opened = await openBody(file, 'a.pdf', memory);
    if (!opened.ok || !('bytes' in opened.value.body)) throw new Error('not opened');
    expect(Buffer.from(opened.value.body.bytes).toString()).toBe('first content');
    opened.value.release(true);
    const other = await fileOf(Buffer.from('2nd'));
    const again = await openBody(other, 'b.pdf', memory);
    if (!again.ok || !('bytes' in again.value.body)) throw new Error('not opened');
    expect(Buffer.from(again.value.body.bytes).toString()).toBe('2nd');
    again.value.release(true);
  });

  it('keeps the memory of an upload that was broken off from the next ones: a socket may still read it', async () => {
    const openedWith = async (text: string) => {
      const opened = await openBody(await fileOf(Buffer.from(text)), 'a.pdf', memory);
      if (!opened.ok || !('bytes' in opened.value.body)) throw new Error('not opened');
      return { bytes: opened.value.body.bytes, release: opened.value.release };
    };
    const [brokenOff, answered] = [await openedWith('broken off'), await openedWith('answered')];
    brokenOff.release(false);
    answered.release(true);

    const next = [await openedWith('next one'), await openedWith('and another')];

    expect(Buffer.from(brokenOff.bytes).toString()).toBe('broken off');
    expect(next.map(({ bytes }) => Buffer.from(bytes).toString())).toEqual(['next one', 'and another']);
  });

  it('is refused where size or time differ from what was accepted', async () => {
    const file = await fileOf(Buffer.alloc(1_000, 1));
    await appendFile(file.path, 'more');
    expect(await openBody(file, 'a.pdf', memory)).toMatchObject({ ok: false, fault: { code: 'file-changed' } });
    const touched = await fileOf(Buffer.alloc(1_000, 1));
    await utimes(touched.path, new Date(1_600_000_000_000), new Date(1_600_000_000_000));
    expect(await openBody(touched, 'a.pdf', memory)).toMatchObject({ ok: false, fault: { code: 'file-changed' } });
    expect(await openBody({ ...file, path: `${file.path}.gone` }, 'a.pdf', memory)).toMatchObject({
      ok: false,
      fault: { code: 'file-gone' },
    });
  });

  it('gives its share of memory back after every refusal', async () => {
    const small = sourceOf(1_500);
    const file = await fileOf(Buffer.alloc(1_000, 1));
    await appendFile(file.path, 'more');
    for (let count = 0; count < 5; count += 1) {
      expect(await openBody(file, 'a.pdf', small)).toMatchObject({ ok: false, fault: { code: 'file-changed' } });
    }
    await small.budget.take(1_500);
  });

  it('streams a large file, again for a second try', async () => {
    const file = await fileOf(Buffer.alloc(17 * 1024 * 1024 + 3, 7));
    const opened = await openBody(file, 'a.pdf', memory);
    if (!opened.ok || !('stream' in opened.value.body)) throw new Error('not opened as a stream');
    expect(await streamed(opened.value.body.stream())).toBe(file.size);
    expect(await streamed(opened.value.body.stream())).toBe(file.size);
    expect(opened.value.broken()).toBeNull();
    opened.value.release(true);
  });

  it('never yields the last bytes of a large file that changes on its way', async () => {
    const file = await fileOf(Buffer.alloc(17 * 1024 * 1024, 7));
    const opened = await openBody(file, 'a.pdf', memory);
    if (!opened.ok || !('stream' in opened.value.body)) throw new Error('not opened as a stream');
    let bytes = 0;
    const read = async (chunks: AsyncIterable<Uint8Array>): Promise<void> => {
      for await (const chunk of chunks) {
        if (bytes === 0) await appendFile(file.path, 'x');
        bytes += chunk.length;
      }
    };
    await expect(read(opened.value.body.stream())).rejects.toThrow('the file changed while it was sent');
    expect(bytes).toBeLessThan(file.size);
    expect(opened.value.broken()).toMatchObject({ code: 'file-changed' });
    opened.value.release(true);
  });
});

describe('the byte budget', () => {
  it('lets nobody over the ceiling, in the order they asked, and one alone that is larger than all', async () => {
    const budget = createByteBudget(100);
    const order: string[] = [];
    await budget.take(80);
    const large = budget.take(500).then(() => order.push('large'));
    const small = budget.take(10).then(() => order.push('small'));
    await Promise.resolve();
    expect(order).toEqual([]);
    budget.give(80);
    await large;
    expect(order).toEqual(['large']);
    budget.give(500);
    await small;
    expect(order).toEqual(['large', 'small']);
  });
});
