/**
 * An engine in a process of its own, for the tests that kill one: watches the folders given, says `working`, and ends
 * with `done` once everything is at its end. With a `command`, an act on many items, it does that first and says `working` in the midst of it. Argument: JSON of what is given.
 */
import { z } from 'zod';
import { commandSchema, queryAnswers, type Command } from '../../src/shared/contract.ts';
import { hotFolderSchema, settingsSchema } from '../../src/shared/settings.ts';
import { createEngine } from '../../src/main/engine/engine.ts';
import { teamAccount } from '../../src/main/engine/team/postgres/address.ts';
import { createNodePorts } from '../../src/main/host/node-ports.ts';

const given = z
  .object({
    dataDirectory: z.string(),
    workersDirectory: z.string(),
    secret: z.string(),
    settings: settingsSchema,
    hotFolders: z.array(hotFolderSchema),
    command: commandSchema.nullable(),
  })
  .parse(JSON.parse(process.argv[2] ?? ''));

/** One secret for all that is asked for, or, as JSON, one for the service and one for the team. */
function secretOf(id: string): string {
  if (!given.secret.startsWith('{')) return given.secret;
  const { service, team } = z.object({ service: z.string(), team: z.string() }).parse(JSON.parse(given.secret));
  return id === teamAccount ? team : service;
}

const ports = createNodePorts({
  dataDirectory: given.dataDirectory,
  workersDirectory: given.workersDirectory,
  notifier: { notify: () => undefined },
  secrets: {
    read: (id) => Promise.resolve({ ok: true, value: secretOf(id) }),
    write: () => Promise.resolve({ ok: true, value: undefined }),
    remove: () => Promise.resolve({ ok: true, value: undefined }),
  },
});
const opened = await createEngine(ports, given.settings);
if (!opened.ok) throw new Error(opened.fault.code);
const engine = opened.value;
for (const source of given.hotFolders) await engine.dispatch({ name: 'source.add', source });
const sourceIds = given.hotFolders.map(({ id }) => id);

async function isDone(): Promise<boolean> {
  const answer = await engine.query({ name: 'items.once', sourceIds, until: 'settled' });
  if (!answer.ok) throw new Error(answer.fault.code);
  return queryAnswers['items.once'].parse(answer.value).done;
}

async function act(command: Command): Promise<void> {
  const asking = setInterval(() => {
    void engine.query({ name: 'items.acting', act: 'act' }).then((answer) => {
      if (!answer.ok) throw new Error(answer.fault.code);
      const { progress } = queryAnswers['items.acting'].parse(answer.value);
      if (progress === null || progress.done === 0) return;
      clearInterval(asking);
      process.stdout.write('working\n');
    });
  }, 5);
  await engine.dispatch(command);
  clearInterval(asking);
  process.stdout.write('working\n');
}

async function work(): Promise<void> {
  if (given.command === null) process.stdout.write('working\n');
  // The end of the first look through the folder is no event: it is asked for at each one and, for that, from time to time.
  await new Promise<void>((resolve) => {
    const ask = (): void =>
      void isDone().then((done) => {
        if (!done) return;
        stopListening();
        clearInterval(asking);
        resolve();
      });
    const stopListening = engine.onEvent(ask);
    const asking = setInterval(ask, 200);
  });
}

if (given.command !== null) await act(given.command);
if (given.hotFolders.length > 0) await work();
process.stdout.write('done\n');
await engine.stop();
ports.close();
