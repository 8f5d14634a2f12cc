import { basename } from 'node:path';
import type { CaseRule } from '../../../shared/case-rule.ts';
import { folderOfWord } from '../platform/names/case-folder.ts';
import { folded, paths } from '../platform/names/paths.ts';
import { knownRole, readByPattern, roleInName } from './case-pattern.ts';

/** A file as its rule sees it. `below` = its path below its source's folder, `/` between; its name where there is none. */
export interface FileToPlace {
  readonly below: string;
  readonly role: string | null;
  /** What its sidecar calls the case; where an index names none the word of its folder (see `case-folder.ts`). */
  readonly caseWord: string | null;
  readonly externalId: string | null;
}

/** Where a rule puts a file: the case's name and key, null = loose; and its role, as far as it is told. */
export interface CasePlace {
  readonly name: string;
  readonly key: string;
}

/** See {@link placeOf}. */
export interface Placing {
  readonly place: CasePlace | null;
  readonly role: string | null;
}

/** Names are cut there; keys are not: two long ones that begin alike are two cases. */
const maxNameLength = 200;

/** How keys are compared: composed, single blanks, without regard to case. */
function placed(name: string): CasePlace | null {
  const whole = name.normalize('NFC').replace(/\s+/gu, ' ').trim();
  return whole === '' ? null : { name: shortened(whole), key: whole.toLowerCase() };
}

/** Never cut inside a letter of two code units. */
function shortened(name: string): string {
  if (name.length <= maxNameLength) return name;
  return `${name.slice(0, maxNameLength - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** Folders of one name are different cases. */
function placedFolder(folder: string): CasePlace | null {
  const place = placed(basename(folder));
  return place === null ? null : { ...place, key: folded(folder) };
}

function stemOf(name: string): string {
  const at = name.lastIndexOf('.');
  return at > 0 ? name.slice(0, at) : name;
}

/** Says by the rule alone which case a file belongs to and in which role. What its sidecar says of the role counts first. */
export function placeOf(rule: CaseRule, file: FileToPlace): Placing {
  const folders = [...paths.namesOf(file.below)];
  const stem = stemOf(folders.pop() ?? '');
  const roles = [...rule.required, ...rule.roles];
  const told = file.role === null ? null : (knownRole(file.role, roles) ?? file.role);
  const role = told ?? roleInName(stem, roles);
  switch (rule.by) {
    case 'hand':
      return { place: null, role };
    case 'folder': {
      const [folder] = folders;
      return { place: folder === undefined ? null : placed(folder), role };
    }
    case 'sidecar': {
      const folder = file.caseWord === null ? null : folderOfWord(file.caseWord);
      if (folder !== null) return { place: placedFolder(folder), role };
      const word = file.caseWord ?? file.externalId;
      return { place: word === null ? null : placed(word), role };
    }
    case 'name': {
      const named = readByPattern(stem, rule.pattern, roles);
      return named === null ? { place: null, role } : { place: placed(named.case), role: told ?? named.role };
    }
  }
}
