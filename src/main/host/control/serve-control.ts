import { once } from 'node:events';
import { chmodSync, rmSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { outsideCommandSchema, querySchema } from '../../../shared/contract.ts';
import type { Outcome } from '../../../shared/faults.ts';
import type { Engine } from '../../engine/engine.ts';
import { failure, fault, success } from '../../engine/faults/fault.ts';
import type { Log } from '../../engine/platform/ports.ts';
import { makeControlPlace, proofOf } from './control-address.ts';
import { jsonOf, linesOf } from './lines.ts';
import { controlRequestSchema, maxRequestBytes, type ControlAnswer, type ControlRequest } from './protocol.ts';

/** Other commands that talk to the owner at the same time; for one more, the one that said nothing for longest has to go. */
const maxVisitors = 32;
/** Who says nothing for so long, and waits for nothing, has to go, ms. */
const idleMs = 5 * 60_000;

/** What is served: an engine, and the owner who takes up settings that a command changed. */
export interface Served extends Pick<Engine, 'dispatch' | 'query'> {
  readonly settingsChanged: () => Promise<Outcome<unknown>>;
}

/**
 * Lets other commands of this account talk to the engine, through a local socket that only the account may open. Called by the
 * holder of the owner lock alone: whatever socket lies there belongs to a process that has ended. A socket that can't be made
 * stops nothing; other commands then say that the directory is taken.
 */
export async function serveControl(
  engine: Served,
  dataDirectory: string,
  log: Log,
): Promise<{ close(): Promise<void> }> {
  const place = makeControlPlace(dataDirectory);
  if (place === null) {
    log.warn('control.not-served', { cause: 'no safe place for the socket' });
    return { close: () => Promise.resolve() };
  }
  /** Who is here, those that spoke last at the end; true: waits for an answer. */
  const sockets = new Map<Socket, boolean>();
  const heard = (socket: Socket, waits: boolean): void => {
    sockets.delete(socket);
    if (!socket.destroyed) sockets.set(socket, waits);
  };
  const { address, key } = place;
  const server = createServer((socket) => {
    if (sockets.size >= maxVisitors) {
      const [idle] = [...sockets].find(([, waits]) => !waits) ?? [socket];
      idle.destroy();
      if (idle === socket) return;
      sockets.delete(idle);
    }
    heard(socket, false);
    socket.setTimeout(idleMs, () => {
      if (sockets.get(socket) !== true) socket.destroy();
    });
    socket.on('close', () => sockets.delete(socket));
    // A visitor that leaves in the middle is none of the engine's business.
    socket.on('error', () => socket.destroy());
    void serve(socket);
  });

  async function serve(socket: Socket): Promise<void> {
    try {
      for await (const line of linesOf(socket, maxRequestBytes)) {
        if (line === null) break;
        const request = controlRequestSchema.safeParse(jsonOf(line));
        if (!request.success) break;
        heard(socket, true);
        const answer: ControlAnswer = { id: request.data.id, outcome: await act(request.data) };
        heard(socket, false);
        if (!socket.writable) break;
        if (!socket.write(`${JSON.stringify(answer)}\n`)) await Promise.race([once(socket, 'drain'), gone(socket)]);
      }
    } catch (error) {
      log.debug('control.visitor-gone', { cause: error instanceof Error ? error.message : 'unknown' });
    }
    socket.destroy();
  }

  async function act(request: ControlRequest): Promise<ControlAnswer['outcome']> {
    try {
      return answerOf(await ask(request));
    } catch (error) {
      log.error('control.failed', { cause: error instanceof Error ? (error.stack ?? error.message) : String(error) });
      return { ok: false, fault: fault('internal') };
    }
  }

  /** Known by its schema here, and checked again by the one door of the engine. */
  async function ask({ kind, value }: ControlRequest): Promise<Outcome<unknown>> {
    if (kind === 'settings') return engine.settingsChanged();
    if (kind === 'prove') {
      return key === null || typeof value !== 'string' ? failure('wrong-usage') : success(proofOf(key, value));
    }
    if (kind === 'command') {
      const command = outsideCommandSchema.safeParse(value);
      return command.success ? engine.dispatch(command.data) : failure('wrong-usage');
    }
    const query = querySchema.safeParse(value);
    return query.success ? engine.query(query.data) : failure('wrong-usage');
  }

  const listening = await listen(server, address, log);
  return {
    async close() {
      if (!listening) return;
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets.keys()) socket.destroy();
      await closed;
    },
  };
}

function answerOf(outcome: Outcome<unknown>): ControlAnswer['outcome'] {
  return outcome.ok ? { ok: true, value: outcome.value } : { ok: false, fault: outcome.fault };
}

function gone(socket: Socket): Promise<void> {
  return new Promise((resolve) => socket.once('close', () => resolve()));
}

async function listen(server: Server, address: string, log: Log): Promise<boolean> {
  const pipe = process.platform === 'win32';
  // Made with no rights for others from its first moment; the file mode is set when the socket is bound, which happens here and now.
  const before = pipe ? 0 : process.umask(0o177);
  try {
    if (!pipe) rmSync(address, { force: true });
    server.listen(address);
  } catch (error) {
    log.warn('control.not-served', { cause: error instanceof Error ? error.message : 'unknown' });
    return false;
  } finally {
    if (!pipe) process.umask(before);
  }
  try {
    if (!server.listening) await once(server, 'listening');
    if (!pipe) chmodSync(address, 0o600);
    server.on('error', (error) => log.warn('control.error', { cause: error.message }));
    return true;
  } catch (error) {
    log.warn('control.not-served', { cause: error instanceof Error ? error.message : 'unknown' });
    server.close();
    return false;
  }
}
