import { connect, type Socket } from 'node:net';
import type { Command, Query } from '../../../shared/contract.ts';
import type { Outcome } from '../../../shared/faults.ts';
import { misuse } from '../../engine/faults/usage-sentences.ts';
import { controlAddress } from '../../host/control/control-address.ts';
import { jsonOf, linesOf } from '../../host/control/lines.ts';
import { controlAnswerSchema, largestAnswer, type ControlRequest } from '../../host/control/protocol.ts';

/** The way to the engine of another process. */
export interface ControlConnection {
  dispatch(command: Command): Promise<Outcome<unknown>>;
  query(query: Query): Promise<Outcome<unknown>>;
  /** Settings were changed on disk: what can be taken up at once, is. */
  settingsChanged(): Promise<Outcome<unknown>>;
  close(): Promise<void>;
}

/** Connects to the process that owns the data directory; null where none answers. */
export async function connectControl(dataDirectory: string): Promise<ControlConnection | null> {
  const address = controlAddress(dataDirectory);
  if (address === null) return null;
  const socket = await open(address);
  return socket === null ? null : converse(socket);
}

/** Lets a Mailroom at work on the directory take up settings that were just changed; where none is, the next start does. */
export async function tellSettingsChanged(dataDirectory: string): Promise<void> {
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

function converse(socket: Socket): ControlConnection {
  const waiting = new Map<number, (outcome: Outcome<unknown>) => void>();
  let last = 0;
  let over = false;

  async function read(): Promise<void> {
    try {
      for await (const line of linesOf(socket, largestAnswer)) {
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
    async close() {
      socket.destroy();
      await reading;
    },
  };
}

function ended(): Outcome<never> {
  return misuse('owner-ended');
}
