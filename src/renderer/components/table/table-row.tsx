import type { MouseEvent, ReactElement, ReactNode } from 'react';
import { memo } from 'react';
import { classes } from '../classes.ts';
import styles from './table.module.css';

/** A row of the table at its line. `row` and `columns` say when the cells must be drawn anew; `draw` is not looked at for that. */
export interface TableRowProps {
  readonly id: string;
  readonly line: number;
  /** px from the top of the body, and its height. */
  readonly start: number;
  readonly size: number;
  readonly row: unknown;
  readonly columns: unknown;
  readonly tracks: string;
  readonly rowClass: string;
  /** Below the head of its group, where there are groups. */
  readonly level: number | undefined;
  readonly active: boolean;
  readonly selected: boolean;
  readonly draw: () => ReactNode;
  readonly onChoose: (line: number, keys: { readonly shift: boolean; readonly toggle: boolean }) => void;
  readonly onOpen: (line: number) => void;
}

function Row(props: TableRowProps): ReactElement {
  const { id, line, level, start, size, tracks, active, selected, rowClass, draw, onChoose, onOpen } = props;
  return (
    <div
      id={id}
      role="row"
      aria-rowindex={line + 2}
      aria-level={level}
      aria-selected={selected}
      className={classes(styles['row'], active && styles['active'], rowClass)}
      style={{ gridTemplateColumns: tracks, transform: `translateY(${start}px)`, height: `${size}px` }}
      onMouseDown={(event) => {
        if (event.shiftKey) event.preventDefault();
      }}
      onClick={(event: MouseEvent) => onChoose(line, { shift: event.shiftKey, toggle: event.ctrlKey || event.metaKey })}
      onDoubleClick={() => onOpen(line)}
    >
      {draw()}
    </div>
  );
}

const looked = ['id', 'line', 'start', 'size', 'row', 'columns', 'tracks', 'rowClass', 'active', 'selected'] as const;

/** See {@link TableRowProps}; scrolling draws only rows that come in. */
export const TableRow = memo(Row, (before, after) => looked.every((name) => before[name] === after[name]));
