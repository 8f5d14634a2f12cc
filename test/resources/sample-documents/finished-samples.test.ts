import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileTypeFromBuffer } from 'file-type';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { SampleDocument } from '../../../resources/sample-documents/index.ts';
import { MEDIA_TYPES, sampleRecipes, writeSampleDocuments } from '../../../resources/sample-documents/index.ts';
import { withFolder } from './sample-folder.ts';

type Written = { readonly sample: SampleDocument; readonly bytes: Buffer };

const digest = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

async function writeAndRead(seed?: number): Promise<{ written: Written[]; names: string[] }> {
  return withFolder(async (folder) => {
    const samples = await writeSampleDocuments(join(folder, 'hot'), seed === undefined ? {} : { seed });
    const written = await Promise.all(samples.map(async (sample) => ({ sample, bytes: await readFile(sample.path) })));
    return { written, names: await readdir(join(folder, 'hot')) };
  });
}

describe('the finished sample documents', () => {
  let written: Written[] = [];
  let names: string[] = [];

  beforeAll(async () => {
    ({ written, names } = await writeAndRead());
  });

  function only(matches: (sample: SampleDocument) => boolean): Written {
    const [found, ...others] = written.filter(({ sample }) => matches(sample));
    expect(others).toEqual([]);
    if (found === undefined) throw new Error('no such sample');
    return found;
  }

  it('are at least 24, and the folder holds exactly what was announced', () => {
    expect(written.filter(({ sample }) => sample.expect === 'document').length).toBeGreaterThanOrEqual(24);
    expect(names.sort()).toEqual(written.map(({ sample }) => sample.name).sort());
    expect(written.every(({ sample }) => sample.arrival === 'now' && sample.note !== '')).toBe(true);
  });

  it('cover every type that the service accepts', () => {
    const types = new Set(
      written.filter(({ sample }) => sample.expect === 'document').map(({ sample }) => sample.mediaType),
    );
    const { program, unfinished, ...accepted } = MEDIA_TYPES;
    expect([...types].sort()).toEqual(Object.values(accepted).sort());
    expect(types).not.toContain(program);
    expect(types).not.toContain(unfinished);
  });

  it('have the content that their media type says, whatever their name says', async () => {
    const text: string[] = [MEDIA_TYPES.json, MEDIA_TYPES.csv, MEDIA_TYPES.html];
    for (const { sample, bytes } of written) {
      const sniffed = await fileTypeFromBuffer(bytes);
      expect([sample.name, sniffed?.mime]).toEqual([
        sample.name,
        text.includes(sample.mediaType) ? undefined : sample.mediaType,
      ]);
    }
  });

  it('are structurally whole', () => {
    for (const { sample, bytes } of written) {
      if (sample.mediaType === MEDIA_TYPES.pdf) expect(bytes.subarray(-8).toString('latin1')).toContain('%%EOF');
      if (sample.mediaType === MEDIA_TYPES.jpeg) expect(bytes.subarray(-2).toString('hex')).toBe('ffd9');
      if (sample.mediaType === MEDIA_TYPES.png) expect(bytes.subarray(-8, -4).toString('latin1')).toBe('IEND');
      if (sample.mediaType === MEDIA_TYPES.json) expect(JSON.parse(bytes.toString('utf8'))).toBeTypeOf('object');
      if (sample.mediaType === MEDIA_TYPES.html)
        expect(bytes.toString('utf8')).toMatch(/^<!DOCTYPE html>[^]*<\/html>\n$/);
    }
  });

  it('have distinct contents, except the one duplicate, which names its twin', () => {
    const { sample, bytes } = only((one) => one.expect === 'duplicate');
    const twin = only((one) => one.name === sample.twin);
    expect(digest(twin.bytes)).toBe(digest(bytes));
    const others = written.filter((one) => one.sample !== sample).map((one) => digest(one.bytes));
    expect(new Set(others).size).toBe(others.length);
  });

  it('have names that trouble file systems and clients', () => {
    const umlauts = names.filter((name) => /[^\p{ASCII}]/u.test(name) && name.length < 200);
    expect(umlauts.some((name) => name === 'Rechnung Müller & Söhne.pdf'.normalize('NFC'))).toBe(true);
    expect(umlauts.some((name) => name === name.normalize('NFD') && name !== name.normalize('NFC'))).toBe(true);
    const long = names.filter((name) => name.length > 200);
    expect(long).toHaveLength(1);
    expect(Buffer.byteLength(long[0] ?? '')).toBeLessThanOrEqual(255);
    expect(names.some((name) => name.endsWith('.PDF'))).toBe(true);
    expect(names.some((name) => !name.includes('.'))).toBe(true);
    // No two that a file system without case or composition would take for one.
    expect(new Set(names.map((name) => name.normalize('NFC').toLowerCase())).size).toBe(names.length);
  });

  it('hold a program named .pdf and take a JPEG named .pdf', () => {
    const program = only((one) => one.expect === 'held' && one.mediaType === MEDIA_TYPES.program);
    expect(program.sample.name).toMatch(/\.pdf$/);
    expect(program.bytes.subarray(0, 2).toString('latin1')).toBe('MZ');
    const picture = only((one) => one.mediaType === MEDIA_TYPES.jpeg && one.name.endsWith('.pdf'));
    expect(picture.sample.expect).toBe('document');
  });

  it('hold a PDF that asks for a password', () => {
    const locked = only((one) => one.expect === 'held' && one.mediaType === MEDIA_TYPES.pdf);
    expect(locked.bytes.toString('latin1')).toContain('/Encrypt');
  });

  it('have one sidecar beside its document', () => {
    const sidecar = only((one) => one.expect === 'ignored');
    const main = only((one) => `${one.name}.json` === sidecar.sample.name);
    expect(main.sample).toMatchObject({ expect: 'document', mediaType: MEDIA_TYPES.pdf });
    const told = z.strictObject({
      externalId: z.string().startsWith('ERP-'),
      title: z.string(),
      externalData: z.strictObject({ costCenter: z.string(), clerk: z.string(), orderNumber: z.string() }),
    });
    expect(told.safeParse(JSON.parse(sidecar.bytes.toString('utf8'))).error).toBeUndefined();
  });

  it('have a PDF of several megabytes', () => {
    const sizes = written.filter(({ sample }) => sample.mediaType === MEDIA_TYPES.pdf).map(({ bytes }) => bytes.length);
    expect(Math.max(...sizes)).toBeGreaterThan(3_000_000);
  });

  it('are the same for the same seed and others for another', async () => {
    const again = await writeAndRead();
    const fingerprints = (all: Written[]): string[] =>
      all.map(({ sample, bytes }) => `${sample.name} ${digest(bytes)}`);
    expect(fingerprints(again.written)).toEqual(fingerprints(written));

    const other = await writeAndRead(7);
    const known = new Set(written.map(({ bytes }) => digest(bytes)));
    const shared = other.written.filter(({ bytes }) => known.has(digest(bytes)));
    expect(shared.map(({ sample }) => sample.expect)).toEqual(['held']);
  });
});

describe('writing the samples', () => {
  it('replaces what an earlier run left and leaves no temporary file', async () => {
    await withFolder(async (folder) => {
      const [first] = await writeSampleDocuments(folder);
      if (first === undefined) throw new Error('no samples');
      await writeFile(first.path, 'half a fi');
      const samples = await writeSampleDocuments(folder);
      expect((await readFile(first.path)).subarray(0, 5).toString('latin1')).toBe('%PDF-');
      expect(await readdir(folder)).toHaveLength(samples.length);
    });
  });

  it('rejects with the error of the file system and leaves no temporary file', async () => {
    await withFolder(async (folder) => {
      const [first] = sampleRecipes();
      if (first === undefined) throw new Error('no samples');
      await mkdir(join(folder, 'hot', first.name, 'occupied'), { recursive: true });
      await expect(writeSampleDocuments(join(folder, 'hot'))).rejects.toThrow(/EISDIR|ENOTEMPTY|EEXIST|EPERM/);
      expect(await readdir(join(folder, 'hot'))).toEqual([first.name]);
    });
  });
});
