import { create } from 'zustand';
import type { ExportRule, HotFolder, IntakeRule, Settings } from '../../../../shared/settings.ts';
import { hotFolderSchema } from '../../../../shared/settings.ts';
import type { TextKey } from '../../../text/index.ts';
import { newExportRule } from '../rules/export-rule.ts';

interface Drafts {
  /** Hot folders being written down, by id; those that are not in the settings yet as well. */
  readonly drafts: Readonly<Record<string, HotFolder>>;
  /** How often saving a draft was tried: from the first time on what is wrong with it is said. */
  readonly tries: Readonly<Record<string, number>>;
}

/** See {@link Drafts}; they outlive a look at another screen. */
export const useFolderDrafts = create<Drafts>(() => ({ drafts: {}, tries: {} }));

/** Keeps what was typed. */
export function keepDraft(folder: HotFolder): void {
  useFolderDrafts.setState(({ drafts }) => ({ drafts: { ...drafts, [folder.id]: folder } }));
}

function without<Value>(all: Readonly<Record<string, Value>>, id: string): Readonly<Record<string, Value>> {
  return Object.fromEntries(Object.entries(all).filter(([other]) => other !== id));
}

/** Forgets what was typed. */
export function dropDraft(id: string): void {
  useFolderDrafts.setState(({ drafts, tries }) => ({ drafts: without(drafts, id), tries: without(tries, id) }));
}

/** From now on what is wrong with a draft is said. */
export function sayProblems(id: string): void {
  useFolderDrafts.setState(({ tries }) => ({ tries: { ...tries, [id]: (tries[id] ?? 0) + 1 } }));
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

/** What of it is not as a new hot folder has it, by the words for it: it is found without opening every part. */
export function setParts(draft: HotFolder, usual: HotFolder): readonly TextKey<'hotFolders'>[] {
  const ways = ({ mode, case: rule, batchQuietMs, batchMaximum }: IntakeRule): unknown => [
    mode,
    ...(mode === 'case' ? [rule] : mode === 'batch' ? [batchQuietMs, batchMaximum] : []),
  ];
  const originals = ({ after, tidyGraceMs, trashMs }: IntakeRule): unknown => [after, tidyGraceMs, trashMs];
  const files = ({ ignore, recursive, sidecars, networkShare, claim }: HotFolder): unknown => [
    ignore,
    ...[recursive, sidecars, networkShare, claim],
  ];
  const times = (folder: HotFolder): unknown => [
    ...[folder.rescanMs, folder.quietMs, folder.quietTextMs, folder.holdAfterMs, folder.sidecarWaitMs],
    ...[folder.claimLeaseMs, folder.rule.settleLimitMs],
  ];
  const xml = (rule: ExportRule | undefined): unknown => ({ ...(rule ?? newExportRule('')), folder: '' });
  const parts: readonly (readonly [TextKey<'hotFolders'>, (folder: HotFolder) => unknown])[] = [
    ['part-mode', ({ rule }) => ways(rule)],
    ['part-originals', ({ rule }) => originals(rule)],
    ['part-duplicates', ({ rule }) => [rule.duplicates, rule.duplicateDays]],
    ['part-files', files],
    ['part-paper', ({ rule }) => rule.paper],
    ['part-fields', ({ rule }) => rule.fields],
    ['part-xml', ({ rule }) => (draft.rule.export === undefined ? null : xml(rule.export))],
    ['part-times', times],
  ];
  return parts.flatMap(([word, of]) => (JSON.stringify(of(draft)) === JSON.stringify(of(usual)) ? [] : [word]));
}
