import { create } from 'zustand';

/** Files by id with the open case they are in (null = loose). */
export type Chosen = ReadonlyMap<string, string | null>;

interface Choice {
  /** Chosen files, wherever they are. */
  readonly files: Chosen;
  /** Files that were cut and wait to be put somewhere. */
  readonly cut: Chosen;
  /** Files that are being dragged; null = none. */
  readonly dragged: Chosen | null;
  /** The open case whose details are shown. */
  readonly openCaseId: string | null;
  /** What was chosen last, a file or a case, is shown beside the lists. */
  readonly beside: 'pages' | 'case';
  /** The last move, to take it back: where the files were. */
  readonly lastMove: Chosen | null;
}

const nothing: Chosen = new Map();

/** What is chosen on the Cases screen. */
export const useChoice = create<Choice>(() => ({
  files: nothing,
  cut: nothing,
  dragged: null,
  openCaseId: null,
  beside: 'case',
  lastMove: null,
}));

/** Shows an open case's details; null = none. `behind`: it is chosen only, pages of a file that are shown stay. */
export function chooseOpenCase(openCaseId: string | null, behind = false): void {
  useChoice.setState(({ beside }) => ({ openCaseId, beside: behind ? beside : 'case' }));
}

/** Chooses these files instead of what was chosen. */
export function chooseFiles(files: Chosen): void {
  useChoice.setState({ files, beside: 'pages' });
}

/** Chooses a file, or with `toggle` adds it to the others or takes it away. */
export function chooseFile(itemId: string, openCaseId: string | null, toggle: boolean): void {
  useChoice.setState(({ files }) => {
    if (!toggle) return { files: new Map([[itemId, openCaseId]]), beside: 'pages' };
    const next = new Map(files);
    if (!next.delete(itemId)) next.set(itemId, openCaseId);
    return { files: next, beside: 'pages' };
  });
}

/** Chooses nothing. */
export function clearChoice(): void {
  useChoice.setState({ files: nothing, cut: nothing });
}

/** What moves when this file is taken: all chosen ones where it is one of them, else it alone. */
export function takenWith(itemId: string, openCaseId: string | null): Chosen {
  const { files } = useChoice.getState();
  return files.has(itemId) ? files : new Map([[itemId, openCaseId]]);
}

/** Marks the chosen files as cut; answers how many. */
export function cutChosen(files: Chosen): number {
  useChoice.setState({ cut: files });
  return files.size;
}
