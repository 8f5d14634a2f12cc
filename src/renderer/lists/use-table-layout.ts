import { useState } from 'react';
import { create } from 'zustand';
import type { TableLayout } from '../components/table/table-columns.ts';
import { isLocked, saveSetting } from '../screens/settings/use-setting.ts';
import { useStation } from '../stores/station.ts';
import { showFault } from '../stores/toasts.ts';

const usual: TableLayout = { hidden: [], widths: {}, sort: null };

/** Where policy locks the columns, they are kept as long as the window is open. */
const useOfWindow = create<Readonly<Record<string, TableLayout>>>(() => ({}));

/** How a person wants the columns of the list of this name; it is kept over restarts, where policy does not lock that. What was changed holds at once. */
export function useTableLayout(list: string): {
  readonly layout: TableLayout;
  readonly onLayout: (layout: TableLayout) => void;
} {
  const path = `window.tables.${list}`;
  const kept = useStation(({ settings }) => settings?.window.tables[list]);
  const locked = useStation((state) => isLocked(path, state.locked));
  const ofWindow = useOfWindow((layouts) => layouts[list]);
  const [pending, setPending] = useState<TableLayout | null>(null);
  return {
    layout: (locked ? ofWindow : pending) ?? kept ?? usual,
    onLayout(layout) {
      if (locked) return useOfWindow.setState({ [list]: layout });
      setPending(layout);
      void saveSetting(path, layout).then((fault) => {
        setPending((present) => (present === layout ? null : present));
        if (fault !== null) showFault(fault);
      });
    },
  };
}

/** The order of a list without columns, kept as those of tables are: one of `orders`, of which the first is the usual one. */
export function useKeptOrder<Order extends string>(
  list: string,
  orders: readonly [Order, ...Order[]],
): readonly [Order, (order: Order) => void] {
  const { layout, onLayout } = useTableLayout(list);
  const kept = orders.find((order) => order === layout.sort?.column) ?? orders[0];
  return [kept, (order) => onLayout({ ...layout, sort: { column: order, descending: false } })];
}
