import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createEngine } from '../../src/main/engine/engine.ts';
import { compileLater } from '../../src/main/host/compile-later.ts';
import { createNodePorts } from '../../src/main/host/node-ports.ts';
import { hotFolderSchema, settingsSchema } from '../../src/shared/settings.ts';
import { engineOrderSchema, engineSettingsSchema, monotonicNow } from './messages.ts';
import type { EngineNews } from './messages.ts';

/*
 * The engine of the product as the command line runs it, in a process of its own. It is started by fork with its settings as the
 * only argument, and does nothing but what the harness tells it. The delay of its main thread is looked at every millisecond.
 */

compileLater();
const { dataDirectory, workersDirectory, baseUrl } = engineSettingsSchema.parse(JSON.parse(process.argv[2] ?? '{}'));
const tell = (news: EngineNews): void => void process.send?.(news);

const ports = createNodePorts({
  dataDirectory,
  workersDirectory,
  secrets: {
    read: () => Promise.resolve({ ok: true, value: 'bench' }),
    write: () => Promise.resolve({ ok: true, value: undefined }),
    remove: () => Promise.resolve({ ok: true, value: undefined }),
  },
  notifier: { notify: () => undefined },
});
const settings = settingsSchema.parse({
  station: { id: 'bench', name: 'bench' },
  connections: [{ id: 'bench', name: 'bench', baseUrl, clientId: 'bench' }],
});
const created = await createEngine(ports, settings);
if (!created.ok) throw new Error(`the engine did not start: ${created.fault.code}`);
const engine = created.value;

const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
let memoryAtStart = process.memoryUsage.rss();
let memoryMax = memoryAtStart;
let processorAtStart = process.cpuUsage();
const memoryWatch = setInterval(() => {
  memoryMax = Math.max(memoryMax, process.memoryUsage.rss());
}, 50);

async function watch(folder: string): Promise<void> {
  const source = hotFolderSchema.parse({
    id: 'bench',
    name: 'bench',
    folder,
    rule: { connectionId: 'bench', projectId: 'bench' },
  });
  const at = monotonicNow();
  const added = await engine.dispatch({ name: 'source.add', source });
  if (!added.ok) throw new Error(`the folder was refused: ${added.fault.code}`);
  tell({ kind: 'watching', at });
}

async function end(): Promise<void> {
  clearInterval(memoryWatch);
  const { user, system } = process.cpuUsage(processorAtStart);
  const figures = {
    delayP99: delay.percentile(99) / 1e6,
    delayMax: delay.max / 1e6,
    memoryAtStart,
    memoryMax,
    processorMs: (user + system) / 1000,
  };
  delay.disable();
  await engine.stop();
  ports.close();
  tell({ kind: 'ended', figures });
  process.disconnect();
}

process.on('message', (message) => {
  const order = engineOrderSchema.parse(message);
  switch (order.kind) {
    case 'watch':
      void watch(order.folder);
      return;
    case 'measure':
      delay.reset();
      memoryAtStart = process.memoryUsage.rss();
      memoryMax = memoryAtStart;
      processorAtStart = process.cpuUsage();
      tell({ kind: 'measuring' });
      return;
    case 'end':
      void end();
  }
});
// The harness is gone without a word: so are we.
process.on('disconnect', () => process.exit(0));

tell({ kind: 'ready' });
