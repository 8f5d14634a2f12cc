import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { FaultCode, Outcome } from '../../../../shared/faults.ts';
import type { ScannerCapabilities } from '../../../../shared/scanning.ts';
import type { Clock, Log } from '../../platform/ports.ts';
import type { ScannerDriver } from '../drivers/driver.ts';
import type { PageThread } from '../pages/page-thread.ts';
import { readShareOrder, shareCapabilities, shareStatus, type ShareName } from './share-words.ts';
import { startSharedJob, type SharedJob } from './shared-job.ts';
import type { Turns } from './turns.ts';

/** Maximum length of a request's body, bytes; scan settings have some 2,000. */
const maxBody = 64 * 1024;
/** Maximum wait for the capabilities of a scanner, ms. */
const capabilitiesMs = 30_000;
/** Between two questions to a scanner that does not answer, ms. */
const againMs = 30_000;

const root = '/eSCL/';
/** Time after its last page in which a feeder counts as empty, ms; later somebody may have put paper in. */
const emptyMs = 5_000;
/** The states of a feeder that has trouble (Mopria eSCL 2.97, AdfState). */
const feederStates: Partial<Record<FaultCode, string>> = {
  'scanner-jammed': 'ScannerAdfJam',
  'scanner-open': 'ScannerAdfHatchOpen',
};

/** Where a scanner of this station is shared. */
export interface SharePlace {
  /** An IPv4 address of this computer. */
  readonly address: string;
  readonly port: number;
  readonly scannerId: string;
  readonly named: ShareName;
}

/** What sharing is made with. */
export interface ShareParts {
  readonly driverOf: (scannerId: string) => ScannerDriver | null;
  readonly turns: Turns;
  /** Of the share alone: it ends with it. */
  readonly thread: PageThread;
  readonly clock: Clock;
  readonly log: Log;
  /** For pages on their way; it is taken away with them. */
  readonly folder: string;
  /** For tests: another port than that of mDNS. */
  readonly announcePort?: number;
}

/** Who answers to the clients of a shared scanner. */
export interface ShareDesk {
  answer(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** What the scanner can do; null while it does not say. */
  capabilities(): Promise<ScannerCapabilities | null>;
  /** Ends the run that goes on. */
  close(): Promise<void>;
}

async function bodyOf(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let length = 0;
  // A body that is not read would end the connection, and with it the answer.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    if (!Buffer.isBuffer(chunk)) return null;
    length += chunk.length;
    if (length > maxBody) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function end(response: ServerResponse, status: number, headers: Readonly<Record<string, string>> = {}): void {
  response.writeHead(status, { 'Content-Length': '0', ...headers }).end();
}

function sendXml(response: ServerResponse, text: string): void {
  response.writeHead(200, { 'Content-Type': 'text/xml; charset=utf-8', 'Content-Length': Buffer.byteLength(text) });
  response.end(text);
}

/** What is said of the feeder; null where there is none. `job` = the run that a client has, or had last. */
function feederState(able: ScannerCapabilities, job: SharedJob | null): string | null {
  if (able.sources.every(({ source }) => source === 'flatbed')) return null;
  if (job?.isRunning() === true) return 'ScannerAdfProcessing';
  const fault = job?.fault() ?? null;
  const trouble = fault === null ? undefined : feederStates[fault.code];
  if (trouble !== undefined) return trouble;
  // Nobody but a run knows whether paper lies there. SANE's own client for eSCL goes by this alone: it ends with pages still to be
  // fetched where the feeder is said to be empty, and begins no run then.
  const isEmpty = job !== null && job.order.request.source !== 'flatbed' && job.isOver() && job.restsMs() < emptyMs;
  return isEmpty ? 'ScannerAdfEmpty' : 'ScannerAdfLoaded';
}

/**
 * Answers by eSCL for a scanner of this station, whichever way the station has to it. One run at a time; whoever comes meanwhile, or
 * while the station itself scans, gets 503.
 */
export function createShareDesk({ address, port, scannerId, named }: SharePlace, parts: ShareParts): ShareDesk {
  const { turns, thread, clock, log, folder } = parts;
  const driver = parts.driverOf(scannerId);
  const closing = new AbortController();
  let job: SharedJob | null = null;
  let asked: { readonly at: number; readonly answer: Promise<Outcome<ScannerCapabilities>> } | null = null;
  let known: ScannerCapabilities | null = null;

  /** What the scanner can do. It is asked until its first answer, and not again: a question keeps it busy while somebody wants to scan. */
  async function capabilities(): Promise<ScannerCapabilities | null> {
    if (known !== null || driver === null) return known;
    if (asked === null || clock.monotonic() - asked.at > againMs) {
      const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(capabilitiesMs)]);
      asked = { at: clock.monotonic(), answer: driver.capabilities(scannerId, signal) };
    }
    const told = await asked.answer;
    if (told.ok) known = told.value;
    return known;
  }

  async function begin(request: IncomingMessage, response: ServerResponse, able: ScannerCapabilities): Promise<void> {
    // A page of the web may not scan through the browser of its reader.
    if (request.headers.origin !== undefined) return end(response, 403);
    const body = await bodyOf(request);
    if (body === null) return end(response, 413, { connection: 'close' });
    const order = readShareOrder(body, able);
    if (order === null) return end(response, 409);
    const client = request.socket.remoteAddress ?? '';
    const isTaken = job !== null && (job.isRunning() || (!job.isOver() && job.client !== client));
    const giveBack = isTaken || driver === null ? null : turns.lend(scannerId);
    if (giveBack === null || driver === null) return end(response, 503, { 'retry-after': '5' });
    const before = job;
    const id = randomUUID();
    job = startSharedJob(
      { id, client, order },
      {
        ...{ driver, scannerId, thread, clock, folder: join(folder, id), onReleased: giveBack },
        onForgotten() {
          if (job?.id === id) job = null;
        },
      },
    );
    await before?.cancel();
    log.info('share-run-begun', { client, source: order.request.source });
    end(response, 201, { Location: `http://${request.headers.host ?? `${address}:${port}`}${root}ScanJobs/${id}` });
  }

  async function give(present: SharedJob, response: ServerResponse): Promise<void> {
    const given = await present.give(async (path) => {
      const { size } = await stat(path);
      response.writeHead(200, { 'Content-Type': present.order.format, 'Content-Length': size });
      const page = createReadStream(path);
      await pipeline(page, response).catch((error: unknown) => {
        // Clients close the connection as soon as they have it all.
        if (page.bytesRead < size) throw error;
      });
    });
    if (given === 'given') return;
    if (given === 'later') return end(response, 503, { 'retry-after': '1' });
    if (given === 'none') return end(response, 404);
    log.info('share-run-ended', { fault: given.fault.code });
    end(response, given.fault.code === 'scanner-empty' ? 404 : 500);
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method, url = '' } = request;
    const path = url.startsWith(root) ? url.slice(root.length) : '';
    const able = await capabilities();
    if (able === null) return end(response, 503, { 'retry-after': '30' });
    if (method === 'GET' && path === 'ScannerCapabilities') return sendXml(response, shareCapabilities(named, able));
    if (method === 'GET' && path === 'ScannerStatus') {
      const isWorking = job?.isRunning() === true || !turns.isFree(scannerId);
      return sendXml(response, shareStatus(isWorking, feederState(able, job)));
    }
    if (method === 'POST' && path === 'ScanJobs') return begin(request, response, able);
    const [, id, next] = /^ScanJobs\/([\da-f-]{36})(\/NextDocument)?$/.exec(path) ?? [];
    const isTheirs = job !== null && job.id === id && job.client === (request.socket.remoteAddress ?? '');
    if (job === null || !isTheirs) return end(response, 404);
    if (method === 'GET' && next !== undefined) return give(job, response);
    if (method !== 'DELETE' || next !== undefined) return end(response, 405);
    await job.cancel();
    end(response, 200);
  }

  return {
    answer,
    capabilities,
    async close() {
      closing.abort();
      await job?.cancel();
    },
  };
}
