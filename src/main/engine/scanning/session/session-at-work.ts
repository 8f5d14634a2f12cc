import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Fault } from '../../../../shared/faults.ts';
import type { ScanProfile } from '../../../../shared/scanning.ts';
import type { Clock } from '../../platform/ports.ts';
import type { DrivenPage } from '../drivers/driver.ts';
import type { FilePages } from '../editing/file-pages.ts';
import type { PageThread } from '../pages/page-thread.ts';
import type { LastingState } from './lasting-state.ts';
import { freshPage, type SessionFolder } from './session-folder.ts';
import { addPage, applyLook, type PagePlace, type SessionPage, type SessionState } from './session-state.ts';
import type { ImportProgress } from './session-view.ts';

/** What a session works with. */
export interface LiveSessionParts {
  readonly folder: SessionFolder;
  readonly thread: PageThread;
  /** Where its pages are those of items. */
  readonly files: FilePages;
  readonly clock: Pick<Clock, 'after' | 'now'>;
  /** The profile as it is in the settings now, else the session's own; null where it was taken out. */
  readonly profile: () => ScanProfile | null;
  readonly onChanged: () => void;
}

/** What is done with a page from the start. */
export type FirstShape = Pick<SessionPage['shape'], 'rotation' | 'brightness' | 'contrast'>;

/** What is known of the pages of a run before anybody has looked at them. */
export interface RunPages {
  readonly known: Pick<SessionPage, 'color' | 'density'>;
  readonly first: FirstShape;
  readonly turnsBacks: boolean;
}

/** A session at work: its state, and what goes on with it. */
export interface SessionAtWork extends LiveSessionParts {
  state: SessionState;
  /** States to which an undo goes back, the latest last. */
  before: readonly SessionState[];
  /** Ends the present run; null: there is none. */
  running: AbortController | null;
  /** The latest run, of which pages may still wait to be taken over. */
  lastRun: RunPages | null;
  lastFault: Fault | null;
  /** An earlier start was cut off while pages came in. */
  interrupted: boolean;
  /** The end of the engine ended the present run, or the latest one. */
  isCutOff: boolean;
  /** Imports that go on, with their progress. */
  readonly importing: Map<AbortController, ImportProgress>;
  /** Number of imports so far: the files of each have names of their own. */
  imports: number;
  /** Ids of pages that are just being taken over. */
  readonly arriving: Set<string>;
  /** Looks at pages, one after the other. */
  looks: Promise<void>;
  readonly lasting: LastingState;
}

/** A page with its id. */
export type NewPage = readonly [pageId: string, page: SessionPage];

/** Whether pages come in, from a run or from imports. */
export function isBusy({ running, importing }: SessionAtWork): boolean {
  return running !== null || importing.size > 0;
}

/** Makes `next` the state. Rejects where the disk refuses it: it is saved later then, and shown from now on. */
export async function change(session: SessionAtWork, next: SessionState): Promise<void> {
  if (next === session.state) return;
  session.state = next;
  await session.lasting.save().finally(session.onChanged);
}

/** Looks at a page once all others were looked at, and applies the rules of the profile. */
export function lookAt(session: SessionAtWork, pageId: string): void {
  session.looks = session.looks.then(async () => {
    const page = session.state.pages[pageId];
    const rules = session.profile();
    if (page === undefined) return;
    const ask = { codes: true, edge: rules?.cut === true, straighten: rules?.straighten === true };
    const seen = await session.thread.look(join(session.folder.folder, page.file), ask);
    if (!seen.ok || rules === null) return;
    const { look, part } = seen.value;
    // Nobody looks again at a page that an undo brings back.
    session.before = session.before.map((each) => applyLook(each, pageId, look, part, rules));
    await change(session, applyLook(session.state, pageId, look, part, rules)).catch(() => undefined);
  });
}

/** Gives a page a number and its place on the disk; the state gets it by {@link addPages}. */
export async function adopt(
  session: SessionAtWork,
  page: DrivenPage,
  { color, density }: Pick<SessionPage, 'color' | 'density'>,
  first: Partial<FirstShape>,
): Promise<NewPage> {
  const number = session.state.nextNumber;
  session.state = { ...session.state, nextNumber: number + 1 };
  const pageId = `p${number}`;
  session.arriving.add(pageId);
  try {
    const file = await session.folder.adopt(page, number);
    const fresh = freshPage(file, page.mediaType, color, density);
    const { size: bytes } = await stat(join(session.folder.folder, file));
    return [pageId, { ...fresh, shape: { ...fresh.shape, ...first }, bytes }];
  } catch (error) {
    session.arriving.delete(pageId);
    throw error;
  }
}

/** Adds pages that lie in their places, and looks at them. Rejects as {@link change} does. */
export async function addPages(session: SessionAtWork, taken: readonly NewPage[], place: PagePlace): Promise<void> {
  let next = session.state;
  for (const [pageId, page] of taken) next = addPage(next, pageId, page, place);
  const changed = change(session, next);
  for (const [pageId] of taken) {
    session.arriving.delete(pageId);
    lookAt(session, pageId);
  }
  await changed;
}
