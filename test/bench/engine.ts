import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createEngine } from '../../src/main/engine/engine.ts';
import { createNodePorts } from '../../src/main/host/node-ports.ts';
import { hotFolderSchema, settingsSchema } from '../../src/shared/settings.ts';
import { engineOrderSchema, engineSettingsSchema, monotonicNow } from './messages.ts';
import type { EngineNews } from './messages.ts';

/*
 * The engine of the benchmarks, a process of its own: the product as it ships, on the ports of a real machine, with a secret made
 * up for the bare server. It is started by fork with its settings as the only argument.
 */

const sampleMs = 20;
const options = engineSettingsSchema.parse(JSON.parse(process.argv[2] ?? '{}'));
const tell = (news: EngineNews): void => void process.send?.(news);
const done = { ok: true, value: undefined } as const;

const ports = createNodePorts({
  dataDirectory: options.dataDirectory,
  workersDirectory: options.workersDirectory,
  secrets: {
    read: () => Promise.resolve({ ok: true, value: 'bench' }),
    write: () => Promise.resolve(done),
    remove: () => Promise.resolve(done),
  },
  notifier: { notify: () => undefined },
});
const settings = settingsSchema.parse({
  station: { id: 'bench', name: 'Bench' },
  connections: [{ id: 'bench', name: 'Bench', baseUrl: options.baseUrl, clientId: 'bench' }],
});
const opened = await createEngine(ports, settings);
if (!opened.ok) throw new Error(`the engine did not start: ${opened.fault.code}`);
const engine = opened.value;

const delay = monitorEventLoopDelay({ resolution: 1 });
let memoryAtStart = 0;
let memoryMax = 0;

function measure(): void {
  delay.reset();
  memoryAtStart = process.memoryUsage.rss();
  memoryMax = memoryAtStart;
}

const sampling = setInterval(() => {
  memoryMax = Math.max(memoryMax, process.memoryUsage.rss());
}, sampleMs);
delay.enable();
measure();

/** Takes one order of the harness. */
async function take(message: unknown): Promise<void> {
  const order = engineOrderSchema.parse(message);
  switch (order.kind) {
    case 'watch': {
      const source = hotFolderSchema.parse({
        id: 'bench',
        name: 'Bench',
        folder: order.folder,
        rule: { connectionId: 'bench', projectId: 'bench' },
      });
      const at = monotonicNow();
      const added = await engine.dispatch({ name: 'source.add', source });
      if (!added.ok) throw new Error(`the folder was not taken: ${added.fault.code}`);
      tell({ kind: 'watching', at });
      return;
    }
    case 'measure':
      measure();
      tell({ kind: 'measuring' });
      return;
    case 'end': {
      clearInterval(sampling);
      const figures = { delayP99: delay.percentile(99) / 1e6, delayMax: delay.max / 1e6, memoryAtStart, memoryMax };
      await engine.stop();
      ports.close();
      tell({ kind: 'ended', figures });
      process.disconnect();
    }
  }
}

process.on('message', (message) => {
  take(message).catch((error: unknown) => {
    // Nothing else waits for this: the harness learns of it by the process's end.
    process.nextTick(() => {
      throw error;
    });
  });
});
tell({ kind: 'ready' });
