import { statSync } from 'node:fs';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createFileInspector } from '../../../../src/main/engine/intake/inspection/file-inspector.ts';
import { statOf } from '../../../../src/main/engine/intake/inspection/file-stat.ts';
import { openLookNotes } from '../../../../src/main/engine/intake/inspection/thread/look-notes.ts';
import type { LookNotes } from '../../../../src/main/engine/intake/inspection/thread/look-notes.ts';
import { makeTestFolder, startTestWorker } from '../../../support/ports.ts';
import { createIntakeStation, eventually } from '../intake-station.ts';
import { pdfBytes } from '../sample-bytes.ts';

const mebibyte = 1024 * 1024;

function opened(folder: string): Promise<LookNotes> {
  return openLookNotes(folder, (error) => {
    throw error;
  });
}

function inspectorOver(notes: LookNotes): ReturnType<typeof createFileInspector> {
  const inspector = createFileInspector({ startWorker: startTestWorker, threads: 1, notes });
  onTestFinished(() => inspector.close());
  return inspector;
}

/** A file that takes some hundred milliseconds to look through. */
async function slowFile(folder: string): Promise<string> {
  const path = join(folder, 'slow.xml');
  await writeFile(path, `<a>${'<b c="d">e</b>'.repeat(mebibyte / 4)}</a>`);
  return path;
}

/** The notes as they would lie on the disk if the process died in the look that is going on. */
async function notesOfDeathIn(path: string, folder: string, number: number): Promise<string> {
  const inspector = inspectorOver(await opened(folder));
  const looking = inspector.inspect(path, { expected: statOf(statSync(path)) });
  const left = `${folder}-${String(number)}`;
  await eventually(async () => {
    await cp(folder, left, { recursive: true, force: true });
    const texts = await Promise.all(
      ['1.note', '2.note'].map((name) => readFile(join(left, name), 'utf8').catch(() => '')),
    );
    return texts.join('');
  }).toContain(JSON.stringify(path));
  expect((await looking).kind).toBe('whole');
  return left;
}

test('a file in which one process after the other ended is held with its reason at the third start after, and the others come in', async () => {
  const root = await makeTestFolder();
  const path = await slowFile(root);
  let folder = join(root, 'looks');
  for (const death of [1, 2]) folder = await notesOfDeathIn(path, folder, death);
  const look = statOf(statSync(path));
  expect((await opened(folder)).standingOf(path, look)).toBe('suspect');
  folder = await notesOfDeathIn(path, folder, 3);

  const notes = await opened(folder);
  const station = await createIntakeStation({ root, notes });
  expect(notes.standingOf(path, look)).toBe('deadly');
  const held = await station.inspector.inspect(path, { expected: look });
  expect(held).toMatchObject({ kind: 'refused', code: 'file-unjudged' });
  // Whoever wants it to be tried again after that has it tried.
  expect((await station.inspector.inspect(path, { expected: look })).kind).toBe('whole');
});

test('details in which processes ended are passed by until they are another file', async () => {
  const root = await makeTestFolder();
  const folder = join(root, 'looks');
  const path = join(root, 'a.pdf.json');
  await writeFile(path, '{"title":"A"}');
  const suspects = [{ path, look: null, deaths: 3 }];
  await mkdir(folder);
  await writeFile(join(folder, 'suspects.json'), JSON.stringify(suspects));
  const inspector = inspectorOver(await opened(folder));
  for (let time = 0; time < 3; time += 1)
    expect(await inspector.sidecar(path)).toMatchObject({ kind: 'invalid', problem: 'too-long' });
  await inspector.close();
  const later = inspectorOver(await opened(folder));
  expect(await later.sidecar(path)).toMatchObject({ kind: 'invalid', problem: 'too-long' });
  await writeFile(path, '{"title":"Another"}');
  expect((await later.sidecar(path)).kind).toBe('fields');
});

test('a file that was looked into to its end, or is another one now, is no suspect any more', async () => {
  const root = await makeTestFolder();
  const path = await slowFile(root);
  const folder = await notesOfDeathIn(path, join(root, 'looks'), 1);
  const notes = await opened(folder);
  const look = statOf(statSync(path));
  expect(notes.standingOf(path, look)).toBe('suspect');
  expect(notes.standingOf(path, { ...look, size: look.size + 1 })).toBe('sound');
  const inspector = inspectorOver(notes);
  expect((await inspector.inspect(path, { expected: look })).kind).toBe('whole');
  await inspector.close();
  expect((await opened(folder)).standingOf(path, look)).toBe('sound');
});

test('what was looked at in other ways counts too, and a station that rests has no file on its notes', async () => {
  const root = await makeTestFolder();
  const folder = join(root, 'looks');
  const path = join(root, 'scan.pdf');
  await writeFile(path, pdfBytes(1));
  for (const death of [1, 2, 3]) {
    const notes = await opened(folder);
    let copied = '';
    await notes.around(path, async () => {
      copied = `${folder}-${String(death)}`;
      await cp(folder, copied, { recursive: true });
    });
    await cp(copied, folder, { recursive: true });
  }
  const notes = await opened(folder);
  expect(await notes.around(path, () => Promise.reject(new Error('was looked into')))).toBeNull();
  expect(await notes.around(path, () => Promise.resolve('looked'))).toBe('looked');

  const inspector = inspectorOver(notes);
  expect((await inspector.inspect(path)).kind).toBe('whole');
  await eventually(() => readFile(join(folder, '3.note'), 'utf8').catch(() => '?')).toMatch(/^\n/);
});
