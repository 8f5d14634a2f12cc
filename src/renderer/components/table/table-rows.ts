/** A group of rows: `title` null = rows without a head; `open` false = folded away. */
export interface TableGroup {
  readonly id: string;
  readonly title: string | null;
  readonly count: number;
  readonly open: boolean;
}

/** One line of the table: the head of a group, or its row at `index`. */
export type TableLine =
  | { readonly kind: 'head'; readonly group: TableGroup }
  | { readonly kind: 'row'; readonly group: TableGroup; readonly index: number };

/** Lines that a group takes. */
function groupLength(group: TableGroup): number {
  return (group.title === null ? 0 : 1) + (group.open ? group.count : 0);
}

/** Lines of all groups. */
export function lineCount(groups: readonly TableGroup[]): number {
  return groups.reduce((sum, group) => sum + groupLength(group), 0);
}

/** What stands on a line; undefined beyond the end. */
export function lineAt(groups: readonly TableGroup[], line: number): TableLine | undefined {
  let rest = line;
  for (const group of groups) {
    const length = groupLength(group);
    if (rest < length) {
      if (group.title === null) return { kind: 'row', group, index: rest };
      return rest === 0 ? { kind: 'head', group } : { kind: 'row', group, index: rest - 1 };
    }
    rest -= length;
  }
  return undefined;
}
