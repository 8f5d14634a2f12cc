import { expect, test } from 'vitest';
import { runToEnd, startReporting } from '../../../src/main/cli/run/run-to-end.ts';
import { createTerminal } from '../../../src/main/cli/output/terminal.ts';
import type { Engine } from '../../../src/main/engine/engine.ts';
import { createTestStation, smallPdf, sourceId } from '../../support/engine.ts';

test('the summary counts what is durable, also where the listener hears of it late', async () => {
  const station = await createTestStation();
  const { engine: real, watch } = await station.start();
  // As it is with thousands of files at once: what happened is told some time after, here not before it is asked for.
  const untold: (() => void)[] = [];
  const engine: Engine = {
    ...real,
    onItem: (listener) => real.onItem((item) => void untold.push(() => listener(item))),
    async announced() {
      await real.announced();
      for (const tell of untold.splice(0)) tell();
    },
  };
  let printed = '';
  const stdout = { write: (text: string) => ((printed += text), true) };
  const terminal = createTerminal({ stdout, stderr: { write: () => true } }, true, 'en');
  const reporting = startReporting(engine, terminal, (item) => item.sourceId === sourceId);
  for (const name of ['a', 'b', 'c', 'd', 'e']) await station.put(`${name}.pdf`, smallPdf(name));
  await watch(station.hotFolder());
  const { status, tally } = await runToEnd({
    engine,
    terminal,
    sourceIds: [sourceId],
    until: 'settled',
    limitMs: 60_000,
    interrupted: new Promise(() => undefined),
    startedAt: Date.now(),
    reporting,
  });
  expect(status).toBe(0);
  expect(tally.summary()).toMatchObject({ items: 5, settled: 5 });
  const lines = printed.trim().split('\n');
  expect(lines.filter((line) => line.includes('"stage":"settled"'))).toHaveLength(5);
  expect(lines.at(-1)).toContain('"event":"summary","items":5,"settled":5');
});

test('a run whose limit comes before its folder was looked through says that, not that 0 files are not done', async () => {
  const { engine: real } = await (await createTestStation()).start();
  const looking = { ok: true, value: { done: false, outstanding: 0, rows: [] } } as const;
  const engine: Engine = {
    ...real,
    query: (query) => (query.name === 'items.once' ? Promise.resolve(looking) : real.query(query)),
  };
  let said = '';
  const stderr = { write: (text: string) => ((said += text), true) };
  const terminal = createTerminal({ stdout: { write: () => true }, stderr }, true, 'en');
  const { status } = await runToEnd({
    engine,
    terminal,
    sourceIds: [sourceId],
    until: 'settled',
    limitMs: 0,
    interrupted: new Promise(() => undefined),
    startedAt: 0,
    reporting: startReporting(engine, terminal, () => true),
  });
  expect(status).toBe(1);
  expect(said).toBe('The time was up before everything was found. The next run continues.\n');
});
