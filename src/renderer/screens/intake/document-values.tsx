import type { ReactElement } from 'react';
import { useQuery } from '../../bridge/use-query.ts';
import { Button } from '../../components/button.tsx';
import { openScreen } from '../../stores/navigation.ts';
import { faultSentence } from '../../text/faults/fault-text.ts';
import { useText } from '../../text/index.ts';
import styles from './intake.module.css';

/** Values shown; the rest stands on the Documents screen. */
const most = 8;

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The plain values of free-form entities with their names: values by themselves, or under `value` beside their certainty. */
export function mainValues(entities: Readonly<Record<string, unknown>>): readonly (readonly [string, string])[] {
  return Object.entries(entities)
    .flatMap(([name, given]): (readonly [string, string])[] => {
      const value = isRecord(given) ? given['value'] : given;
      return (typeof value === 'string' && value !== '') || typeof value === 'number' || typeof value === 'boolean'
        ? [[name, String(value)]]
        : [];
    })
    .slice(0, most);
}

/** What the service read in a document, in short. */
export function DocumentValues(given: { readonly connectionId: string; readonly documentId: string }): ReactElement {
  const say = useText('intake');
  const { value, fault } = useQuery<'documents.detail'>({ name: 'documents.detail', ...given }, { live: false });
  const values = mainValues(value?.entities ?? {});
  return (
    <>
      {fault !== undefined && <p className={styles['day']}>{faultSentence(fault)}</p>}
      {value !== undefined && values.length === 0 && <p className={styles['day']}>{say('no-values')}</p>}
      <dl className={styles['values']}>
        {values.map(([name, words]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="copyable">{words}</dd>
          </div>
        ))}
      </dl>
      <Button kind="quiet" onPress={() => openScreen('documents', given)}>
        {say('open-document')}
      </Button>
    </>
  );
}
