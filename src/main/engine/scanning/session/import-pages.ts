import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Outcome } from '../../../../shared/faults.ts';
import { byHand } from '../../faults/by-hand.ts';
import { failure, success } from '../../faults/fault.ts';
import { rm } from '../../platform/disk/patient-files.ts';
import { ignoreDiskFault, withDiskFault } from '../disk-fault.ts';
import type { TakenPage } from '../pages/taken-page.ts';
import type { FoundPictures } from './pictures-at.ts';
import { addPages, adopt, change, isBusy, type NewPage, type SessionAtWork } from './session-at-work.ts';

/** Takes away what an import copied and took over; the session does not know of it yet. */
async function takeBack(at: SessionAtWork, prefix: string, taken: readonly NewPage[]): Promise<void> {
  const { folder, incoming } = at.folder;
  for (const [pageId] of taken) at.arriving.delete(pageId);
  const copies = (await readdir(incoming).catch(() => [])).filter((name) => name.startsWith(prefix));
  const files = [...copies.map((name) => join(incoming, name)), ...taken.map(([, { file }]) => join(folder, file))];
  for (const file of files) await rm(file, { force: true }).catch(() => undefined);
}

/** Takes in all pages of all files, or none: a second try after a fault, or after an end on demand, brings no page twice. */
async function importAll(
  at: SessionAtWork,
  { paths, leftOut }: FoundPictures,
  control: AbortController,
): Promise<Outcome<{ readonly pages: number }>> {
  at.imports += 1;
  const prefix = `import-${at.imports}-`;
  const copied: TakenPage[] = [];
  const taken: NewPage[] = [];
  try {
    for (const [index, path] of paths.entries()) {
      at.importing.set(control, { done: index, of: paths.length });
      at.onChanged();
      const pages = await at.thread.importPages(path, at.folder.incoming, `${prefix}${index}`, control.signal);
      if (control.signal.aborted) {
        await takeBack(at, prefix, taken);
        return success({ pages: 0 });
      }
      if (!pages.ok) {
        await takeBack(at, prefix, taken);
        return failure(pages.fault.code, { ...pages.fault.params, picture: basename(path) }, pages.fault.cause);
      }
      copied.push(...pages.value);
    }
    for (const page of copied) taken.push(await adopt(at, page, page, { rotation: page.rotation }));
  } catch (error) {
    await takeBack(at, prefix, taken);
    throw error;
  }
  const others = at.state.notes.filter(({ about }) => about !== 'import');
  at.state = { ...at.state, notes: leftOut === 0 ? others : [...others, { about: 'import', leftOut }] };
  await addPages(at, taken, { kind: 'end' }).catch(ignoreDiskFault);
  return success({ pages: taken.length });
}

/** Takes pages of picture files in: all of them, or none where one can't be read or the import was stopped. */
export async function importFiles(
  at: SessionAtWork,
  found: FoundPictures,
): Promise<Outcome<{ readonly pages: number }>> {
  const control = new AbortController();
  at.importing.set(control, { done: 0, of: found.paths.length });
  if (at.running === null) at.lastFault = null;
  at.state = { ...at.state, underWay: true, came: at.running === null ? null : at.state.came };
  try {
    // A kill from here on may leave some of the pages: the next start says so.
    await at.lasting.save().catch(ignoreDiskFault);
    const taken = await withDiskFault(() => importAll(at, found, control));
    if (!taken.ok) at.lastFault = byHand(taken.fault);
    return taken;
  } finally {
    at.importing.delete(control);
    await change(at, { ...at.state, underWay: isBusy(at) || at.isCutOff }).catch(ignoreDiskFault);
  }
}
