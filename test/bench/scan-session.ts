/**
 * A session of scanning in a process of its own: takes the pictures of a folder in as pages, waits until all were looked at, and saves
 * them as one document. Arguments: data directory, folder of pictures, folder for the document, rules of the profile (JSON). Prints one
 * line of JSON, as scan.ts reads it.
 */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { z } from 'zod';
import { createEngine } from '../../src/main/engine/engine.ts';
import { createNodePorts } from '../../src/main/host/node-ports.ts';
import { scanCommandAnswers } from '../../src/shared/scan/scan-contract.ts';
import { scanSessionSchema } from '../../src/shared/scanning.ts';
import { settingsSchema } from '../../src/shared/settings.ts';

const [dataDirectory = '', pictures = '', target = '', rules = '{}'] = process.argv.slice(2);
const nothing = { ok: true, value: undefined } as const;
const ports = createNodePorts({
  dataDirectory,
  workersDirectory: join(import.meta.dirname, 'workers'),
  notifier: { notify: () => undefined },
  secrets: {
    read: () => Promise.resolve({ ok: true, value: '' }),
    write: () => Promise.resolve(nothing),
    remove: () => Promise.resolve(nothing),
  },
});
const settings = settingsSchema.parse({
  station: { id: 'bench', name: 'Bench' },
  scanning: { profiles: [{ id: 'post', name: 'Post', ...z.record(z.string(), z.unknown()).parse(JSON.parse(rules)) }] },
});
const opened = await createEngine(ports, settings, { work: false });
if (!opened.ok) throw new Error(opened.fault.code);
const engine = opened.value;
const paths = (await readdir(pictures)).sort().map((name) => join(pictures, name));
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
const began = performance.now();
const imported = await engine.dispatch({ name: 'scan.import', profileId: 'post', paths });
if (!imported.ok) throw new Error(imported.fault.code);
const { sessionId } = scanCommandAnswers['scan.import'].parse(imported.value);
await new Promise<void>((resolve) => {
  const stop = engine.scans.onChanged(() => {
    void engine.query({ name: 'scan.session', sessionId }).then((asked) => {
      if (asked.ok && scanSessionSchema.parse(asked.value).scanning) return;
      stop();
      resolve();
    });
  });
});
// The first saving waits for the looks; the second one is of the document alone.
const first = await engine.dispatch({ name: 'scan.save-as', sessionId, folder: join(target, 'first') });
if (!first.ok) throw new Error(first.fault.code);
const looked = performance.now();
const saved = await engine.dispatch({ name: 'scan.save-as', sessionId, folder: join(target, 'second') });
if (!saved.ok) throw new Error(saved.fault.code);
const ended = performance.now();
delay.disable();
process.stdout.write(
  `${JSON.stringify({
    firstMs: looked - began,
    writtenMs: ended - looked,
    maxStallMs: delay.max / 1e6,
    peakBytes: process.resourceUsage().maxRSS * 1024,
  })}\n`,
);
await engine.stop();
ports.close();
