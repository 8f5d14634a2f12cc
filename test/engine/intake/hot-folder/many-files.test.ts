import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createIntakeStation, eventually } from '../intake-station.ts';
import { pdfBytes } from '../sample-bytes.ts';

test(
  'a burst of 10,000 files, half there and half coming: each comes in exactly once',
  { timeout: 240_000 },
  async () => {
    const station = await createIntakeStation();
    for (let at = 0; at < 5_000; at += 1) writeFileSync(join(station.folder, `${at}.pdf`), pdfBytes(at));
    const watcher = await station.watch({ rescanMs: 1_000 });
    mkdirSync(join(station.folder, 'sub'));
    for (let at = 5_000; at < 10_000; at += 1) writeFileSync(join(station.folder, 'sub', `${at}.pdf`), pdfBytes(at));
    await eventually(() => station.taken.length, { interval: 50, timeout: 200_000 }).toBe(10_000);
    await watcher.settled();
    const items = await station.items();
    expect(items).toHaveLength(10_000);
    expect(new Set(items.map((item) => item.path)).size).toBe(10_000);
  },
);

test('intake does not run ahead of a sender that stands still', async () => {
  let open = (): void => undefined;
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  let asked = 0;
  const station = await createIntakeStation({
    room: () => {
      asked += 1;
      return gate;
    },
  });
  for (let at = 0; at < 300; at += 1) writeFileSync(join(station.folder, `${at}.pdf`), pdfBytes(at));
  const watcher = await station.watch();
  await watcher.rescan();
  await eventually(() => asked).toBe(64);
  expect(station.taken).toEqual([]);
  open();
  await watcher.settled();
  expect(station.taken).toHaveLength(300);
});
