import { z } from 'zod';
import type { Session } from '../chromium/connection.ts';
import {
  bindingCalled,
  contextCreated,
  contextDestroyed,
  contextsCleared,
  debuggerPaused,
} from '../chromium/protocol-event.ts';
import { hostGlobalName } from '../worlds/host-link.ts';
import type { ToWorld } from '../worlds/host-link.ts';
import { bindingName, isolatedWorldName } from './world-scripts.ts';

const messageShape = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('hello') }),
  z.object({ kind: z.literal('invoke'), id: z.number(), channel: z.string(), parameters: z.unknown() }),
  z.object({ kind: z.literal('send'), channel: z.string(), parameters: z.unknown() }),
  z.object({ kind: z.literal('preload-error'), message: z.string() }),
  z.object({ kind: z.literal('open'), url: z.string(), name: z.string(), features: z.string() }),
  z.object({ kind: z.literal('title'), title: z.string() }),
  z.object({ kind: z.literal('focus'), focused: z.boolean() }),
  z.object({
    kind: z.literal('key'),
    key: z.string(),
    control: z.boolean(),
    shift: z.boolean(),
    alt: z.boolean(),
  }),
  z.object({
    kind: z.literal('bounds'),
    bounds: z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() }),
  }),
]);

/** A message from the isolated world. */
export type WorldMessage = z.output<typeof messageShape>;

/** The wire between the host and the isolated world of one page. */
export interface WorldLink {
  /** Queues a message; what is sent before the world is there arrives when it is. */
  send(message: ToWorld): void;
  /** Closing the window must be asked for, now and on pages to come. */
  askBeforeClose(): void;
}

/** Batches are bounded so that one burst does not keep the page from drawing. */
const messagesPerBatch = 1_000;

/** Connects to the isolated world of the main frame of a page; `receive` gets what it says. */
export function createWorldLink(
  session: Session,
  frameId: string,
  receive: (message: WorldMessage) => void,
): WorldLink {
  let context: number | undefined;
  let alive = false;
  let scheduled = false;
  let asks = false;
  const queue: ToWorld[] = [];

  const evaluate = (expression: string): void => {
    if (context !== undefined) session.post('Runtime.evaluate', { expression, contextId: context, silent: true });
  };

  const flush = (): void => {
    scheduled = false;
    while (alive && queue.length > 0) {
      evaluate(`${hostGlobalName}.receive(${JSON.stringify(queue.splice(0, messagesPerBatch))})`);
    }
  };

  const lose = (): void => {
    context = undefined;
    alive = false;
  };

  session.on(contextCreated, ({ context: created }) => {
    if (created.name === isolatedWorldName && created.auxData?.frameId === frameId) context = created.id;
  });
  session.on(contextDestroyed, ({ executionContextId }) => {
    if (executionContextId === context) lose();
  });
  session.on(contextsCleared, lose);
  session.on(bindingCalled, ({ name, payload }) => {
    if (name !== bindingName) return;
    const message = messageShape.parse(JSON.parse(payload));
    if (message.kind === 'hello') {
      alive = true;
      if (asks) evaluate(`${hostGlobalName}.asksBeforeClose = true`);
      flush();
    }
    receive(message);
  });
  session.on(debuggerPaused, ({ callFrames }) => {
    const frame = callFrames[0];
    if (frame === undefined) session.post('Debugger.resume');
    else void answerPaths(session, frame.callFrameId).finally(() => session.post('Debugger.resume'));
  });

  return {
    send(message) {
      queue.push(message);
      if (scheduled) return;
      scheduled = true;
      setImmediate(flush);
    },
    askBeforeClose() {
      asks = true;
      if (alive) evaluate(`${hostGlobalName}.asksBeforeClose = true`);
    },
  };
}

const objectShape = z.object({ result: z.object({ objectId: z.string().optional() }) });
const propertiesShape = z.object({
  result: z.array(z.object({ name: z.string(), value: z.object({ objectId: z.string().optional() }).optional() })),
});
const fileShape = z.object({ path: z.string() });

/** The world stands still and has laid out files: looks up where each lies and writes the paths beside them. */
async function answerPaths(session: Session, callFrameId: string): Promise<void> {
  const evaluate = (expression: string): Promise<unknown> =>
    session.send('Debugger.evaluateOnCallFrame', { callFrameId, expression, silent: true });
  try {
    // Only the host's own stop has this global and files in it; any other `debugger` statement just goes on.
    const files = objectShape.parse(await evaluate(`globalThis.${hostGlobalName}?.files`)).result.objectId;
    if (files === undefined) return;
    const listed = propertiesShape.parse(
      await session.send('Runtime.getProperties', { objectId: files, ownProperties: true }),
    );
    const objects = listed.result.filter((each) => /^\d+$/u.test(each.name)).map((each) => each.value?.objectId ?? '');
    const paths = await Promise.all(
      objects.map(async (objectId) => fileShape.parse(await session.send('DOM.getFileInfo', { objectId })).path),
    );
    await evaluate(`${hostGlobalName}.paths = ${JSON.stringify(paths)}`);
  } catch (error) {
    process.stderr.write(`Chromium host: paths of files: ${String(error)}\n`);
  }
}
