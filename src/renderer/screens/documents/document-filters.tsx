import type { ReactElement } from 'react';
import { useId, useRef } from 'react';
import { ownOrders, serviceOrders } from '../../../shared/contract/document-contract.ts';
import { knownStates } from '../../../shared/document-states.ts';
import { useQuery, useWindowEvents } from '../../bridge/use-query.ts';
import type { ProjectView } from '../../bridge/use-projects.ts';
import { ProjectFilter } from '../../components/fields/project-filter.tsx';
import { SearchField } from '../../components/fields/search-field.tsx';
import { SelectField } from '../../components/fields/select-field.tsx';
import { SinceFilter } from '../../lists/since-filter.tsx';
import { useText } from '../../text/index.ts';
import styles from './documents.module.css';
import { stateWord } from './state-mark.tsx';

/** What the list is limited to and how it is ordered; an empty text, or the state `all` = not limited. */
export interface DocumentConditions {
  readonly typed: string;
  readonly caseTyped: string;
  readonly projectId: string;
  readonly state: string;
  readonly supplier: string;
  /** Days, see `SinceFilter`. */
  readonly since: string;
  readonly sort: (typeof serviceOrders)[number] | (typeof ownOrders)[number];
}

interface FilterProps {
  readonly conditions: DocumentConditions;
  readonly onChange: (change: Partial<DocumentConditions>) => void;
}

/** Project, words and case, for the top bar. */
export function DocumentSearch({
  conditions,
  projects,
  onChange,
}: FilterProps & { readonly projects: readonly ProjectView[] }): ReactElement {
  const say = useText('documents');
  const shared = useText('shared');
  const field = useRef<HTMLInputElement>(null);
  useWindowEvents((event) => {
    if (event.kind === 'menu' && event.command === 'find') field.current?.focus();
  });
  return (
    <>
      <ProjectFilter
        projects={projects}
        value={conditions.projectId}
        onChange={(projectId) => onChange({ projectId })}
      />
      <SearchField
        ref={field}
        label={say('search-hint')}
        value={conditions.typed}
        keys={shared('find-keys')}
        onChange={(typed) => onChange({ typed })}
      />
      <label className={styles['case']}>
        <input
          type="search"
          maxLength={200}
          value={conditions.caseTyped}
          placeholder={say('case-filter')}
          aria-label={say('case-filter')}
          onChange={({ target }) => onChange({ caseTyped: target.value })}
        />
      </label>
    </>
  );
}

/** The word for what documents are sorted by here. */
function columnOf(
  order: (typeof ownOrders)[number],
): 'title-field' | 'field-supplierName' | 'number' | 'field-totalGrossAmount' {
  if (order.endsWith('title')) return 'title-field';
  if (order.endsWith('supplier')) return 'field-supplierName';
  return order.endsWith('number') ? 'number' : 'field-totalGrossAmount';
}

/** State, supplier, how far back, and order, above the list. */
export function DocumentStrip({
  connectionId,
  conditions,
  onChange,
}: FilterProps & { readonly connectionId: string }): ReactElement {
  const say = useText('documents');
  const names = useId();
  const suppliers = useQuery<'documents.suppliers'>(
    { name: 'documents.suppliers', connectionId },
    { live: false },
  ).value;
  return (
    <div className={styles['strip']}>
      <SelectField
        label={say('state')}
        labelHidden
        value={conditions.state}
        options={[
          { value: 'all', label: say('all-states') },
          ...knownStates.map((name) => ({ value: name, label: stateWord(name, say) })),
        ]}
        onChange={(state) => onChange({ state })}
      />
      <label className={styles['case']}>
        <input
          type="search"
          list={names}
          maxLength={200}
          value={conditions.supplier}
          placeholder={say('field-supplierName')}
          aria-label={say('field-supplierName')}
          onChange={({ target }) => onChange({ supplier: target.value })}
        />
        <datalist id={names}>
          {suppliers?.names.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
      </label>
      <SinceFilter value={conditions.since} onChange={(since) => onChange({ since })} />
      <SelectField
        label={say('sort')}
        labelHidden
        value={conditions.sort}
        options={[
          ...serviceOrders.map((value) => ({ value, label: say(value) })),
          ...ownOrders.map((value) => ({
            value,
            label: say(value.startsWith('-') ? 'order-down' : 'order-up', { column: say(columnOf(value)) }),
          })),
        ]}
        onChange={(sort) => onChange({ sort })}
      />
    </div>
  );
}
