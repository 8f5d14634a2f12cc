import { TriangleAlert } from 'lucide-react';
import type { ReactElement } from 'react';
import { classes } from '../../components/classes.ts';
import { useText } from '../../text/index.ts';
import styles from './documents.module.css';
import type { EntityNode } from '../../entities/entity-tree.ts';
import { isUnsure } from '../../entities/entity-tree.ts';
import { valueWords } from '../../entities/value-words.ts';

interface ListProps {
  readonly nodes: readonly EntityNode[];
  readonly active: string | null;
  readonly onActive: (id: string) => void;
}

/** A document's data: values with their names, groups under their heads; choosing one shows where it stands on the page. */
export function EntityList({ nodes, active, onActive }: ListProps): ReactElement {
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
              <span className={styles['entityValue']}>{valueWords(node)}</span>
              {isUnsure(node) && (
                <span className={styles['unsure']}>
                  <TriangleAlert aria-hidden size={14} />
                  {say('sure', { percent: Math.round((node.probability ?? 0) * 100) })}
                </span>
              )}
            </button>
          </li>
        ) : (
          <li key={node.id} className={styles['entityGroup']}>
            <h3>
              {/^\d+$/u.test(node.name) ? say('row-of', { number: node.name }) : node.name}
              {node.kind === 'list' && <span className={styles['quiet']}> {node.children.length}</span>}
            </h3>
            <EntityList nodes={node.children} active={active} onActive={onActive} />
          </li>
        ),
      )}
    </ul>
  );
}
