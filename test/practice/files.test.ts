import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startPracticeService } from '../../src/main/practice/practice-service.ts';
import { connect, idBody, withService } from './interface-client.ts';
import { fc } from '../support/property.ts';

test('what was uploaded is downloaded byte for byte, with its type and name', async () => {
  await withService({ memoryBytes: 100_000 }, async (client) => {
    const sizes = [1, 60_000, 60_000, 1_048_576, 1_048_577, 5_000_000];
    for (const [index, size] of sizes.entries()) {
      const bytes = randomBytes(size);
      const id = await client.upload(bytes, `Größe ${String(index)} €.pdf`);
      const answer = await fetch(`${client.service.baseUrl}/files/${id}`, {
        headers: { authorization: `Bearer ${client.token}` },
      });
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toBe('application/pdf');
      expect(decodeURIComponent(answer.headers.get('x-hy-filename') ?? '')).toBe(`Größe ${String(index)} €.pdf`);
      expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
    }
    const held = await client.service.files();
    expect(held.map((file) => file.size)).toEqual(sizes);
  });
});

test('an upload without length is taken too', async () => {
  await withService({}, async (client) => {
    for (const size of [10, 3_000_000]) {
      const bytes = randomBytes(size);
      const id = await new Promise<string>((resolve, reject) => {
        const sent = request(
          `${client.service.baseUrl}/files`,
          { method: 'POST', headers: { authorization: `Bearer ${client.token}`, 'content-type': 'image/png' } },
          (answer) => {
            answer.on('data', (chunk: Buffer) => resolve(idBody.parse(JSON.parse(chunk.toString())).id));
          },
        );
        sent.on('error', reject);
        sent.write(bytes.subarray(0, size / 2));
        sent.end(bytes.subarray(size / 2));
      });
      const held = (await client.service.files()).find((file) => file.id === id);
      expect(held?.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
    }
  });
});

test('the content type must be an accepted one, the name at most 256 characters', async () => {
  await withService({}, async (client) => {
    const send = (headers: Record<string, string>) => client.call('POST', '/files', 'x', headers);
    expect((await send({ 'content-type': 'Text/CSV; charset=utf-8' })).status).toBe(201);
    for (const type of ['application/zip', 'application/octet-stream', 'image/gif']) {
      const reply = await send({ 'content-type': type });
      expect(reply.value).toEqual({
        detail: `The content type "${type}" is not supported.`,
        status: 400,
        title: 'Bad Request',
      });
    }
    expect((await send({ 'content-type': 'text/csv', 'x-hy-filename': 'n'.repeat(256) })).status).toBe(201);
    expect((await send({ 'content-type': 'text/csv', 'x-hy-filename': 'n'.repeat(257) })).status).toBe(400);
    expect(client.service.stats().uploads).toBe(2);
  });
});

test('an empty file is refused, and not kept', async () => {
  await withService({}, async (client) => {
    const sent = await client.call('POST', '/files', '', { 'content-type': 'application/pdf' });
    expect(sent).toMatchObject({ status: 400, value: { detail: 'The file is empty.', status: 400 } });
    expect(client.service.stats().uploads).toBe(0);
  });
});

test('a name may be plain ISO-8859-1, and comes back as it was sent', async () => {
  await withService({}, async (client) => {
    for (const name of ['Rechnung März.pdf', '100% sicher.pdf', 'plain.pdf']) {
      const sent = await client.call('POST', '/files', 'x', { 'content-type': 'text/html', 'x-hy-filename': name });
      const { id } = idBody.parse(sent.value);
      expect((await client.call('GET', `/files/${id}`)).headers.get('x-hy-filename')).toBe(name);
      expect((await client.service.files()).find((file) => file.id === id)?.name).toBe(name);
    }
    const nameless = await client.upload('x');
    expect((await client.call('GET', `/files/${nameless}`)).headers.get('x-hy-filename')).toBeNull();
  });
});

test('any name that is percent-encoded is understood', async () => {
  await withService({}, async (client) => {
    const names = fc.sample(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }), { numRuns: 40, seed: 7 });
    for (const name of names) {
      const id = await client.upload('x', name);
      expect((await client.service.files()).find((file) => file.id === id)?.name).toBe(name);
    }
  });
});

test('an unknown file is not found', async () => {
  await withService({}, async (client) => {
    expect((await client.call('GET', '/files/none')).value).toEqual({
      detail: 'The file does not exist.',
      status: 404,
      title: 'Not Found',
    });
  });
});

test('an upload that breaks off leaves nothing, and close removes the folder', async () => {
  const temporary = mkdtempSync(join(tmpdir(), 'practice-files-test-'));
  // The second is what Windows calls it.
  for (const name of ['TMPDIR', 'TEMP']) vi.stubEnv(name, temporary);
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(temporary, { recursive: true, force: true });
  });
  const service = await startPracticeService({ memoryBytes: 0 });
  const client = await connect(service);
  const folders = () => readdirSync(temporary);
  await client.upload('spooled');
  expect(folders().length).toBe(1);
  for (const part of [1000, 2_000_000]) {
    const reports = service.stats().answers['0'] ?? 0;
    const sent = request(`${service.baseUrl}/files`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${client.token}`,
        'content-type': 'image/png',
        'content-length': String(part * 2),
      },
    });
    sent.on('error', () => undefined);
    sent.write(randomBytes(part), () => sent.destroy());
    await expect
      .poll(() => (service.stats().answers['400'] ?? 0) + (service.stats().answers['0'] ?? 0))
      .toBeGreaterThan(reports);
  }
  expect(service.stats().uploads).toBe(1);
  await service.close();
  expect(folders().length).toBe(0);
});

test('large files can be counted without being kept', async () => {
  await withService({ discardLarge: true }, async (client) => {
    await client.upload(randomBytes(2_000_000));
    const small = await client.upload('small');
    expect(client.service.stats()).toMatchObject({ uploads: 2, uploadedBytes: 2_000_005 });
    expect((await client.call('GET', `/files/${small}`)).text).toBe('small');
  });
});
