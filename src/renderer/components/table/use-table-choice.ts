import type { KeyboardEvent } from 'react';
import { useEffect, useRef, useState } from 'react';
import { createTypeAhead, movedLine } from './table-keys.ts';
import type { TableGroup } from './table-rows.ts';
import { lineAt } from './table-rows.ts';

/** What choosing rows needs to know of a table. */
export interface ChosenTable<Row> {
  readonly groups: readonly TableGroup[];
  readonly rowAt: (groupId: string, index: number) => Row | undefined;
  readonly rowId: (row: Row) => string;
  /** By what is typed a row is found. */
  readonly rowName?: (row: Row) => string;
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (ids: ReadonlySet<string>) => void;
  /** Ctrl+A chose the rows that are there; whoever knows the others adds them. */
  readonly onSelectAll?: () => void;
  readonly onOpen?: (row: Row) => void;
  readonly onToggle?: (groupId: string) => void;
}

/** The active line of a table, and what pointer and keys do: choose rows, open one, fold a group. */
export function useTableChoice<Row>(
  table: ChosenTable<Row>,
  {
    count,
    page,
    scrollTo,
  }: {
    readonly count: number;
    /** Lines in sight. */
    readonly page: () => number;
    readonly scrollTo: (line: number) => void;
  },
): {
  readonly active: number;
  readonly setActive: (line: number) => void;
  readonly choose: (line: number, keys: { readonly shift: boolean; readonly toggle: boolean }) => void;
  readonly open: (line: number) => void;
  readonly press: (event: KeyboardEvent<HTMLDivElement>) => void;
} {
  const { groups, rowAt, rowId, rowName, selected, onSelect } = table;
  const [active, setActive] = useState(0);
  const anchor = useRef(0);
  const awaited = useRef<number | null>(null);
  const [typeAhead] = useState(() => createTypeAhead(() => performance.now()));
  const rowOf = (line: number): Row | undefined => {
    const at = lineAt(groups, line);
    return at?.kind === 'row' ? rowAt(at.group.id, at.index) : undefined;
  };
  const idAt = (line: number): string | undefined => {
    const row = rowOf(line);
    return row === undefined ? undefined : rowId(row);
  };
  useEffect(() => {
    const id = awaited.current === null ? undefined : idAt(awaited.current);
    if (id === undefined) return;
    awaited.current = null;
    onSelect(new Set([id]));
  });
  const range = (from: number, to: number): ReadonlySet<string> => {
    const ids = new Set<string>();
    for (let line = Math.min(from, to); line <= Math.max(from, to); line += 1) {
      const id = idAt(line);
      if (id !== undefined) ids.add(id);
    }
    return ids;
  };
  const choose = (line: number, { shift, toggle }: { readonly shift: boolean; readonly toggle: boolean }): void => {
    setActive(line);
    awaited.current = null;
    if (shift) {
      onSelect(range(anchor.current, line));
      return;
    }
    anchor.current = line;
    const id = idAt(line);
    // A row that is not there yet is chosen when it comes.
    awaited.current = id === undefined && lineAt(groups, line)?.kind === 'row' && !toggle ? line : null;
    if (id === undefined) return;
    if (!toggle) onSelect(new Set([id]));
    else
      onSelect(selected.has(id) ? new Set([...selected].filter((other) => other !== id)) : new Set([...selected, id]));
  };
  const open = (line: number): void => {
    const at = lineAt(groups, line);
    if (at?.kind === 'head') table.onToggle?.(at.group.id);
    const row = at?.kind === 'row' ? rowAt(at.group.id, at.index) : undefined;
    if (row !== undefined) table.onOpen?.(row);
  };
  const press = (event: KeyboardEvent<HTMLDivElement>): void => {
    const ctrl = event.ctrlKey || event.metaKey;
    const to = movedLine(event.key, Math.min(active, count - 1), count, page());
    const letter = event.key.length === 1 && !ctrl && !event.altKey && (event.key !== ' ' || typeAhead.isTyping());
    if (letter && rowName !== undefined) {
      const textAt = (line: number): string | undefined => {
        const row = rowOf(line);
        return row === undefined ? undefined : rowName(row);
      };
      const found = typeAhead.find(event.key, { active: Math.min(active, count - 1), count, textAt });
      if (found !== null) {
        choose(found, { shift: false, toggle: false });
        scrollTo(found);
      }
    } else if (to !== null) {
      if (ctrl) setActive(to);
      else choose(to, { shift: event.shiftKey, toggle: false });
      scrollTo(to);
    } else if (event.key === ' ') choose(active, { shift: event.shiftKey, toggle: ctrl });
    else if (event.key === 'Enter') open(active);
    else if (event.key === 'a' && ctrl) {
      // A row that was clicked before it came must not be chosen alone when it does.
      awaited.current = null;
      onSelect(range(0, count - 1));
      table.onSelectAll?.();
    } else if ((event.key === 'ArrowLeft' || event.key === 'ArrowRight') && lineAt(groups, active)?.kind === 'head') {
      const { group } = lineAt(groups, active) ?? {};
      if (group !== undefined && group.open === (event.key === 'ArrowLeft')) open(active);
    } else return;
    event.preventDefault();
  };
  return { active, setActive, choose, open, press };
}
