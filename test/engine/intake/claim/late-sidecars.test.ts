import { createHash } from 'node:crypto';
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { returnedNote } from '../../../../src/main/engine/platform/names/claim-places.ts';
import { createIntakeStation, eventually } from '../intake-station.ts';
import { pdfBytes } from '../sample-bytes.ts';

const claiming = { claim: true, rescanMs: 200, quietTextMs: 200 } as const;
const late = {
  name: 'a.pdf.json',
  stage: 'held',
  fault: { code: 'sidecar-late', params: { name: 'a.pdf.json', document: 'a.pdf' } },
};

test('a sidecar that comes to a shared folder after its document was claimed is held by the station that has it, with that reason', async () => {
  const station = await createIntakeStation();
  const watcher = await station.watch(claiming);
  await writeFile(join(station.folder, 'a.pdf'), pdfBytes('a'));
  await eventually(() => station.items()).toMatchObject([{ name: 'a.pdf', stage: 'accepted' }]);
  await writeFile(join(station.folder, 'a.pdf.json'), '{"title":"A"}');
  await eventually(() => station.items()).toMatchObject([{ name: 'a.pdf', stage: 'accepted', title: null }, late]);
  const [document, sidecar] = await station.items();
  expect(dirname(sidecar?.path ?? '')).toBe(dirname(document?.path ?? '?'));
  await watcher.settled();
});

test('one that lay beside its document stays beside it when both are given back; one that came since is held as too late', async () => {
  const station = await createIntakeStation();
  for (const [name, content] of [
    ['a.pdf', pdfBytes('a')],
    ['a.pdf.json', Buffer.from('{"title":"A"}')],
  ] as const) {
    const path = join(station.folder, name);
    await writeFile(path, content);
    const sha256 = createHash('sha256').update(content).digest('hex');
    const note = returnedNote(station.folder, sha256, (await stat(path)).mtimeMs);
    await mkdir(dirname(note), { recursive: true });
    await writeFile(note, '');
  }
  const watcher = await station.watch(claiming);
  // Ends: neither waits for the other for ever.
  await watcher.settled();
  expect(await station.items()).toEqual([]);
  await writeFile(join(station.folder, 'a.pdf.json'), '{"title":"Another"}');
  await eventually(() => station.items()).toMatchObject([late]);
});

test('one that was held since its document did not come joins it when that comes later', async () => {
  const station = await createIntakeStation();
  const watcher = await station.watch({ ...claiming, sidecarWaitMs: 1_000 });
  await writeFile(join(station.folder, 'a.pdf.json'), '{"title":"A"}');
  await eventually(() => station.items()).toMatchObject([{ stage: 'held', fault: { code: 'sidecar-alone' } }]);
  await writeFile(join(station.folder, 'a.pdf'), pdfBytes('a'));
  await eventually(() => station.items()).toMatchObject([
    { name: 'a.pdf.json', stage: 'cancelled' },
    { name: 'a.pdf', stage: 'accepted', title: 'A' },
  ]);
  const [sidecar, document] = await station.items();
  expect(await readdir(dirname(document?.path ?? ''))).toEqual(['a.pdf', 'a.pdf.json']);
  await expect(readdir(dirname(sidecar?.path ?? ''))).rejects.toThrow('ENOENT');
  await watcher.settled();
});

test('one that belongs to a document that was claimed stays with it when another document of that name comes', async () => {
  const station = await createIntakeStation();
  const watcher = await station.watch(claiming);
  await writeFile(join(station.folder, 'a.pdf.json'), '{"title":"A"}');
  await writeFile(join(station.folder, 'a.pdf'), pdfBytes('a'));
  await eventually(() => station.items()).toMatchObject([{ stage: 'accepted', title: 'A' }]);
  await writeFile(join(station.folder, 'a.pdf'), pdfBytes('b'));
  await eventually(() => station.items()).toMatchObject([{ title: 'A' }, { stage: 'accepted', title: null }]);
  const [first] = await station.items();
  expect(await readdir(dirname(first?.path ?? ''))).toEqual(['a.pdf', 'a.pdf.json']);
  await watcher.settled();
});
