import { filledFolders } from '../../platform/names/claim-places.ts';
import { placeholderPatterns } from '../inspection/placeholder.ts';
import { folded, paths } from '../../platform/names/paths.ts';

/**
 * What people and programs leave half-done or for themselves (what file managers, browsers, copy
 * programs and file servers were seen to leave). Everything that begins with a dot is hidden on purpose: temporary copies of
 * rsync, GNOME and NFS among it.
 */
const builtIn = [
  '.*',
  '*.part',
  '*.partial',
  '*.filepart',
  '*.tmp',
  '*.temp',
  '*.crdownload',
  '*.download',
  '*.opdownload',
  '*.!ut',
  '*.!qb',
  '*.aria2',
  '*.st',
  '*.lftp-pget-status',
  ...placeholderPatterns,
  '*.swp',
  '~$*',
  '*~',
  'Thumbs.db',
  'desktop.ini',
  // Where a file came from, as Windows notes it, on disks that know no streams.
  '*:Zone.Identifier',
  '$RECYCLE.BIN',
  'System Volume Information',
  'lost+found',
  '#recycle',
  '@eaDir',
];

function escaped(character: string): string {
  return character.replace(/[\\^$.*+?()[\]{}|]/, '\\$&');
}

/** A glob as a regular expression: `*` and `?` within a name, `**` across folders, `[a-c]` one of. Case never matters. */
export function globExpression(pattern: string): RegExp {
  let source = '';
  for (let at = 0; at < pattern.length; at += 1) {
    const character = pattern.charAt(at);
    if (pattern.startsWith('**/', at)) {
      source += '(?:.*/)?';
      at += 2;
    } else if (pattern.startsWith('**', at)) {
      source += '.*';
      at += 1;
    } else if (character === '*') source += '[^/]*';
    else if (character === '?') source += '[^/]';
    else if (character === '[' && pattern.indexOf(']', at + 2) !== -1) {
      const close = pattern.indexOf(']', at + 2);
      const set = pattern
        .slice(at + 1, close)
        .replace(/\\/g, '\\\\')
        .replace(/^!/, '^')
        .replace(/\[/g, '\\[');
      source += `[${set}]`;
      at = close;
    } else source += escaped(character);
  }
  try {
    return new RegExp(`^${source}$`, 'isu');
  } catch {
    // A set that is none (`[z-a]`): the pattern means itself.
    return new RegExp(`^${Array.from(pattern, escaped).join('')}$`, 'isu');
  }
}

/** Decides by a name and its path below the hot folder (with `/`) whether it is passed over. */
export type Ignores = (relativePath: string, name: string) => boolean;

/** Leaves out whole folders too, by their paths below the hot folder; `folders` is asked each time. */
export function leavingOut(ignores: Ignores, folders: () => readonly string[]): Ignores {
  return (relativePath, name) =>
    folders().some((folder) => paths.wayTo(folder, relativePath) !== null) || ignores(relativePath, name);
}

/** Makes the decision from the built-in list and a user's patterns; a pattern with a slash is matched with the path, others with the name. */
export function createIgnores(patterns: readonly string[]): Ignores {
  const cleaned = patterns.map((pattern) => pattern.trim().normalize('NFC')).filter((pattern) => pattern !== '');
  // As the system's people write paths: on Windows with `\` too.
  const written = (pattern: string): string => paths.namesOf(pattern).join('/');
  const isOfPath = (pattern: string): boolean => written(pattern) !== pattern || written(pattern).includes('/');
  const ofNames = [...builtIn, ...cleaned.filter((pattern) => !isOfPath(pattern))].map(globExpression);
  // One expression for all: it is asked for every file of every scan.
  const names = new RegExp(ofNames.map(({ source }) => source).join('|'), 'isu');
  const ofPaths = cleaned.filter(isOfPath).map((pattern) => globExpression(written(pattern)));
  const own: ReadonlySet<string> = new Set(filledFolders);
  return (relativePath, name) => {
    if (names.test(name.normalize('NFC'))) return true;
    const [first = '', ...rest] = paths.namesOf(relativePath);
    if (rest.length > 0 && own.has(folded(first))) return true;
    if (ofPaths.length === 0) return false;
    const composed = relativePath.normalize('NFC');
    return ofPaths.some((expression) => expression.test(composed));
  };
}
