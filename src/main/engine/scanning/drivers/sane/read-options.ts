/** One option of a device as `scanimage -A` describes it. */
export interface SaneOption {
  readonly name: string;
  /** The values of a list; empty for a range or for free text. */
  readonly values: readonly string[];
  /** Bounds of a range, in the option's own unit; null where it is none. */
  readonly range: { readonly min: number; readonly max: number } | null;
  /** Lengths are in pixels, not in mm. */
  readonly inPixels: boolean;
  /** Not to be set at present. */
  readonly inactive: boolean;
}

const optionLine = /^\s+--?([A-Za-z][\w-]*)(?:\[=\(([^)]*)\)\])?\s+(.*\[.*\])\s*$/;
const rangeText = /^(?:auto\|)?(-?[\d.]+)\.\.(-?[\d.]+)(pel)?/;
/** Units that stand behind the last value of a list. */
const unitAtEnd = /(?<=\d)(?:dpi|mm|pel|bit|us|%)$/;

/** The values of a list: before the brackets with what is set, which is one of them and may have brackets of its own. */
function listed(told: string): readonly string[] {
  const before = [...told.matchAll(/\s*\[/g)].map(({ index }) => ({
    values: told
      .slice(0, index)
      .split('|')
      .map((value) => value.replace(unitAtEnd, '')),
    present: told.slice(told.indexOf('[', index) + 1, -1),
  }));
  const values = (before.find(({ values, present }) => values.includes(present)) ?? before.at(-1))?.values ?? [];
  return values.filter((value) => value !== '');
}

function read(line: string): SaneOption | null {
  const [, name, switched, told] = optionLine.exec(line) ?? [];
  if (name === undefined || told === undefined) return null;
  const range = rangeText.exec(told);
  const isList = range === null && !told.startsWith('<');
  return {
    name,
    values: switched?.split('|') ?? (isList ? listed(told) : []),
    range: range === null ? null : { min: Number(range[1]), max: Number(range[2]) },
    inPixels: range?.[3] === 'pel',
    inactive: /\[(?:inactive|read-only)\]$/.test(told),
  };
}

/** Reads what `scanimage -A` says of a device (LC_ALL=C). Options whose lines are not understood are left out. */
export function readSaneOptions(output: string): readonly SaneOption[] {
  return output.split('\n').flatMap((line) => read(line) ?? []);
}
