import type { ReactElement } from 'react';
import { classes } from '../../components/classes.ts';
import type { EntityNode } from '../../entities/entity-tree.ts';
import { isUnsure } from '../../entities/entity-tree.ts';
import { valueWords } from '../../entities/value-words.ts';
import styles from './details.module.css';

/** Columns that tell a line best, in small letters: what, how much, for how much. */
const wanted = [
  ['itemtext', 'description', 'text', 'name'],
  ['quantity'],
  ['netamount', 'amount', 'grossamount', 'total'],
] as const;

const keyOf = (node: EntityNode): string => node.id.split('/').at(-1) ?? '';

/** The columns that rows share and that are worth showing; empty where the rows are no table. */
export function tableColumns(rows: readonly EntityNode[]): readonly string[] {
  const [first] = rows;
  if (first === undefined || !rows.every(({ kind, children }) => kind === 'group' && children.length > 1)) return [];
  if (!rows.every(({ children }) => children.every(({ kind }) => kind === 'value'))) return [];
  const keys = first.children.map(keyOf);
  const found = wanted.flatMap((names) => keys.find((key) => names.some((name) => name === key.toLowerCase())) ?? []);
  return found.length === wanted.length ? found : keys.slice(0, wanted.length);
}

/** Rows of a document's data as a table of their main columns; a value that is chosen is framed on the page. */
export function RowTable({
  rows,
  columns,
  active,
  onActive,
}: {
  readonly rows: readonly EntityNode[];
  readonly columns: readonly string[];
  readonly active: string | null;
  readonly onActive: (id: string) => void;
}): ReactElement {
  const [first] = rows;
  const cell = (row: EntityNode, key: string): EntityNode | undefined =>
    row.children.find((node) => keyOf(node) === key);
  const isFigure = (key: string): boolean => rows.some((row) => typeof cell(row, key)?.value === 'number');
  return (
    <table className={styles['lines']}>
      <thead>
        <tr>
          {columns.map((key) => (
            <th key={key} scope="col" className={classes(isFigure(key) && styles['figure'])}>
              {first === undefined ? key : cell(first, key)?.name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            {columns.map((key) => {
              const node = cell(row, key);
              return (
                <td key={key} className={classes(isFigure(key) && styles['figure'])}>
                  {node !== undefined && (
                    <button
                      type="button"
                      className={classes(
                        styles['lineValue'],
                        node.id === active && styles['lineOn'],
                        isUnsure(node) && styles['lineUnsure'],
                      )}
                      aria-pressed={node.id === active}
                      onClick={() => onActive(node.id)}
                    >
                      {valueWords(node)}
                    </button>
                  )}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
