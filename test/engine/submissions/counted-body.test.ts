import { describe, expect, test } from 'vitest';
import type { UploadBody } from '../../../src/main/engine/service/client.ts';
import { countedBody } from '../../../src/main/engine/submissions/file-body.ts';

const mebibyte = 1024 * 1024;

async function bytesOf(body: UploadBody): Promise<Buffer> {
  if ('bytes' in body) return Buffer.from(body.bytes);
  const chunks: Uint8Array[] = [];
  for await (const chunk of body.stream()) chunks.push(chunk);
  return Buffer.concat(chunks);
}

describe('a counted body', () => {
  test('of a small file stays as it is: it goes faster in one piece', () => {
    const body = { bytes: new Uint8Array(100_000) };
    expect(countedBody(body, () => undefined)).toBe(body);
  });

  test('of a larger one has the same bytes and size, and tells how many have left, from nothing for each try', async () => {
    const content = Buffer.from(Array.from({ length: 3 * mebibyte + 5 }, (_, index) => index % 251));
    const told: number[] = [];
    const body = countedBody({ bytes: content }, (bytes) => told.push(bytes));
    expect('size' in body && body.size).toBe(content.length);
    for (let tries = 0; tries < 2; tries += 1) {
      told.length = 0;
      expect((await bytesOf(body)).equals(content)).toBe(true);
      expect(told[0]).toBe(0);
      expect(told.at(-1)).toBe(content.length);
      expect(told).toEqual(told.toSorted((a, b) => a - b));
      expect(told.length).toBeGreaterThan(10);
    }
  });

  test('of a stream passes on its chunks as they are', async () => {
    async function* chunks() {
      await Promise.resolve();
      yield new Uint8Array(10);
      yield new Uint8Array(7);
    }
    const told: number[] = [];
    const body = countedBody({ stream: chunks, size: 17 }, (bytes) => told.push(bytes));
    expect((await bytesOf(body)).length).toBe(17);
    expect(told).toEqual([0, 10, 17]);
  });
});
