import { useMemo, useRef, useState } from 'react';
import type { ItemKey } from '../../../shared/selection.ts';
import type { OfferedAct } from './acts.ts';
import { possibleActs } from './acts.ts';
import type { ItemPages } from './item-pages.ts';

/** The items that are chosen in the table, those out of sight among them. */
export interface Choice {
  readonly selected: ReadonlySet<string>;
  /** The same, in the order in which they were chosen. */
  readonly ids: readonly string[];
  readonly possible: ReadonlySet<OfferedAct>;
  /** Items of the list when all were chosen; null: they were chosen one by one. */
  readonly total: number | null;
  /** How many are found so far, while all are being chosen; then nothing can be done with them yet. */
  readonly found: number | null;
  readonly select: (ids: ReadonlySet<string>) => void;
  /** Chooses all `total` items of these groups. Somebody who chooses something else meanwhile keeps that. */
  readonly selectAll: (groups: readonly string[], total: number) => void;
}

interface Chosen {
  readonly selected: ReadonlySet<string>;
  readonly every: ReadonlyMap<string, ItemKey>;
  readonly total: number | null;
  readonly found: number | null;
}

function only(selected: ReadonlySet<string>): Chosen {
  return { selected, every: new Map(), total: null, found: null };
}

/** See {@link Choice}. `first` is chosen at the beginning. */
export function useChoice(pages: ItemPages, first: string | undefined): Choice {
  const [chosen, setChosen] = useState<Chosen>(() => only(new Set(first === undefined ? [] : [first])));
  const { selected, every, total, found } = chosen;
  /** Grows with each choice. */
  const round = useRef(0);
  const version = pages.version();
  const ids = useMemo(() => [...selected], [selected]);
  const possible = useMemo(
    () => possibleActs(itemsOf(ids, pages, every)),
    // Rows that came are told by their version.
    // oxlint-disable-next-line react/exhaustive-deps
    [ids, pages, every, version],
  );
  return {
    selected,
    ids,
    possible,
    total,
    found,
    select(next) {
      round.current += 1;
      setChosen(only(next));
    },
    selectAll(groups, of) {
      round.current += 1;
      const own = round.current;
      const goesOn = (count: number): boolean => {
        if (round.current !== own) return false;
        setChosen((before) => ({ ...before, total: of, found: count }));
        return true;
      };
      void pages.all(groups, goesOn).then((all) => {
        if (round.current === own) setChosen({ selected: new Set(all.keys()), every: all, total: of, found: null });
      });
    },
  };
}

function* itemsOf(ids: readonly string[], pages: ItemPages, every: ReadonlyMap<string, ItemKey>): Generator<ItemKey> {
  for (const id of ids) {
    const item = pages.byId(id) ?? every.get(id);
    if (item !== undefined) yield item;
  }
}
