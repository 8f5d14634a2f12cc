import type { Outcome } from '../../../../shared/faults.ts';
import { byHand } from '../../faults/by-hand.ts';
import { failure, success } from '../../faults/fault.ts';
import { ignoreDiskFault, withDiskFault } from '../disk-fault.ts';
import type { DrivenPage, PageTaker, ScannerDriver, ScanRequest } from '../drivers/driver.ts';
import { nextRotation, quarter } from './page-lie.ts';
import {
  addPages,
  adopt,
  change,
  lookAt,
  type FirstShape,
  type RunPages,
  type SessionAtWork,
} from './session-at-work.ts';
import { addStrayPages, strayPages } from './session-folder.ts';
import type { PagePlace } from './session-state.ts';

/** Takes a page of a driver over into the session; answers its id. */
async function takePage(
  session: SessionAtWork,
  page: DrivenPage,
  { known, first, turnsBacks }: RunPages,
  place: PagePlace,
): Promise<string> {
  const { fit, density, rotation = 0 } = page;
  const fitting = density === undefined ? known.density : density * (fit?.scale ?? 1);
  const fitted = fit === undefined ? null : await session.thread.fit(page, fit, fitting);
  // A page that can't be made so stays as it was scanned.
  const asScanned = fitted?.ok === false ? fitting / (fit?.scale ?? 1) : fitting;
  const turned = nextRotation({ ...first, turnsBacks }, session.state.came);
  const lies = { ...first, rotation: quarter(turned + rotation) };
  const taken = await adopt(session, page, { ...known, density: asScanned }, lies);
  const { came } = session.state;
  session.state = { ...session.state, came: came === null ? null : came + 1 };
  await addPages(session, [taken], place);
  return taken[0];
}

/**
 * Takes over, in their order, pages that a driver wrote and the disk refused to take at once: the driver is not asked for them again.
 * Answers their number.
 */
function collect(session: SessionAtWork, pages: RunPages): Promise<Outcome<{ readonly pages: number }>> {
  return withDiskFault(async () => {
    const { known, first, turnsBacks } = pages;
    const strays = strayPages(await session.folder.pages(), session.state);
    const names = strays.filter((name) => !session.arriving.has(`p${Number(/\d+/.exec(name)?.[0])}`));
    const whole = addStrayPages(session.state, names, { ...known, rotation: first.rotation, turnsBacks });
    const found = Object.keys(whole.pages).filter((pageId) => session.state.pages[pageId] === undefined);
    const changed = change(session, whole);
    for (const pageId of found) lookAt(session, pageId);
    await changed;
    const waiting = await session.folder.waiting();
    for (const page of waiting) await takePage(session, page, pages, { kind: 'end' });
    return success({ pages: names.length + waiting.length });
  });
}

/** Takes the pages of a run into the session, from `place` on. */
function takerOf(session: SessionAtWork, pages: RunPages, place: PagePlace): PageTaker {
  let next = place;
  return {
    folder: session.folder.incoming,
    async take(page) {
      const pageId = await takePage(session, page, pages, next);
      // The next page follows a page that came in between, or instead of another.
      if (next.kind !== 'end') next = { kind: 'after', pageId };
    },
    note(note) {
      session.state = { ...session.state, notes: [...session.state.notes, note] };
      session.onChanged();
    },
  };
}

/** Scans with a driver until it ends; one run at a time. Answers how many pages came. */
export async function runSession(
  session: SessionAtWork,
  driver: ScannerDriver,
  scannerId: string,
  request: ScanRequest,
  place: PagePlace,
  first: FirstShape,
): Promise<Outcome<{ readonly pages: number }>> {
  if (session.running !== null) return failure('scanner-busy');
  const control = new AbortController();
  session.running = control;
  session.lastFault = null;
  session.interrupted = false;
  session.isCutOff = false;
  // The first page saves this.
  session.state = { ...session.state, underWay: true, notes: [] };
  session.onChanged();
  const ours: RunPages = {
    known: { color: request.color, density: request.resolution },
    first,
    turnsBacks: request.source === 'duplex' && session.profile()?.turnBacks === true,
  };
  const left = await collect(session, session.lastRun ?? ours);
  if (left.ok) {
    session.lastRun = ours;
    session.state = { ...session.state, came: 0 };
  }
  // While pages wait to be taken over, a driver would write over them.
  const outcome = left.ok
    ? await withDiskFault(() => driver.scan(scannerId, request, takerOf(session, ours, place), control.signal))
    : left;
  // Pages that can't be taken over now wait for the next run, or for the next start.
  if (!outcome.ok || control.signal.aborted) await collect(session, session.lastRun ?? ours);
  session.running = null;
  session.lastFault = outcome.ok || control.signal.aborted ? null : byHand(outcome.fault);
  const notes = session.state.notes.filter(({ about }) => about !== 'waiting');
  await change(session, { ...session.state, notes, underWay: session.importing.size > 0 || session.isCutOff }).catch(
    ignoreDiskFault,
  );
  return outcome;
}
