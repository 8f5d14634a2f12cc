import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { dirname, isAbsolute } from 'node:path';
import type { Outcome } from '../../../shared/faults.ts';
import type { Settings } from '../../../shared/settings.ts';
import { failure, success } from '../../engine/faults/fault.ts';
import { misuse } from '../../engine/faults/usage-sentences.ts';
import { codeOf } from '../../engine/platform/disk/errno.ts';
import { isThere } from '../../engine/platform/disk/is-there.ts';
import { rename, rm } from '../../engine/platform/disk/patient-files.ts';
import type { Log } from '../../engine/platform/ports.ts';

/** Where metrics go: a port of this computer, a file for a collector that reads files (absolute path), both or neither. */
export type MetricsTarget = Settings['metrics'];

/** Metrics that are to be had. */
export interface PublishedMetrics {
  /** Where a collector finds them: address or path. */
  readonly places: readonly string[];
  close(): Promise<void>;
}

/** What is published. */
interface Published {
  readonly text: () => Promise<string>;
  readonly mediaType: string;
  readonly log: Log;
}

/** ms between two writings of the file; collectors read about as often. */
const everyMs = 15_000;

/**
 * Makes metrics available until it is closed. On a port: to this computer alone (127.0.0.1), at `/metrics`. In a file: anew every 15 s,
 * each as a whole, readable to all, gone at the end. Faults: `wrong-usage` (port taken or forbidden, no such folder).
 */
export async function publishMetrics(
  { port, file }: MetricsTarget,
  published: Published,
): Promise<Outcome<PublishedMetrics>> {
  const open: PublishedMetrics[] = [];
  const close = async (): Promise<void> => {
    for (const each of open) await each.close();
  };
  for (const begin of [
    ...(port === undefined ? [] : [() => serve(port, published)]),
    ...(file === undefined ? [] : [() => keepWriting(file, published)]),
  ]) {
    const begun = await begin();
    if (!begun.ok) {
      await close();
      return begun;
    }
    open.push(begun.value);
  }
  return success({ places: open.flatMap(({ places }) => places), close });
}

async function serve(port: number, { text, mediaType, log }: Published): Promise<Outcome<PublishedMetrics>> {
  const server = createServer((request, response) => {
    const path = request.url?.split('?', 1)[0];
    if (path !== '/metrics' || (request.method !== 'GET' && request.method !== 'HEAD')) {
      response.writeHead(path === '/metrics' ? 405 : 404).end();
      return;
    }
    text().then(
      (body) => response.writeHead(200, { 'content-type': mediaType, 'cache-control': 'no-store' }).end(body),
      () => response.writeHead(503).end(),
    );
  });
  try {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  } catch (error) {
    return misuse(codeOf(error) === 'EADDRINUSE' ? 'port-in-use' : 'port-needs-rights', { given: port });
  }
  // One connection more that can't be taken ends nothing.
  server.on('error', (error) => log.warn('metrics-not-served', { cause: codeOf(error, 'unknown') }));
  // It keeps nothing alive that has come to its end.
  server.unref();
  const bound = server.address();
  const at = typeof bound === 'object' && bound !== null ? bound.port : port;
  return success({
    places: [`http://127.0.0.1:${String(at)}/metrics`],
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  });
}

async function keepWriting(file: string, { text, log }: Published): Promise<Outcome<PublishedMetrics>> {
  if (!isAbsolute(file)) return misuse('no-folder', { given: dirname(file) });
  if (!(await isThere(dirname(file)))) return failure('folder-missing', { folder: dirname(file) });
  const beside = `${file}.${String(process.pid)}.part`;
  let told = '';
  const write = async (): Promise<void> => {
    try {
      await writeFile(beside, await text(), { mode: 0o644 });
      await rename(beside, file);
      told = '';
    } catch (error) {
      // What can't be written now is written at the next turn; the log says so once.
      const cause = codeOf(error, 'unknown');
      if (cause !== told) log.warn('metrics-not-written', { cause });
      told = cause;
    }
  };
  let writing = write();
  await writing;
  const timer = setInterval(() => {
    writing = writing.then(write);
  }, everyMs);
  timer.unref();
  return success({
    places: [file],
    async close() {
      clearInterval(timer);
      await writing;
      // Old figures would say that all is well.
      await rm(beside, { force: true });
      await rm(file, { force: true });
    },
  });
}
