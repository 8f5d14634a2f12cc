import { rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import {
  playAwkwardArrivals,
  writeSampleDocuments,
  type SampleDocument,
} from '../../../../resources/sample-documents/index.ts';
import { hotFolderSchema, settingsSchema, type Settings } from '../../../shared/settings.ts';
import { createEngine, type Engine } from '../../engine/engine.ts';
import { success } from '../../engine/faults/fault.ts';
import { isThere } from '../../engine/platform/disk/is-there.ts';
import { makeFolder } from '../../engine/platform/disk/make-folder.ts';
import type { SecretStore } from '../../engine/platform/ports.ts';
import { createNodePorts } from '../../host/node-ports.ts';
import { startPracticeService, type PracticeService } from '../../practice/practice-service.ts';
import { failWith, terminalOf, type CommandContext } from '../command-context.ts';
import { checkDemo } from './check-demo.ts';
import { exitStatus } from '../exit-status.ts';
import { noticesTo } from '../output/notices.ts';
import type { Terminal } from '../output/terminal.ts';
import { runToEnd, startReporting } from '../run/run-to-end.ts';
import { sayBeginning, sayEnd, sayNotOurs } from './say-demo.ts';

/** Flags of the demo. */
export interface DemoOptions {
  readonly json?: boolean;
  readonly output: string;
}

/** The demo's folders below its output folder. */
interface DemoFolders {
  readonly inbox: string;
  readonly xml: string;
  readonly station: string;
}

const projectId = 'accounts-payable';
const connectionId = 'practice';
const sourceId = 'demo-inbox';
/** What came to be decides how the demo ends: a slow computer gets the time, which the summary tells. */
const limitMs = 180_000;

/** Shows the main job over sample documents, and ends the command with whether all went as it must. */
export async function runDemo(context: CommandContext, options: DemoOptions): Promise<void> {
  const terminal = terminalOf(context, options);
  const root = resolve(options.output);
  const folders: DemoFolders = { inbox: join(root, 'inbox'), xml: join(root, 'xml'), station: join(root, 'station') };
  if (!(await makeReady(root, folders, terminal))) {
    context.finish(exitStatus.wrongUsage);
    return;
  }
  const practice = await startPracticeService({ processingMs: 1_500, latencyMs: 15 });
  const ports = createNodePorts({
    dataDirectory: folders.station,
    secrets: secretsOf(practice),
    notifier: noticesTo(terminal),
  });
  try {
    const opened = await createEngine(ports, settingsOf(practice));
    if (!opened.ok) return failWith(context, terminal, opened.fault);
    try {
      await show(context, terminal, opened.value, practice, folders);
    } finally {
      await opened.value.stop();
    }
  } finally {
    ports.close();
    await practice.close();
  }
}

/** Clears what an earlier demo left. A folder that no demo made is left alone. */
async function makeReady(root: string, folders: DemoFolders, terminal: Terminal): Promise<boolean> {
  const marker = join(root, '.mailroom-demo');
  if ((await isThere(root)) && !(await isThere(marker))) {
    sayNotOurs(terminal, root);
    return false;
  }
  for (const folder of [folders.inbox, folders.xml, folders.station])
    await rm(folder, { recursive: true, force: true });
  await makeFolder(folders.inbox);
  await writeFile(marker, 'Made by the demo of Mailroom; its next run replaces the contents.\n');
  return true;
}

/** The practice service's secret is made up for this run: it has no business in the keychain. */
function secretsOf(practice: PracticeService): SecretStore {
  const nothing = (): Promise<{ ok: true; value: void }> => Promise.resolve({ ok: true, value: undefined });
  return { read: () => Promise.resolve(success(practice.clientSecret)), write: nothing, remove: nothing };
}

function settingsOf({ baseUrl, clientId }: PracticeService): Settings {
  return settingsSchema.parse({
    station: { id: 'demo', name: 'Demo' },
    connections: [{ id: connectionId, name: 'Practice service', baseUrl, clientId }],
    tracking: { fastestMs: 500 },
  });
}

async function show(
  context: CommandContext,
  terminal: Terminal,
  engine: Engine,
  practice: PracticeService,
  folders: DemoFolders,
): Promise<void> {
  const startedAt = Date.now();
  const written = await writeSampleDocuments(folders.inbox);
  const reporting = startReporting(engine, terminal, (item) => item.sourceId === sourceId);
  sayBeginning(terminal, practice.baseUrl, folders.inbox, written.length);
  const source = hotFolderSchema.parse({
    id: sourceId,
    name: 'Inbox of the demo',
    folder: folders.inbox,
    rescanMs: 2_000,
    rule: { connectionId, projectId, after: 'move', export: { folder: folders.xml, template: '{date} {title}' } },
  });
  const added = await engine.dispatch({ name: 'source.add', source });
  if (!added.ok) return failWith(context, terminal, added.fault);
  const abort = new AbortController();
  const arrivals = playAwkwardArrivals(folders.inbox, { signal: abort.signal });
  let coming = true;
  void arrivals.done.finally(() => {
    coming = false;
  });
  const run = await runToEnd({
    engine,
    terminal,
    sourceIds: [sourceId],
    until: 'settled',
    limitMs,
    interrupted: context.interrupted,
    startedAt,
    reporting,
    moreComes: () => coming,
  });
  abort.abort();
  await arrivals.done;
  reporting.stop();
  if (run.status === exitStatus.interrupted) {
    context.finish(run.status);
    return;
  }
  const samples: readonly SampleDocument[] = [...written, ...arrivals.samples];
  const problems = await checkDemo({ engine, practice, samples, xmlFolder: folders.xml, items: run.tally.items() });
  sayEnd(terminal, problems, folders.xml);
  context.finish(problems.length === 0 ? exitStatus.ok : exitStatus.someFailed);
}
