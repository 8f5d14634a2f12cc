/** One option of a device as `scanimage -A` describes it. */
export interface SaneOption {
  readonly name: string;
  /** The values of a list; empty for a range or for free text. */
  readonly values: readonly string[];
  /** Bounds of a range, in the option's own unit; null where it is none. */
  readonly range: { readonly least: number; readonly most: number } | null;
  /** Not to be set at present. */
  readonly inactive: boolean;
}

const optionLine =
  /^\s+(?:--?)([A-Za-z][\w-]*)(?:\[=\((?<switched>[^)]*)\)\]|\s+(?<constraint>.*?))?\s*\[(?<present>[^\]]*)\]\s*$/;
const rangeText = /^(?:auto\|)?(-?[\d.]+)\.\.(-?[\d.]+)/;
/** Units that stand behind the last value of a list. */
const unitAtEnd = /(?<=\d)(?:dpi|mm|pel|bit|us|%)$/;

function read(line: string): SaneOption | null {
  const found = optionLine.exec(line);
  const name = found?.[1];
  if (found === null || name === undefined) return null;
  const constraint = found.groups?.['switched'] ?? found.groups?.['constraint'] ?? '';
  const range = rangeText.exec(constraint);
  const list = range === null && !constraint.startsWith('<') ? constraint.replace(/\s*\(in steps of .*\)$/, '') : '';
  return {
    name,
    values: list === '' ? [] : list.split('|').map((value) => value.replace(unitAtEnd, '')),
    range: range === null ? null : { least: Number(range[1]), most: Number(range[2]) },
    inactive: /^(?:inactive|read-only)$/.test(found.groups?.['present'] ?? ''),
  };
}

/** Reads what `scanimage -A` says of a device (LC_ALL=C). Options whose lines are not understood are left out. */
export function readSaneOptions(output: string): readonly SaneOption[] {
  return output.split('\n').flatMap((line) => read(line) ?? []);
}
