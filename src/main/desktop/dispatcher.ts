import type { IpcMainInvokeEvent } from 'electron';
import { z } from 'zod';
import { bridgeChannels } from '../../shared/bridge.ts';
import { commandAnswers, outsideCommandSchema, queryAnswers, querySchema } from '../../shared/contract.ts';
import { desktopAnswers, desktopRequestSchema, type DesktopRequest } from '../../shared/desktop-contract.ts';
import type { Outcome } from '../../shared/faults.ts';
import type { Engine } from '../engine/engine.ts';
import { byHand } from '../engine/faults/by-hand.ts';
import { failure } from '../engine/faults/fault.ts';
import type { Log } from '../engine/platform/ports.ts';
import { createSerial } from '../engine/platform/serial.ts';
import type { GivenPlaces } from './given-places.ts';
import { namedPaths } from './named-paths.ts';
import type { OfferedPaths } from './offered-paths.ts';

/** What a message comes from, as far as it is judged. */
export type Sender = Pick<IpcMainInvokeEvent, 'senderFrame'>;

/** What the dispatcher hands on to. */
export interface DispatcherParts {
  /** Whether the message comes from our own page in our own window. */
  readonly isOurs: (sender: Sender) => boolean;
  readonly engine: () => Promise<Outcome<Engine>>;
  readonly offered: Pick<OfferedPaths, 'offer'>;
  readonly given: GivenPlaces;
  readonly desktop: (request: DesktopRequest) => Promise<Outcome<unknown>>;
  readonly log: Log;
}

/** The window's one door: each channel with what answers a message of it. */
export type Dispatcher = Readonly<
  Record<'command' | 'query' | 'desktop', (sender: Sender, message: unknown) => Promise<Outcome<unknown>>>
> & {
  /** The preload names paths that a person gave. */
  offer(sender: Sender, paths: unknown): void;
};

const pathsSchema = z.array(z.string());

/** What a person may have set something by: they are asked. What comes by itself (a preview while they type) never asks. */
const typed: ReadonlySet<string> = new Set<DesktopRequest['name']>([
  'settings.set',
  'connections.save',
  'certificate.save',
]);

/** Channels that the dispatcher answers. */
export const answeredChannels = [
  ['command', bridgeChannels.command],
  ['query', bridgeChannels.query],
  ['desktop', bridgeChannels.desktop],
] as const;

/** Makes the dispatcher: sender, then schema, then the act, then the schema of the answer. Nothing it answers is an exception. */
export function createDesktopDispatcher({ isOurs, engine, offered, given, desktop, log }: DispatcherParts): Dispatcher {
  /** One change after the other: what was agreed to is judged by the settings that it then changes. */
  const changes = createSerial();

  async function pass<Request extends { readonly name: string }>(
    sender: Sender,
    message: unknown,
    schema: z.ZodType<Request>,
    answers: Readonly<Record<string, z.ZodType>>,
    act: (request: Request) => Promise<Outcome<unknown>>,
  ): Promise<Outcome<unknown>> {
    if (!isOurs(sender)) {
      log.warn('message-refused', { why: 'sender' });
      return failure('wrong-usage', { problem: 'This page may not ask.', hint: '' });
    }
    const request = schema.safeParse(message);
    if (!request.success) {
      const issue = request.error.issues[0];
      const field = issue?.path.map(String).join('.') ?? '';
      log.warn('message-refused', { why: 'schema', field });
      return failure('wrong-usage', { problem: `The request can't be understood (${field}).`, hint: '' });
    }
    const { name } = request.data;
    try {
      const answer = await changes.run(typed.has(name) ? ['settings'] : [], async () => {
        const agreed = await given(request.data, namedPaths(schema, request.data), typed.has(name));
        if (agreed.ok) return act(request.data);
        log.warn('message-refused', { why: 'not-given' });
        return agreed;
      });
      if (!answer.ok) return answer;
      const value = answers[name]?.safeParse(answer.value ?? {});
      if (value?.success === true) return { ok: true, value: value.data };
      const issue = value?.error.issues[0];
      log.error('answer-refused', { name, field: issue?.path.map(String).join('.'), problem: issue?.message });
      return failure('internal', { what: name }, 'answer does not fit the contract');
    } catch (error) {
      log.error('request-failed', { name, cause: error instanceof Error ? error.stack : String(error) });
      return failure('internal', { what: name });
    }
  }

  return {
    offer(sender, paths) {
      if (isOurs(sender)) offered.offer(pathsSchema.safeParse(paths).data ?? []);
    },
    command: (sender, message) =>
      pass(sender, message, outsideCommandSchema, commandAnswers, async (command) => {
        const up = await engine();
        return up.ok ? up.value.dispatch(command) : up;
      }),
    query: (sender, message) =>
      pass(sender, message, querySchema, queryAnswers, async (query) => {
        const up = await engine();
        return up.ok ? up.value.query(query) : up;
      }),
    desktop: (sender, message) =>
      pass(sender, message, desktopRequestSchema, desktopAnswers, async (request) => {
        const done = await desktop(request);
        return done.ok ? done : { ok: false, fault: byHand(done.fault) };
      }),
  };
}
