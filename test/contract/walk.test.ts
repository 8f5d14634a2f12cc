import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { operationTable } from '../../src/main/engine/service/operations/table.ts';
import { startPracticeService } from '../../src/main/practice/practice-service.ts';

const run = promisify(execFile);
const script = join(import.meta.dirname, 'walk.sh');

test('curl walks the whole practice service by the interface document alone', async () => {
  const service = await startPracticeService({ processingMs: 50 });
  onTestFinished(() => service.close());
  const env = {
    PATH: process.env['PATH'] ?? '',
    MAILROOM_BASE_URL: service.baseUrl,
    MAILROOM_CLIENT_ID: service.clientId,
    MAILROOM_CLIENT_SECRET: service.clientSecret,
  };
  const { stdout } = await run('sh', [script], { env, maxBuffer: 1024 * 1024 });
  const succeeded = stdout
    .split('\n')
    .filter((line) => / 2\d\d$/.test(line))
    .map((line) => line.replace(/(?:\?\S*)? \d+$/, ''));
  const operations = operationTable.map(({ method, path }) => `${method} ${path}`);
  expect(operations).toHaveLength(108);
  expect([...new Set(succeeded)].sort()).toEqual([...operations].sort());
  const { requests } = service.stats();
  expect(requests['unknown']).toBeUndefined();
  expect(Object.keys(requests)).toHaveLength(108);
}, 230_000);

test('a service that answers otherwise ends the walk with a word about where', async () => {
  const service = await startPracticeService({ processingMs: 50 });
  onTestFinished(() => service.close());
  service.injectFault({ operation: 'files.upload', kind: '503', probability: 1, times: 1 });
  const env = {
    PATH: process.env['PATH'] ?? '',
    MAILROOM_BASE_URL: service.baseUrl,
    MAILROOM_CLIENT_ID: service.clientId,
    MAILROOM_CLIENT_SECRET: service.clientSecret,
  };
  await expect(run('sh', [script], { env })).rejects.toThrow('wrong answer of POST /files');
}, 230_000);
