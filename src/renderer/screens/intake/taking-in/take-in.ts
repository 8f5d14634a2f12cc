import { create } from 'zustand';
import { intakeRuleSchema } from '../../../../shared/settings.ts';
import type { Fault } from '../../../../shared/faults.ts';
import type { ItemView } from '../../../../shared/views.ts';
import { bridge } from '../../../bridge/bridge.ts';
import type { Station } from '../../../stores/station.ts';
import { useStation } from '../../../stores/station.ts';
import { showFault, showToast } from '../../../stores/toasts.ts';
import { textOf } from '../../../text/index.ts';
import { isLocked } from '../../settings/use-setting.ts';
import { actOnItems } from '../acts.ts';
import { dropSource } from '../item-columns.tsx';

/** What reading paths needs of its surroundings. */
interface PathReading {
  /** Paths of some files at once; the page stands still meanwhile. */
  readonly pathsOf: (files: readonly File[]) => readonly string[];
  /** ms that only grow. */
  readonly now: () => number;
  /** Lets the page draw and answer. */
  readonly pause: () => Promise<void>;
  readonly onProgress: (done: number) => void;
}

/** Fewest files of one question, and of the first: where the machine is busy each question takes long, however small it is. */
export const minSlice = 48;
/** Most files of one question. */
export const maxSlice = 768;
/** A question that took longer (ms) makes the next one half as large; one that took less than a quarter of it, twice as large. */
const maxQuestionMs = 24;

/** Paths of files, '' for what lies nowhere; asked for in slices as large as the page can stand still for, with a pause after each. */
export async function readPaths(
  files: readonly File[],
  { pathsOf, now, pause, onProgress }: PathReading,
): Promise<readonly string[]> {
  const paths: string[] = [];
  let slice = minSlice;
  while (paths.length < files.length) {
    const begun = now();
    paths.push(...pathsOf(files.slice(paths.length, paths.length + slice)));
    const took = now() - begun;
    if (took > maxQuestionMs) slice = Math.max(minSlice, slice / 2);
    else if (took < maxQuestionMs / 4) slice = Math.min(maxSlice, slice * 2);
    onProgress(paths.length);
    await pause();
  }
  return paths;
}

/** A file that was not taken in and why. */
export interface RefusedFile {
  readonly path: string;
  readonly fault: Fault;
}

/** What is told after files came in and some stayed outside. */
export interface TakeInReport {
  readonly withoutPath: number;
  readonly empty: readonly string[];
  readonly unreadable: readonly string[];
  readonly refused: readonly RefusedFile[];
}

interface TakeIn {
  /** `reading` = finding out where the files lie; null = nothing is going on. */
  readonly step: { readonly kind: 'reading' | 'taking-in'; readonly done: number; readonly total: number } | null;
  /** Files that wait for the answer which project they go to. */
  readonly asking: { readonly paths: readonly string[]; readonly connectionId: string } | null;
  readonly report: TakeInReport | null;
  readonly missingConnection: boolean;
}

/** What goes on with files that were dropped, pasted or chosen. */
export const useTakeIn = create<TakeIn>(() => ({ step: null, asking: null, report: null, missingConnection: false }));

/** Paths of one request: a message of ten thousand holds main up for as long as reading it takes. */
const describedAtOnce = 1_000;
const takenAtOnce = 500;

/** Until the page has drawn, or might have: one that nobody sees draws nothing. A timer alone leaves it no time to. */
const pause = (): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => resolve());
    setTimeout(resolve, 100);
  });

/** Where files go. */
interface Target {
  readonly connectionId: string;
  readonly projectId: string;
}

type OpenTarget = Omit<Target, 'projectId'> & { readonly projectId: string | null };

/** The connection and project for files that people bring, as the settings say; project null = to be asked. */
function dropTarget({ settings, info }: Pick<Station, 'settings' | 'info'>): OpenTarget | null {
  const connectionId = settings?.defaultConnection ?? settings?.connections[0]?.id;
  if (connectionId === undefined) return null;
  const remembered = settings?.intake.projects[connectionId];
  const practice = info !== null && info.practiceConnectionId === connectionId ? info.practiceProjectId : null;
  return { connectionId, projectId: remembered ?? practice };
}

/** Where files go that are dropped now; null = there is no connection. */
export function useDropTarget(): OpenTarget | null {
  const settings = useStation((state) => state.settings);
  const info = useStation((state) => state.info);
  return dropTarget({ settings, info });
}

/** Takes in files of a drop or the clipboard. */
export async function takeInFiles(files: readonly File[]): Promise<void> {
  if (files.length === 0) return;
  const paths = await readPaths(files, {
    pathsOf: (some) => bridge().pathsOf(some),
    now: () => performance.now(),
    pause,
    onProgress: (done) => useTakeIn.setState({ step: { kind: 'reading', done, total: files.length } }),
  });
  useTakeIn.setState({ step: null });
  await takeInPaths(paths);
}

/** Takes in paths; '' = was no file on this computer. Says what was not taken in and why; answers how many were (0 also while it asks for a project). */
export async function takeInPaths(paths: readonly string[], wantedTarget?: Target): Promise<number> {
  const known = paths.filter((path) => path !== '');
  const empty: string[] = [];
  const unreadable: string[] = [];
  let files = 0;
  for (let from = 0; from < known.length; from += describedAtOnce) {
    const told = await bridge().desktop({ name: 'drop.describe', paths: known.slice(from, from + describedAtOnce) });
    if (!told.ok) {
      showFault(told.fault);
      return 0;
    }
    files += told.value.files;
    empty.push(...told.value.empty);
    unreadable.push(...told.value.unreadable);
  }
  const withoutPath = paths.length - known.length;
  if (withoutPath + empty.length + unreadable.length > 0) {
    useTakeIn.setState({ report: { withoutPath, empty, unreadable, refused: [] } });
  }
  const outside = new Set([...empty, ...unreadable]);
  const wanted = known.filter((path) => !outside.has(path));
  if (wanted.length === 0) return 0;
  if (files === 0) {
    showToast(textOf('intake')('folder-empty', { count: wanted.length }));
    return 0;
  }
  const target = wantedTarget ?? dropTarget(useStation.getState());
  if (target === null) useTakeIn.setState({ missingConnection: true });
  else if (target.projectId === null) {
    useTakeIn.setState({ asking: { paths: wanted, connectionId: target.connectionId } });
  } else return send(wanted, { connectionId: target.connectionId, projectId: target.projectId });
  return 0;
}

/** Goes on with the files that waited for a project, and remembers it. */
export async function answerProject(projectId: string): Promise<void> {
  const { asking } = useTakeIn.getState();
  useTakeIn.setState({ asking: null });
  if (asking === null) return;
  await rememberProject(asking.connectionId, projectId);
  await send(asking.paths, { connectionId: asking.connectionId, projectId });
}

/** Keeps the project for files that are dropped on a connection, unless the administrator keeps them: then it is asked for each time. */
export async function rememberProject(connectionId: string, projectId: string): Promise<void> {
  const { settings, locked } = useStation.getState();
  if (isLocked('intake.projects', locked)) return;
  const value = { ...settings?.intake.projects, [connectionId]: projectId };
  const outcome = await bridge().desktop({ name: 'settings.set', path: 'intake.projects', value });
  if (!outcome.ok) showFault(outcome.fault);
}

async function send(paths: readonly string[], target: Target): Promise<number> {
  const intake = useStation.getState().settings?.intake;
  // All of it: what the settings say of originals counts here as well.
  const rule = intakeRuleSchema.parse({ ...intake, ...target });
  const refused: RefusedFile[] = [];
  let taken = 0;
  for (let from = 0; from < paths.length; from += takenAtOnce) {
    useTakeIn.setState({ step: { kind: 'taking-in', done: from, total: paths.length } });
    const outcome = await bridge().command({
      name: 'intake.take-in',
      paths: paths.slice(from, from + takenAtOnce),
      rule,
      sourceId: dropSource,
    });
    if (!outcome.ok) {
      showFault(outcome.fault);
      break;
    }
    taken += outcome.value.itemIds.length;
    refused.push(...outcome.value.refused);
  }
  useTakeIn.setState(({ report }) => ({
    step: null,
    report:
      refused.length === 0
        ? report
        : { withoutPath: 0, empty: [], unreadable: [], ...report, refused: [...(report?.refused ?? []), ...refused] },
  }));
  if (taken > 0) showToast(textOf('intake')('taken-in', { count: taken }));
  return taken;
}

/** Lets the user choose files and takes them in. */
export async function chooseFiles(): Promise<void> {
  const chosen = await bridge().desktop({ name: 'dialog.choose-files', title: textOf('intake')('add-files') });
  if (!chosen.ok) showFault(chosen.fault);
  else if (chosen.value.paths.length > 0) await takeInPaths(chosen.value.paths);
}

/** Lets the user choose a folder and takes in all files below it. */
export async function chooseFolder(): Promise<void> {
  const chosen = await bridge().desktop({ name: 'dialog.choose-folder', title: textOf('intake')('add-files') });
  if (!chosen.ok) showFault(chosen.fault);
  else if (chosen.value.paths.length > 0) await takeInPaths(chosen.value.paths);
}

/** Lets the user choose another copy of a held item's file; once that is taken in, the held one is cancelled. */
export async function replaceItem({ id, connectionId, projectId }: ItemView): Promise<void> {
  const chosen = await bridge().desktop({ name: 'dialog.choose-files', title: textOf('intake')('choose-copy') });
  if (!chosen.ok) return showFault(chosen.fault);
  if (chosen.value.paths.length === 0) return;
  const taken = await takeInPaths(chosen.value.paths, { connectionId, projectId });
  if (taken > 0) await actOnItems('items.cancel', [id]);
}
