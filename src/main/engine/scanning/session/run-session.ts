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
  at: SessionAtWork,
  page: DrivenPage,
  { known, first, turnsBacks }: RunPages,
  place: PagePlace,
): Promise<string> {
  const { fit, density, rotation = 0 } = page;
  const fitting = density === undefined ? known.density : density * (fit?.scale ?? 1);
  const fitted = fit === undefined ? null : await at.thread.fit(page, fit, fitting);
  // A page that can't be made so stays as it was scanned.
  const asScanned = fitted?.ok === false ? fitting / (fit?.scale ?? 1) : fitting;
  const turned = nextRotation({ ...first, turnsBacks }, at.state.came);
  const lies = { ...first, rotation: quarter(turned + rotation) };
  const taken = await adopt(at, page, { ...known, density: asScanned }, lies);
  const { came } = at.state;
  at.state = { ...at.state, came: came === null ? null : came + 1 };
  await addPages(at, [taken], place);
  return taken[0];
}

/**
 * Takes over, in their order, pages that a driver wrote and the disk refused to take at once: the driver is not asked for them again.
 * Answers their number.
 */
function collect(at: SessionAtWork, pages: RunPages): Promise<Outcome<{ readonly pages: number }>> {
  return withDiskFault(async () => {
    const { known, first, turnsBacks } = pages;
    const strays = strayPages(await at.folder.pages(), at.state);
    const names = strays.filter((name) => !at.arriving.has(`p${Number(/\d+/.exec(name)?.[0])}`));
    const whole = addStrayPages(at.state, names, { ...known, rotation: first.rotation, turnsBacks });
    const found = Object.keys(whole.pages).filter((pageId) => at.state.pages[pageId] === undefined);
    const changed = change(at, whole);
    for (const pageId of found) lookAt(at, pageId);
    await changed;
    const waiting = await at.folder.waiting();
    for (const page of waiting) await takePage(at, page, pages, { kind: 'end' });
    return success({ pages: names.length + waiting.length });
  });
}

/** Takes the pages of a run into the session, from `place` on. */
function takerOf(at: SessionAtWork, pages: RunPages, place: PagePlace): PageTaker {
  let next = place;
  return {
    folder: at.folder.incoming,
    async take(page) {
      const pageId = await takePage(at, page, pages, next);
      // The next page follows a page that came in between, or instead of another.
      if (next.kind !== 'end') next = { kind: 'after', pageId };
    },
    note(note) {
      at.state = { ...at.state, notes: [...at.state.notes, note] };
      at.onChanged();
    },
  };
}

/** Scans with a driver until it ends; one run at a time. Answers how many pages came. */
export async function runSession(
  at: SessionAtWork,
  driver: ScannerDriver,
  scannerId: string,
  request: ScanRequest,
  place: PagePlace,
  first: FirstShape,
): Promise<Outcome<{ readonly pages: number }>> {
  if (at.running !== null) return failure('scanner-busy');
  const control = new AbortController();
  at.running = control;
  at.lastFault = null;
  at.interrupted = false;
  at.isCutOff = false;
  // The first page saves this.
  at.state = { ...at.state, underWay: true, notes: [] };
  at.onChanged();
  const ours: RunPages = {
    known: { color: request.color, density: request.resolution },
    first,
    turnsBacks: request.source === 'duplex' && at.profile()?.turnBacks === true,
  };
  const left = await collect(at, at.lastRun ?? ours);
  if (left.ok) {
    at.lastRun = ours;
    at.state = { ...at.state, came: 0 };
  }
  // While pages wait to be taken over, a driver would write over them.
  const outcome = left.ok
    ? await withDiskFault(() => driver.scan(scannerId, request, takerOf(at, ours, place), control.signal))
    : left;
  // Pages that can't be taken over now wait for the next run, or for the next start.
  if (!outcome.ok || control.signal.aborted) await collect(at, at.lastRun ?? ours);
  at.running = null;
  at.lastFault = outcome.ok || control.signal.aborted ? null : byHand(outcome.fault);
  const notes = at.state.notes.filter(({ about }) => about !== 'waiting');
  await change(at, { ...at.state, notes, underWay: at.importing.size > 0 || at.isCutOff }).catch(ignoreDiskFault);
  return outcome;
}
