import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import type { Command, Query } from '../../../shared/contract.ts';
import type { Outcome } from '../../../shared/faults.ts';
import { misuse } from '../../engine/faults/usage-sentences.ts';
import { controlPlace, proofOf } from '../../host/control/control-address.ts';
import { jsonOf, linesOf } from '../../host/control/lines.ts';
import { controlAnswerSchema, maxAnswerBytes, type ControlRequest } from '../../host/control/protocol.ts';

/** The way to the engine of another process. */
export interface ControlConnection {
  dispatch(command: Command): Promise<Outcome<unknown>>;
  query(query: Query): Promise<Outcome<unknown>>;
  /** Settings were changed on disk: what can be taken up at once, is. */
  settingsChanged(): Promise<Outcome<unknown>>;
  close(): Promise<void>;
}

/** The longest an owner may take to prove that it is one, ms: it may be in the middle of much work. */
const proofMs = 30_000;

/** Connects to the process that owns the data directory; null where none answers. A program that only took its address is told nothing. */
export async function connectControl(dataDirectory: string): Promise<ControlConnection | null> {
  const place = controlPlace(dataDirectory);
  const socket = place === null ? null : await open(place.address);
  if (place === null || socket === null) return null;
  const connection = converse(socket);
  if (place.key === null || (await connection.proves(place.key))) return connection;
  await connection.close();
  return null;
}

/** Lets a Mailroom at work on the directory take up settings that were just changed; where none is, the next start does. */
export async function announceSettingsChanged(dataDirectory: string): Promise<void> {
  const running = await connectControl(dataDirectory);
  if (running === null) return;
  await running.settingsChanged();
  await running.close();
}

function open(address: string): Promise<Socket | null> {
  return new Promise((resolve) => {
    const socket = connect(address);
    // Nobody listens, or it is the socket of a process that was killed.
    socket.once('error', () => resolve(null));
    socket.once('connect', () => {
      socket.removeAllListeners('error');
      socket.on('error', () => socket.destroy());
      resolve(socket);
    });
  });
}

function converse(socket: Socket): ControlConnection & { proves(key: string): Promise<boolean> } {
  const waiting = new Map<number, (outcome: Outcome<unknown>) => void>();
  let last = 0;
  let over = false;

  async function read(): Promise<void> {
    try {
      for await (const line of linesOf(socket, maxAnswerBytes)) {
        const answer = controlAnswerSchema.safeParse(line === null ? undefined : jsonOf(line));
        if (!answer.success) break;
        const { id, outcome } = answer.data;
        waiting.get(id)?.(outcome);
        waiting.delete(id);
      }
    } catch {
      // Told to everyone who still waits, below.
    }
    over = true;
    socket.destroy();
    for (const resolve of waiting.values()) resolve(ended());
    waiting.clear();
  }

  function ask(kind: ControlRequest['kind'], value: unknown): Promise<Outcome<unknown>> {
    if (over) return Promise.resolve(ended());
    last += 1;
    const request: ControlRequest = { id: last, kind, value };
    return new Promise((resolve) => {
      waiting.set(request.id, resolve);
      socket.write(`${JSON.stringify(request)}\n`);
    });
  }

  const reading = read();
  return {
    dispatch: (command) => ask('command', command),
    query: (query) => ask('query', query),
    settingsChanged: () => ask('settings', null),
    async proves(key) {
      const timer = setTimeout(() => socket.destroy(), proofMs);
      const word = randomBytes(32).toString('hex');
      const answer = await ask('prove', word);
      clearTimeout(timer);
      return answer.ok && answer.value === proofOf(key, word);
    },
    async close() {
      socket.destroy();
      await reading;
    },
  };
}

function ended(): Outcome<never> {
  return misuse('owner-ended');
}
