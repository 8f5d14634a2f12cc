import type { HotFolder } from '../../../../shared/settings.ts';
import { formFits } from '../index-fields/form-problems.ts';
import { exportRuleProblems } from '../rules/export-rule.ts';

/** Why a hot folder can't be saved, by field; empty when it can. */
export interface FolderProblems {
  readonly folder?: 'folder-missing' | 'folder-relative' | 'folder-watched';
  readonly name?: 'name-missing';
  readonly connection?: 'connection-missing';
  readonly project?: 'project-missing';
  /** What the fields of the export rule say themselves, or that the XML would come in again. */
  readonly export?: 'export-incomplete' | 'export-inside';
  /** What the editor of the form says at each field. */
  readonly fields?: 'fields-incomplete';
}

/** A path as it is compared: one kind of separator, none at the end; case counts only where it may (not on drive letters' systems). */
function plain(path: string): string {
  const joined = path
    .trim()
    .replace(/[\\/]+/gu, '/')
    .replace(/\/$/u, '');
  return /^([a-z]:|\/\/)/iu.test(joined) || path.startsWith('\\\\') ? joined.toLowerCase() : joined;
}

/** Whether a path is that folder or lies below it. */
function isWithin(path: string, folder: string): boolean {
  return plain(path) === plain(folder) || plain(path).startsWith(`${plain(folder)}/`);
}

/** Whether a path begins at a root of Windows or Linux. */
function isAbsolute(path: string): boolean {
  return /^([a-z]:[\\/]|[\\/])/iu.test(path.trim());
}

/** See {@link FolderProblems}. `others` = the hot folders there are. */
export function folderProblems(draft: HotFolder, others: readonly HotFolder[]): FolderProblems {
  const { folder, name, rule } = draft;
  const twin = others.some(({ id, folder: other }) => id !== draft.id && plain(other) === plain(folder));
  const inside =
    rule.export !== undefined &&
    isWithin(rule.export.folder, folder) &&
    (draft.recursive || plain(rule.export.folder) === plain(folder));
  return {
    ...(folder.trim() === ''
      ? { folder: 'folder-missing' }
      : !isAbsolute(folder)
        ? { folder: 'folder-relative' }
        : twin
          ? { folder: 'folder-watched' }
          : {}),
    ...(name.trim() === '' ? { name: 'name-missing' } : {}),
    ...(rule.connectionId === '' ? { connection: 'connection-missing' } : {}),
    ...(rule.projectId.trim() === '' ? { project: 'project-missing' } : {}),
    ...(rule.export !== undefined && exportRuleProblems(rule.export).length > 0
      ? { export: 'export-incomplete' }
      : inside
        ? { export: 'export-inside' }
        : {}),
    ...(formFits(rule.fields) ? {} : { fields: 'fields-incomplete' }),
  };
}
