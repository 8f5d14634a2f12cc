import { appendFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { caseRuleSchema } from '../../../../src/shared/case-rule.ts';
import type { IntakeDependencies } from '../../../../src/main/engine/intake/reception/intake.ts';
import { createIntakeStation, eventually, folderConfig } from '../intake-station.ts';
import { pdfBytes } from '../sample-bytes.ts';

const config = {
  rule: { ...folderConfig('/').rule, mode: 'case' as const, case: caseRuleSchema.parse({ by: 'name' }) },
};

/** Keeps what comes in soon; `told` hears when all of it has ended. */
function keepComing(told = (): void => undefined) {
  const [now, all]: [string[], string[]] = [[], []];
  const keep = (what: string) => {
    now.push(what);
    all.push(what);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      now.splice(now.indexOf(what), 1);
      if (now.length === 0) told();
    };
  };
  const comingFiles: IntakeDependencies['comingFiles'] = {
    comes: ({ path }) => keep(path),
    looksThrough: () => keep('the folder'),
  };
  return { now, all, comingFiles };
}

test('a file counts as coming while it waits for its turn, also one that was seen while it was written; not once it is in', async () => {
  let isFull = true;
  let goOn = (): void => undefined;
  const room = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const station = await createIntakeStation({ room: () => (isFull ? room : Promise.resolve()) });
  const coming = keepComing();
  const watcher = await station.watch(config, { comingFiles: coming.comingFiles });
  await watcher.rescan();
  const [still, grows] = [join(station.folder, '7_still.pdf'), join(station.folder, '7_grows.pdf')];
  const bytes = pdfBytes('grows', 100_000);
  await writeFile(grows, '');
  await eventually(() => coming.all).toContain(grows);
  await appendFile(grows, bytes.subarray(0, 50_000));
  await watcher.rescan();
  await appendFile(grows, bytes.subarray(50_000));
  await writeFile(still, pdfBytes('still'));
  await eventually(() => [...coming.now].sort()).toEqual([grows, still]);
  isFull = false;
  goOn();
  await watcher.settled({ until: 'taken-in' });
  expect(coming.now).toEqual([]);
});

test('a file that is not whole is not waited for', async () => {
  const station = await createIntakeStation();
  const coming = keepComing();
  await writeFile(join(station.folder, '7_half.pdf'), '%PDF-1.4 half');
  const watcher = await station.watch(config, { comingFiles: coming.comingFiles });
  await watcher.settled();
  expect(coming.all).toContain(join(station.folder, '7_half.pdf'));
  await eventually(() => coming.now).toEqual([]);
});

test('what was on its way when its folder was paused is waited for until that was looked through again', async () => {
  let isFull = true;
  const station = await createIntakeStation({
    room: () => (isFull ? new Promise(() => undefined) : Promise.resolve()),
  });
  const takenAtEnd: number[] = [];
  const coming = keepComing(() => takenAtEnd.push(station.taken.length));
  const path = join(station.folder, '7_note.pdf');
  await writeFile(path, pdfBytes('note'));
  const watcher = await station.watch(config, { comingFiles: coming.comingFiles });
  await eventually(() => coming.now).toEqual([path]);
  await watcher.pause();
  expect([coming.now, takenAtEnd]).toEqual([[path], []]);
  isFull = false;
  await watcher.resume();
  await watcher.settled({ until: 'taken-in' });
  expect(station.taken).toHaveLength(1);
  await eventually(() => coming.now).toEqual([]);
  expect(new Set(takenAtEnd)).toEqual(new Set([1]));
});
