import { useState } from 'react';
import type { TableLayout } from '../components/table/table-columns.ts';
import { saveSetting } from '../screens/settings/use-setting.ts';
import { useStation } from '../stores/station.ts';
import { showFault } from '../stores/toasts.ts';

const usual: TableLayout = { hidden: [], widths: {}, sort: null };

/** How a person wants the columns of the list of this name; it is kept over restarts. What was changed holds at once. */
export function useTableLayout(list: string): {
  readonly layout: TableLayout;
  readonly onLayout: (layout: TableLayout) => void;
} {
  const kept = useStation(({ settings }) => settings?.window.tables[list]);
  const [pending, setPending] = useState<TableLayout | null>(null);
  return {
    layout: pending ?? kept ?? usual,
    onLayout(layout) {
      setPending(layout);
      void saveSetting(`window.tables.${list}`, layout).then((fault) => {
        setPending((present) => (present === layout ? null : present));
        if (fault !== null) showFault(fault);
      });
    },
  };
}
