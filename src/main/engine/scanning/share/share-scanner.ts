import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { announce } from './announce.ts';
import { createShareDesk, type ShareParts, type SharePlace } from './share-desk.ts';
import { shareFormats } from './share-words.ts';

/** Maximum number of connections: one computer scans, the others ask whether it has ended. */
const maxConnections = 32;
/** Maximum silence of a connection, ms; more than the wait for a page. */
const silentMs = 60_000;
/** Between two tries to listen, or to find the scanner, ms. */
const againMs = 30_000;

/** A scanner that is shared. */
export interface Share {
  close(): Promise<void>;
}

/** The UUID under which a station shares a scanner: it stays as long as both do. */
export function shareUuid(stationId: string, scannerId: string): string {
  const hash = createHash('sha256').update(`${stationId}\n${scannerId}`).digest('hex');
  // Version 8, of a maker's own making (RFC 9562, 5.8).
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    `8${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join('-');
}

/** Shares a scanner of this station by eSCL, and announces it. eSCL knows no sign-in: where it listens is who may scan. */
export function shareScanner(place: SharePlace, parts: ShareParts): Share {
  const { address, port, named } = place;
  const { clock, log } = parts;
  const desk = createShareDesk(place, parts);
  let isClosed = false;
  let announced: { end(): Promise<void> } | null = null;
  let planned: (() => void) | null = null;

  const server = createServer(
    { maxHeaderSize: 8_192, headersTimeout: 10_000, requestTimeout: 30_000, keepAliveTimeout: 5_000 },
    (request, response) => {
      desk.answer(request, response).catch((error: unknown) => {
        // Do not log that a client went away.
        if (!request.socket.destroyed) log.warn('share-failed', { cause: String(error) });
        response.destroy();
      });
    },
  );
  server.maxConnections = maxConnections;
  server.setTimeout(silentMs);
  server.on('error', (error) => {
    log.warn('share-not-opened', { address, port, cause: String(error) });
    // The network may come later than Mailroom.
    planned = clock.after(againMs, listen, { unref: true });
  });
  server.on('listening', () => {
    log.info('share-opened', { address, port });
    void tell();
  });

  function listen(): void {
    if (!isClosed) server.listen(port, address);
  }

  /** Announces it once the scanner has said what it can do: others choose by that. */
  async function tell(): Promise<void> {
    // Nobody else could come to the loopback.
    if (address.startsWith('127.') && parts.announcePort === undefined) return;
    const able = await desk.capabilities().catch(() => null);
    if (isClosed) return;
    if (able === null) {
      planned = clock.after(againMs, () => void tell(), { unref: true });
      return;
    }
    const has = (wanted: string): boolean => able.sources.some(({ source }) => source === wanted);
    const isColored = able.sources.some(({ colors }) => colors.includes('color'));
    announced = announce(
      {
        instance: named.name,
        host: `mailroom-${named.uuid.slice(0, 8)}`,
        ...{ address, port },
        text: [
          ...['txtvers=1', 'vers=2.6', 'rs=eSCL', `ty=${named.name}`, `UUID=${named.uuid}`],
          `pdl=${shareFormats.join(',')}`,
          `cs=grayscale${isColored ? ',color' : ''}`,
          `is=${[...(has('flatbed') ? ['platen'] : []), ...(has('feeder') || has('duplex') ? ['adf'] : [])].join(',')}`,
          `duplex=${has('duplex') ? 'T' : 'F'}`,
        ],
      },
      clock,
      { interface: address, ...(parts.announcePort === undefined ? {} : { port: parts.announcePort }) },
    );
  }

  listen();
  return {
    async close() {
      isClosed = true;
      planned?.();
      await announced?.end();
      const closed = server.listening ? once(server, 'close') : null;
      server.close();
      await desk.close();
      server.closeAllConnections();
      await closed;
      await parts.thread.close();
    },
  };
}
