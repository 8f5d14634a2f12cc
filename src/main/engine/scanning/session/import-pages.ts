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
async function takeBack(session: SessionAtWork, prefix: string, taken: readonly NewPage[]): Promise<void> {
  const { folder, incoming } = session.folder;
  for (const [pageId] of taken) session.arriving.delete(pageId);
  const copies = (await readdir(incoming).catch(() => [])).filter((name) => name.startsWith(prefix));
  const files = [...copies.map((name) => join(incoming, name)), ...taken.map(([, { file }]) => join(folder, file))];
  for (const file of files) await rm(file, { force: true }).catch(() => undefined);
}

/** Takes in all pages of all files, or none: a second try after a fault, or after an end on demand, brings no page twice. */
async function importAll(
  session: SessionAtWork,
  { paths, leftOut }: FoundPictures,
  control: AbortController,
): Promise<Outcome<{ readonly pages: number }>> {
  session.imports += 1;
  const prefix = `import-${session.imports}-`;
  const copied: TakenPage[] = [];
  const taken: NewPage[] = [];
  try {
    for (const [index, path] of paths.entries()) {
      session.importing.set(control, { done: index, of: paths.length });
      session.onChanged();
      const pages = await session.thread.importPages(
        path,
        session.folder.incoming,
        `${prefix}${index}`,
        control.signal,
      );
      if (control.signal.aborted) {
        await takeBack(session, prefix, taken);
        return success({ pages: 0 });
      }
      if (!pages.ok) {
        await takeBack(session, prefix, taken);
        return failure(pages.fault.code, { ...pages.fault.params, picture: basename(path) }, pages.fault.cause);
      }
      copied.push(...pages.value);
    }
    for (const page of copied) taken.push(await adopt(session, page, page, { rotation: page.rotation }));
  } catch (error) {
    await takeBack(session, prefix, taken);
    throw error;
  }
  const others = session.state.notes.filter(({ about }) => about !== 'import');
  session.state = { ...session.state, notes: leftOut === 0 ? others : [...others, { about: 'import', leftOut }] };
  await addPages(session, taken, { kind: 'end' }).catch(ignoreDiskFault);
  return success({ pages: taken.length });
}

/** Takes pages of picture files in: all of them, or none where one can't be read or the import was stopped. */
export async function importFiles(
  session: SessionAtWork,
  found: FoundPictures,
): Promise<Outcome<{ readonly pages: number }>> {
  const control = new AbortController();
  session.importing.set(control, { done: 0, of: found.paths.length });
  if (session.running === null) session.lastFault = null;
  session.state = { ...session.state, underWay: true, came: session.running === null ? null : session.state.came };
  try {
    // A kill from here on may leave some of the pages: the next start says so.
    await session.lasting.save().catch(ignoreDiskFault);
    const taken = await withDiskFault(() => importAll(session, found, control));
    if (!taken.ok) session.lastFault = byHand(taken.fault);
    return taken;
  } finally {
    session.importing.delete(control);
    await change(session, { ...session.state, underWay: isBusy(session) || session.isCutOff }).catch(ignoreDiskFault);
  }
}
