import { create } from 'zustand';
import type { HotFolder, Settings } from '../../../../shared/settings.ts';
import { hotFolderSchema } from '../../../../shared/settings.ts';

interface Drafts {
  /** Hot folders being written down, by id; those that are not in the settings yet as well. */
  readonly drafts: Readonly<Record<string, HotFolder>>;
  /** Drafts whose saving was tried: what is wrong with them is said. */
  readonly tried: ReadonlySet<string>;
}

/** See {@link Drafts}; they outlive a look at another screen. */
export const useFolderDrafts = create<Drafts>(() => ({ drafts: {}, tried: new Set() }));

/** Keeps what was typed. */
export function keepDraft(folder: HotFolder): void {
  useFolderDrafts.setState(({ drafts }) => ({ drafts: { ...drafts, [folder.id]: folder } }));
}

/** Forgets what was typed. */
export function dropDraft(id: string): void {
  useFolderDrafts.setState(({ drafts, tried }) => ({
    drafts: Object.fromEntries(Object.entries(drafts).filter(([other]) => other !== id)),
    tried: new Set([...tried].filter((other) => other !== id)),
  }));
}

/** From now on what is wrong with a draft is said. */
export function sayProblems(id: string): void {
  useFolderDrafts.setState(({ tried }) => ({ tried: new Set([...tried, id]) }));
}

/** Last part of a path, as the name of a folder. */
export function nameOfPath(path: string): string {
  return path.split(/[\\/]/u).findLast((part) => part !== '') ?? path;
}

/** A new hot folder with the defaults of the settings; what has no default stays empty until it is chosen. */
export function newFolder(path: string, settings: Settings, practice: PracticeProject | null): HotFolder {
  const { projects, mode, after, duplicates, duplicateDays, export: rule, case: cases } = settings.intake;
  const connectionId = settings.defaultConnection ?? settings.connections[0]?.id ?? '';
  const projectId =
    projects[connectionId] ?? (practice?.connectionId === connectionId ? practice.projectId : undefined) ?? '';
  const base = hotFolderSchema.parse({
    id: crypto.randomUUID(),
    name: nameOfPath(path),
    folder: path,
    rule: {
      connectionId: '-',
      projectId: '-',
      mode,
      after,
      duplicates,
      ...(duplicateDays === undefined ? {} : { duplicateDays }),
      ...(rule === undefined ? {} : { export: rule }),
      ...(cases === undefined ? {} : { case: cases }),
    },
  });
  return { ...base, rule: { ...base.rule, connectionId, projectId } };
}

/** The practice service's connection and its project for trying. */
export interface PracticeProject {
  readonly connectionId: string;
  readonly projectId: string;
}
