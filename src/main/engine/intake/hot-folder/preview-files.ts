import { resolve } from 'node:path';
import type { Outcome } from '../../../../shared/faults.ts';
import type { HotFolder } from '../../../../shared/settings.ts';
import type { PreviewFile } from '../../../../shared/views.ts';
import { failure, success } from '../../faults/fault.ts';
import { paths } from '../../platform/names/paths.ts';
import { statPath } from '../inspection/stat-path.ts';
import { placeholderOf } from '../inspection/placeholder.ts';
import type { Overlap } from '../../settings/overlaps.ts';
import { passedOverFault } from './closed-folders.ts';
import { createIgnores, leavingOut } from './ignore-patterns.ts';
import type { PreviewDependencies, PreviewLine } from './preview.ts';
import { judgeFolder } from './preview.ts';
import { checkRoot } from './source-root.ts';

/** Files shown, and files that are opened to see what they are: a person waits for the answer. */
const maxFiles = 500;

/** What a hot folder would do just now, as the window shows it; beyond 500 new files the rest counts as `not-looked-at`. */
export interface FolderPreview {
  readonly files: PreviewFile[];
  readonly totals: Record<string, number>;
}

function verdictOf(root: string, line: PreviewLine): Pick<PreviewFile, 'verdict' | 'fault'> {
  switch (line.would) {
    case 'take-in':
    case 'separate':
      return { verdict: line.would, fault: null };
    case 'wait':
    case 'hold':
      return { verdict: line.would, fault: line.fault };
    case 'nothing':
      if (line.because === 'link')
        return { verdict: 'ignore', fault: passedOverFault(root, { links: [line.path], placeholders: [] }) };
      return { verdict: line.because === 'sidecar' ? 'ignore' : line.because, fault: null };
  }
}

/** Looks at a hot folder without touching anything. Faults: `folder-missing`, `folder-unreadable`, `folder-overlaps`. */
export async function previewFiles(
  config: HotFolder,
  dependencies: PreviewDependencies,
  overlap: Overlap,
): Promise<Outcome<FolderPreview>> {
  if (overlap.fault !== null) return { ok: false, fault: overlap.fault };
  const root = resolve(config.folder);
  const state = await checkRoot(root);
  if (state.kind === 'missing') return failure('folder-missing', { folder: config.folder });
  if (state.kind === 'unreadable') return failure('folder-unreadable', { folder: config.folder }, state.code);
  const ignores = leavingOut(createIgnores(config.ignore), () => overlap.leftOut);
  const ignored: string[] = [];
  const { lines, left } = await judgeFolder(config, dependencies, maxFiles, (below, name) => {
    const is = ignores(below, name);
    if (is) ignored.push(below);
    return is;
  });
  const totals: Record<string, number> = {};
  const count = (verdict: string, by: number): void => {
    if (by > 0) totals[verdict] = (totals[verdict] ?? 0) + by;
  };
  const files: PreviewFile[] = [];
  for (const line of lines) {
    const { verdict, fault } = verdictOf(root, line);
    count(verdict, 1);
    if (files.length >= maxFiles) continue;
    files.push({ path: paths.below(root, line.path) ?? line.path, size: await sizeOf(line.path), verdict, fault });
  }
  count('ignore', ignored.length);
  count('not-looked-at', left);
  for (const below of ignored.slice(0, maxFiles - files.length)) {
    const path = resolve(root, below);
    const fault = placeholderOf(below, 0) === null ? null : passedOverFault(root, { links: [], placeholders: [path] });
    files.push({ path: below, size: await sizeOf(path), verdict: 'ignore', fault });
  }
  return success({ files, totals });
}

/** Bytes; 0 for a folder and for what is gone. */
async function sizeOf(path: string): Promise<number> {
  const seen = await statPath(path);
  return seen.kind === 'file' ? seen.stat.size : 0;
}
