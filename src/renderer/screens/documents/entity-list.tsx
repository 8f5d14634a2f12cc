import { TriangleAlert } from 'lucide-react';
import type { ReactElement } from 'react';
import { useState } from 'react';
import { classes } from '../../components/classes.ts';
import { useText } from '../../text/index.ts';
import styles from './details.module.css';
import { RowTable, tableColumns } from './row-table.tsx';
import type { EntityNode } from '../../entities/entity-tree.ts';
import { isUnsure } from '../../entities/entity-tree.ts';
import { valueWords } from '../../entities/value-words.ts';

interface ListProps {
  readonly nodes: readonly EntityNode[];
  /** Of the amounts, where the data names one. */
  readonly currency: string | null;
  readonly active: string | null;
  readonly onActive: (id: string) => void;
}

/** A group under its head; the rows of a list as a table, or with all their fields. */
function Group({
  node,
  currency,
  active,
  onActive,
}: Omit<ListProps, 'nodes'> & { readonly node: EntityNode }): ReactElement {
  const say = useText('documents');
  const [whole, setWhole] = useState(false);
  const columns = node.kind === 'list' ? tableColumns(node.children) : [];
  return (
    <li className={styles['entityGroup']}>
      <div className={styles['groupHead']}>
        <h3>
          {/^\d+$/u.test(node.name) ? say('row-of', { number: node.name }) : node.name}
          {node.kind === 'list' && <span className={styles['quiet']}> {node.children.length}</span>}
        </h3>
        {columns.length > 0 && (
          <button type="button" className={styles['link']} onClick={() => setWhole(!whole)}>
            {say(whole ? 'as-table' : 'all-fields')}
          </button>
        )}
      </div>
      {columns.length > 0 && !whole ? (
        <RowTable rows={node.children} columns={columns} active={active} onActive={onActive} />
      ) : (
        <EntityList nodes={node.children} currency={currency} active={active} onActive={onActive} />
      )}
    </li>
  );
}

/** A document's data: values with their names, groups under their heads; choosing one shows where it stands on the page. */
export function EntityList({ nodes, currency, active, onActive }: ListProps): ReactElement {
  const say = useText('documents');
  return (
    <ul className={styles['entities']}>
      {nodes.map((node) =>
        node.kind === 'value' ? (
          <li key={node.id}>
            <button
              type="button"
              className={classes(styles['entity'], node.id === active && styles['on'])}
              aria-pressed={node.id === active}
              onClick={() => onActive(node.id)}
            >
              <span className={styles['entityName']}>{node.name}</span>
              <span className={styles['entityValue']} title={String(node.value ?? '')}>
                {valueWords(node, currency)}
              </span>
              {isUnsure(node) && (
                <span className={styles['unsure']}>
                  <TriangleAlert aria-hidden size={14} />
                  {say('sure', { percent: Math.round((node.probability ?? 0) * 100) })}
                </span>
              )}
            </button>
          </li>
        ) : (
          <Group key={node.id} node={node} currency={currency} active={active} onActive={onActive} />
        ),
      )}
    </ul>
  );
}
