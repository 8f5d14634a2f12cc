import type { ReactElement } from 'react';
import type { MenuEntry } from '../../components/menu.tsx';
import type { TableColumn } from '../../components/table/table-columns.ts';
import { sortedRows } from '../../components/table/table-columns.ts';
import { Table } from '../../components/table/table.tsx';
import { useTableLayout } from '../../lists/use-table-layout.ts';
import { useStation } from '../../stores/station.ts';
import styles from './settings.module.css';

/** Rows shown before the list scrolls by itself. */
const maxRows = 8;

/** A short list of which one row is chosen; it takes only the height it needs. `list`: the name under which its columns and order are kept. */
export function PickList<Row extends { readonly id: string }>({
  label,
  list,
  columns,
  rows,
  chosen,
  commands,
  onChoose,
}: {
  readonly label: string;
  readonly list: string;
  readonly columns: readonly TableColumn<Row>[];
  readonly rows: readonly Row[];
  readonly chosen: string | null;
  /** What can be done with the chosen row, for its menu. */
  readonly commands?: readonly MenuEntry[];
  readonly onChoose: (id: string) => void;
}): ReactElement {
  const compact = useStation((state) => state.settings?.window.density === 'compact');
  const height = 29 + Math.min(maxRows, rows.length) * (compact ? 28 : 32);
  const table = useTableLayout(list);
  const sorted = sortedRows(rows, columns, table.layout);
  return (
    <div className={styles['list']} style={{ height: `${height}px` }}>
      <Table
        label={label}
        columns={columns}
        groups={[{ id: 'all', title: null, count: rows.length, open: true }]}
        rowAt={(_, index) => sorted[index]}
        rowId={(row) => row.id}
        {...table}
        selected={new Set(chosen === null ? [] : [chosen])}
        {...(commands === undefined ? {} : { commands })}
        onSelect={(ids) => {
          const [id] = [...ids].filter((each) => each !== chosen);
          if (id !== undefined) onChoose(id);
        }}
      />
    </div>
  );
}
