import { createHash, randomBytes } from 'node:crypto';
import { stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createServiceClient } from '../../../src/main/engine/service/service-client.ts';
import { createBandwidth } from '../../../src/main/engine/submissions/bandwidth.ts';
import { createByteBudget } from '../../../src/main/engine/submissions/byte-budget.ts';
import { openBody } from '../../../src/main/engine/submissions/file-body.ts';
import { createTestLog, makeTestFolder, realClock } from '../../support/ports.ts';
import { answerJson, answerToken } from '../service/scripted-service.ts';

const size = 20 * 1024 * 1024 + 12_345;

/** A service that reads an upload in fits and starts, and answers with what it got as the id. */
async function startHaltingService(): Promise<string> {
  const server = createServer((request, response) => {
    if (request.url === '/v2/auth/token') {
      request.resume();
      answerToken(response);
      return;
    }
    const digest = createHash('sha256');
    let chunks = 0;
    request.on('data', (chunk: Buffer) => {
      digest.update(chunk);
      chunks += 1;
      if (chunks % 40 !== 0) return;
      request.pause();
      setTimeout(() => request.resume(), 60);
    });
    request.on('end', () => answerJson(response, 201, { id: digest.digest('hex') }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/v2`;
}

test.each([
  ['as fast as it goes', undefined],
  ['at a rate', 60 * 1024 * 1024],
])(
  'a large file arrives as it is, though its memory is used again and the service reads it in fits: %s',
  async (_, rate) => {
    const path = join(await makeTestFolder(), 'large.tif');
    const content = randomBytes(size);
    await writeFile(path, content);
    const { mtimeMs } = await stat(path);
    const client = createServiceClient({
      connection: { id: 'one', name: 'One', baseUrl: await startHaltingService(), clientId: 'c' },
      readSecret: () => Promise.resolve({ ok: true, value: 'a secret' }),
      clock: realClock,
      random: () => 0.01,
      log: createTestLog(),
      network: { env: {} },
      sockets: 2,
    });
    onTestFinished(() => client.close());
    const opened = await openBody({ path, size, modifiedAt: mtimeMs }, 'large.tif', {
      budget: createByteBudget(size),
      readWhole: () => Promise.reject(new Error('a large file is not read whole')),
    });
    if (!opened.ok) throw new Error(opened.fault.code);
    const { body, release } = opened.value;
    onTestFinished(() => release(true));
    const answer = await client.uploadFile(
      { body: createBandwidth(realClock, rate).paced(body), mediaType: 'image/tiff', fileName: 'large.tif' },
      { lane: 'upload' },
    );
    const fileId = createHash('sha256').update(content).digest('hex');
    expect(answer).toEqual({ ok: true, value: { fileId } });
  },
);
