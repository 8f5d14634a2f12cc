import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { rm } from '../../platform/disk/patient-files.ts';
import type { Fault, Outcome } from '../../../../shared/faults.ts';
import { usualQuality } from '../../../../shared/scanning.ts';
import { byHand } from '../../faults/by-hand.ts';
import { failure, success } from '../../faults/fault.ts';
import { diskFault } from '../disk-fault.ts';
import type { DrivenPage } from '../drivers/driver.ts';
import type { TakenPage } from '../pages/taken-page.ts';
import type { PageToWrite } from '../pages/write-document.ts';
import { createDocumentSizes } from './document-size.ts';
import { createLastingState } from './lasting-state.ts';
import type { FirstShape, LiveSession, LiveSessionParts } from './session-at-work.ts';
import { nextRotation, quarter } from './page-lie.ts';
import type { FoundPictures } from './pictures-at.ts';
import { addStrayPages, freshPage, strayPages } from './session-folder.ts';
import {
  addPage,
  applyLook,
  editSession,
  keptPages,
  type PagePlace,
  type SessionDocument,
  type SessionPage,
  type SessionState,
} from './session-state.ts';
import { sessionView, type ImportProgress } from './session-view.ts';

/** What the pages of a run are before anybody has looked at them. */
interface RunPages {
  readonly known: Pick<SessionPage, 'color' | 'density'>;
  readonly first: FirstShape;
  readonly turnsBacks: boolean;
}

/** So many changes can be taken back. */
const mostUndo = 100;

/** How far all imports are; null: there is none. */
function importProgress(all: readonly ImportProgress[]): ImportProgress | null {
  const sum = (key: keyof ImportProgress): number => all.reduce((total, each) => total + each[key], 0);
  return all.length === 0 ? null : { done: sum('done'), of: sum('of') };
}

/** Brings a session to life. */
export function createLiveSession(
  begin: SessionState,
  { folder, thread, clock, profile, onChanged }: LiveSessionParts,
): LiveSession {
  let state = begin;
  let before: SessionState[] = [];
  let running: AbortController | null = null;
  /** Of the run of which pages may still wait to be taken over. */
  let lastPages: RunPages | null = null;
  let lastFault: Fault | null = null;
  let interrupted = begin.underWay;
  /** Whether the run that goes on, or went on last, was ended by the end of the engine. */
  let isCutOff = false;
  /** Imports that go on, with how far they are; and all that began: each has names of its own. */
  const importing = new Map<AbortController, ImportProgress>();
  let imports = 0;
  const sizes = createDocumentSizes(thread);
  const lasting = createLastingState(() => folder.save(state), clock, onChanged);
  const isBusy = (): boolean => running !== null || importing.size > 0;
  /** Names of pages that are just being taken over. */
  const arriving = new Set<string>();
  /** Looks go one after the other. */
  let looks: Promise<void> = Promise.resolve();

  async function change(next: SessionState): Promise<void> {
    if (next === state) return;
    state = next;
    // A disk that refuses has it later: what is shown is what will be there.
    await lasting.save().finally(onChanged);
  }

  function lookAt(pageId: string): void {
    looks = looks.then(async () => {
      const page = state.pages[pageId];
      const rules = profile();
      if (page === undefined) return;
      const ask = { codes: true, edge: rules?.cut === true, straighten: rules?.straighten === true };
      const seen = await thread.look(join(folder.folder, page.file), ask);
      if (!seen.ok || rules === null) return;
      const { look, part } = seen.value;
      // What an undo brings back knows the page as well: nobody looks at it twice.
      before = before.map((each) => applyLook(each, pageId, look, part, rules));
      await change(applyLook(state, pageId, look, part, rules)).catch(() => undefined);
    });
  }

  /** What the disk refused is tried again, and shown until then; anything else is a mistake. */
  function notOnDisk(error: unknown): void {
    if (diskFault(error) === null) throw error;
  }

  /** Gives a page a number and its place on the disk; what becomes of it in the state is up to whoever asked. */
  async function adopted(
    page: DrivenPage,
    { color, density }: Pick<SessionPage, 'color' | 'density'>,
    first: Partial<FirstShape>,
  ): Promise<readonly [string, SessionPage]> {
    const number = state.nextNumber;
    state = { ...state, nextNumber: number + 1 };
    const pageId = `p${number}`;
    arriving.add(pageId);
    try {
      const file = await folder.adopt(page, number);
      const fresh = freshPage(file, page.mediaType, color, density);
      const { size: bytes } = await stat(join(folder.folder, file));
      return [pageId, { ...fresh, shape: { ...fresh.shape, ...first }, bytes }];
    } catch (error) {
      arriving.delete(pageId);
      throw error;
    }
  }

  /** Adds pages that lie in their places; that the disk refuses to note it is told once all of them are looked at. */
  async function addPages(taken: readonly (readonly [string, SessionPage])[], place: PagePlace): Promise<void> {
    let next = state;
    for (const [pageId, page] of taken) next = addPage(next, pageId, page, place);
    const changed = change(next);
    for (const [pageId] of taken) {
      arriving.delete(pageId);
      lookAt(pageId);
    }
    await changed;
  }

  async function takePage(page: DrivenPage, { known, first, turnsBacks }: RunPages, place: PagePlace): Promise<string> {
    const { fit, density, rotation = 0 } = page;
    const fitting = density === undefined ? known.density : density * (fit?.scale ?? 1);
    const fitted = fit === undefined ? null : await thread.fit(page, fit, fitting);
    // One that can't be made so is a page all the same: as it was scanned.
    const asScanned = fitted?.ok === false ? fitting / (fit?.scale ?? 1) : fitting;
    const turned = nextRotation({ ...first, turnsBacks }, state.came);
    const lies = { ...first, rotation: quarter(turned + rotation) };
    const taken = await adopted(page, { ...known, density: asScanned }, lies);
    state = { ...state, came: state.came === null ? null : state.came + 1 };
    await addPages([taken], place);
    return taken[0];
  }

  /** Takes in all pages of all files, or none: who tries again after a fault, or an end on demand, gets no page twice. */
  async function importAll(
    { paths, leftOut }: FoundPictures,
    control: AbortController,
  ): Promise<Outcome<{ readonly pages: number }>> {
    imports += 1;
    const prefix = `import-${imports}-`;
    const copied: TakenPage[] = [];
    const taken: (readonly [string, SessionPage])[] = [];
    async function takeBack(): Promise<void> {
      for (const [pageId] of taken) arriving.delete(pageId);
      const copies = (await readdir(folder.incoming).catch(() => [])).filter((name) => name.startsWith(prefix));
      const files = [
        ...copies.map((name) => join(folder.incoming, name)),
        ...taken.map(([, { file }]) => join(folder.folder, file)),
      ];
      for (const file of files) await rm(file, { force: true }).catch(() => undefined);
    }
    try {
      for (const [index, path] of paths.entries()) {
        importing.set(control, { done: index, of: paths.length });
        onChanged();
        const pages = await thread.importPages(path, folder.incoming, `${prefix}${index}`, control.signal);
        if (control.signal.aborted) {
          await takeBack();
          return success({ pages: 0 });
        }
        if (!pages.ok) {
          await takeBack();
          return failure(pages.fault.code, { ...pages.fault.params, picture: basename(path) }, pages.fault.cause);
        }
        copied.push(...pages.value);
      }
      for (const page of copied) taken.push(await adopted(page, page, { rotation: page.rotation }));
    } catch (error) {
      await takeBack();
      throw error;
    }
    const others = state.notes.filter(({ about }) => about !== 'import');
    state = { ...state, notes: leftOut === 0 ? others : [...others, { about: 'import', leftOut }] };
    await addPages(taken, { kind: 'end' }).catch(notOnDisk);
    return success({ pages: taken.length });
  }

  /** Takes over what a driver wrote and the disk did not let us have at once, in its order: it is not asked for a second time. */
  async function collect(pages: RunPages): Promise<number> {
    const { known, first, turnsBacks } = pages;
    const lies = strayPages(await folder.pages(), state);
    const names = lies.filter((name) => !arriving.has(`p${Number(/\d+/.exec(name)?.[0])}`));
    const whole = addStrayPages(state, names, { ...known, rotation: first.rotation, turnsBacks });
    const found = Object.keys(whole.pages).filter((pageId) => state.pages[pageId] === undefined);
    const changed = change(whole);
    for (const pageId of found) lookAt(pageId);
    await changed;
    const waiting = await folder.waiting();
    for (const page of waiting) await takePage(page, pages, { kind: 'end' });
    return names.length + waiting.length;
  }

  async function taking(work: () => Promise<Outcome<{ pages: number }>>): Promise<Outcome<{ pages: number }>> {
    try {
      return await work();
    } catch (error) {
      const known = diskFault(error);
      if (known === null) throw error;
      return { ok: false, fault: known };
    }
  }

  function pagesOf(document: SessionDocument): readonly (PageToWrite & Pick<SessionPage, 'bytes'>)[] {
    const { quality = usualQuality, threshold } = profile() ?? {};
    return keptPages(state, document).flatMap((pageId) => {
      const page = state.pages[pageId];
      return page === undefined ? [] : [{ ...page, path: join(folder.folder, page.file), quality, threshold }];
    });
  }

  function remember(): void {
    before = [...before, state].slice(-mostUndo);
  }

  // Those that came in when the power failed: nobody has looked at them.
  for (const { pages } of begin.documents.filter(({ sent }) => sent === null)) {
    for (const pageId of pages) if (begin.pages[pageId]?.look === null) lookAt(pageId);
  }

  return {
    state: () => state,
    view: () =>
      sessionView(state, profile(), {
        scanning: isBusy(),
        importing: importProgress([...importing.values()]),
        fault: lastFault ?? lasting.fault(),
        interrupted,
        canUndo: before.length > 0,
      }),
    async run(driver, scannerId, request, place, first) {
      if (running !== null) return failure('scanner-busy');
      const control = new AbortController();
      running = control;
      lastFault = null;
      interrupted = false;
      isCutOff = false;
      // Its first page takes this to the disk.
      state = { ...state, underWay: true, notes: [] };
      onChanged();
      let next = place;
      const ours: RunPages = {
        known: { color: request.color, density: request.resolution },
        first,
        turnsBacks: request.source === 'duplex' && profile()?.turnBacks === true,
      };
      const left = await taking(async () => success({ pages: await collect(lastPages ?? ours) }));
      if (left.ok) {
        lastPages = ours;
        state = { ...state, came: 0 };
      }
      // A driver would write over what could not be taken over yet.
      const outcome = left.ok
        ? await taking(() =>
            driver.scan(
              scannerId,
              request,
              {
                folder: folder.incoming,
                async take(page) {
                  const pageId = await takePage(page, ours, next);
                  // What follows a page that came in between, or instead of another, follows it.
                  if (next.kind !== 'end') next = { kind: 'after', pageId };
                },
                note(note) {
                  state = { ...state, notes: [...state.notes, note] };
                  onChanged();
                },
              },
              control.signal,
            ),
          )
        : left;
      // Where that fails too it waits for the next run, or the next start.
      if (!outcome.ok || control.signal.aborted)
        await taking(async () => success({ pages: await collect(lastPages ?? ours) }));
      running = null;
      lastFault = outcome.ok || control.signal.aborted ? null : byHand(outcome.fault);
      const notes = state.notes.filter(({ about }) => about !== 'waiting');
      await change({ ...state, notes, underWay: importing.size > 0 || isCutOff }).catch(notOnDisk);
      return outcome;
    },
    async goBy(profileId, own) {
      // An undo takes back what was done to pages, not by what the session goes.
      before = before.map((each) => ({ ...each, profileId, profile: own }));
      const next = { ...state, profileId, profile: own };
      // Of a session without pages nothing is on the disk yet: its first page takes this there.
      if (Object.keys(state.pages).length === 0) state = next;
      else await change(next);
    },
    stop(why) {
      isCutOff ||= isBusy() && why === 'cut-off';
      running?.abort();
      for (const control of importing.keys()) control.abort();
    },
    async importFiles(found) {
      const control = new AbortController();
      importing.set(control, { done: 0, of: found.paths.length });
      lastFault = running === null ? null : lastFault;
      state = { ...state, underWay: true, came: running === null ? null : state.came };
      try {
        // Whoever is killed from here on may have some of the pages: the next start says so.
        await lasting.save().catch(notOnDisk);
        const taken = await taking(() => importAll(found, control));
        if (!taken.ok) lastFault = byHand(taken.fault);
        return taken;
      } finally {
        importing.delete(control);
        await change({ ...state, underWay: isBusy() || isCutOff }).catch(notOnDisk);
      }
    },
    async edit(edit) {
      const next = editSession(state, edit);
      if (next === state) return failure('not-found', { subject: 'page', id: '' });
      remember();
      await change(next);
      return success(null);
    },
    async undo() {
      const previous = before.at(-1);
      if (previous === undefined) return;
      before = before.slice(0, -1);
      // Pages that came since stay: only a person's change is taken back.
      const known = new Set(previous.documents.flatMap(({ pages }) => pages));
      const since = Object.entries(state.pages).filter(([pageId]) => !known.has(pageId));
      const { nextNumber, underWay, came, notes } = state;
      let next: SessionState = { ...previous, nextNumber, underWay, came, notes };
      for (const [pageId, page] of since) next = addPage(next, pageId, page, { kind: 'end' });
      await change(next);
    },
    async looked() {
      let waited: Promise<void> | null = null;
      while (waited !== looks) {
        waited = looks;
        await waited;
      }
    },
    picture(pageId, most) {
      const page = state.pages[pageId];
      if (page === undefined) return Promise.resolve(failure('not-found', { subject: 'page', id: pageId }));
      return thread.picture(join(folder.folder, page.file), page.shape, page.density, most);
    },
    size(documentId, format) {
      const document = state.documents.find(({ id }) => id === documentId);
      return document === undefined
        ? Promise.resolve(failure('not-found', { subject: 'document', id: documentId }))
        : sizes.of(pagesOf(document), format);
    },
    write(document, format, path, title) {
      const pages = pagesOf(document);
      if (pages.length === 0) return Promise.resolve(failure('scan-without-pages'));
      return thread.write(pages, format, path, title);
    },
    async markSent(sent) {
      before = [];
      await change({
        ...state,
        documents: state.documents.map((each) => {
          const place = sent.get(each.id);
          return place === undefined ? each : { ...each, sent: place };
        }),
      });
    },
    end: (keep) => lasting.end(keep),
  };
}
