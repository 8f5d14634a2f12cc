import { TriangleAlert } from 'lucide-react';
import type { ReactElement } from 'react';
import { classes } from '../../../components/classes.ts';
import { fieldName } from '../../../entities/field-names.ts';
import type { EntityNode } from '../../../entities/entity-tree.ts';
import { entityTree, isUnsure, valuesOf } from '../../../entities/entity-tree.ts';
import { valueWords } from '../../../entities/value-words.ts';
import type { PageRegion } from '../../../preview/regions.tsx';
import { formatNumber } from '../../../text/format.ts';
import { useText } from '../../../text/index.ts';
import styles from './details.module.css';

/** Values shown; the rest stands on the Documents screen. */
const most = 6;

/** Values that come first: what a clerk knows a document by. */
const first: readonly string[] = [
  'supplierName',
  'invoiceNumber',
  'issuedDate',
  'dueDate',
  'totalGrossAmount',
  'totalNetAmount',
];

/** Said elsewhere: the currency beside the amount, the kind by the name. */
const spared: readonly string[] = ['currency', 'documentType'];

function rank({ id }: EntityNode): number {
  const place = first.indexOf(id);
  return place < 0 ? first.length : place;
}

/** The values of a document that are worth a look here: what is unsure, then what tells it from others. */
export function mainValues(
  entities: Readonly<Record<string, unknown>> | null,
  nameOf: (name: string) => string,
): readonly EntityNode[] {
  const values = entityTree(entities ?? {}, nameOf)
    .flatMap((node) => (node.kind === 'list' ? [] : valuesOf([node])))
    .filter(({ id, value }) => value !== null && value !== '' && !spared.includes(id));
  const chosen = values
    .toSorted((a, b) => Number(isUnsure(b)) - Number(isUnsure(a)) || rank(a) - rank(b))
    .slice(0, most);
  return chosen.toSorted((a, b) => rank(a) - rank(b));
}

/** The values' places on the pages. */
export function regionsOf(values: readonly EntityNode[], active: string | null): readonly PageRegion[] {
  return values.flatMap((node) =>
    node.region === null
      ? []
      : [{ ...node.region, id: node.id, label: node.name, unsure: isUnsure(node), active: node.id === active }],
  );
}

/** What the service read in a document, in short; a value that is pointed at is marked on the page. */
export function DocumentValues({
  values,
  currency,
  active,
  onActive,
}: {
  readonly values: readonly EntityNode[];
  readonly currency: string | null;
  readonly active: string | null;
  readonly onActive: (id: string | null) => void;
}): ReactElement {
  const say = useText('intake');
  return (
    <dl className={styles['values']}>
      {values.map((node) => (
        <div
          key={node.id}
          className={classes(node.id === active && styles['valueOn'])}
          onPointerEnter={() => onActive(node.id)}
          onPointerLeave={() => onActive(null)}
        >
          <dt>{node.name}</dt>
          <dd className="copyable">
            {valueWords(node, currency)}
            {isUnsure(node) && (
              <span className={styles['unsure']}>
                <TriangleAlert aria-hidden />
                {say('sure', { percent: formatNumber((node.probability ?? 0) * 100) })}
              </span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** How the fields of a document are called. */
export function useFieldName(): (name: string) => string {
  const say = useText('documents');
  return (name) => fieldName(name, say);
}
