import { ChevronLeft, ChevronRight, FileText, RefreshCw, Search } from 'lucide-react';
import type { ReactElement } from 'react';
import { useDeferredValue, useRef, useState } from 'react';
import { useQuery, useWindowEvents } from '../../bridge/use-query.ts';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/marks.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { ScreenFrame } from '../../shell/top-bar.tsx';
import type { ScreenParams } from '../../stores/navigation.ts';
import { openScreen } from '../../stores/navigation.ts';
import { useStation } from '../../stores/station.ts';
import { faultSentence, nextStep } from '../../text/faults/fault-text.ts';
import { formatNumber } from '../../text/format.ts';
import { useText } from '../../text/index.ts';
import { DocumentList } from './document-list.tsx';
import styles from './documents.module.css';
import { PageAndDetails } from './page-and-details.tsx';
import { knownStates, stateWord } from './state-mark.tsx';

const pageSize = 50;
const orders = ['-updatedAt', 'updatedAt', '-createdAt', 'createdAt'] as const;

/** The Documents screen: what the service has, page and data of one. `params.documentId` (and `connectionId`) opens one. */
export function Documents({ params }: { readonly params: ScreenParams }): ReactElement {
  const say = useText('documents');
  const own = useStation((state) => state.settings?.defaultConnection ?? state.settings?.connections[0]?.id);
  const connectionId = params['connectionId'] ?? own;
  const searchField = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [caseTyped, setCaseTyped] = useState('');
  const search = useDeferredValue(typed.trim());
  const caseId = useDeferredValue(caseTyped.trim());
  const [projectId, setProjectId] = useState('all');
  const [state, setState] = useState('all');
  const [sort, setSort] = useState<(typeof orders)[number]>('-updatedAt');
  const [offset, setOffset] = useState(0);
  const [opened, setOpened] = useState(params['documentId']);
  const [chosen, setChosen] = useState<string | null>(params['documentId'] ?? null);
  const [now, setNow] = useState(() => Date.now());
  if (params['documentId'] !== undefined && params['documentId'] !== opened) {
    setOpened(params['documentId']);
    setChosen(params['documentId']);
  }
  const projects = useQuery<'projects.list'>(
    connectionId === undefined ? null : { name: 'projects.list', connectionId },
    { live: false },
  ).value?.projects;
  // Not live: each look costs calls of the service's quota; Refresh asks again.
  const { value, fault, reload } = useQuery<'documents.list'>(
    connectionId === undefined
      ? null
      : {
          name: 'documents.list',
          connectionId,
          offset,
          limit: pageSize,
          sort,
          ...(projectId === 'all' ? {} : { projectId }),
          ...(state === 'all' ? {} : { states: [state] }),
          ...(caseId === '' ? {} : { caseId }),
          ...(search === '' ? {} : { search }),
        },
    { live: false },
  );
  const refresh = (): void => {
    setNow(Date.now());
    reload();
  };
  useWindowEvents((event) => {
    if (event.kind === 'menu' && event.command === 'find') searchField.current?.focus();
  });
  if (connectionId === undefined) {
    return (
      <ScreenFrame title={say('title')}>
        <EmptyState
          icon={<FileText aria-hidden />}
          title={say('no-connection')}
          actions={<Button onPress={() => openScreen('settings')}>{say('to-settings')}</Button>}
        >
          {say('no-connection-text')}
        </EmptyState>
      </ScreenFrame>
    );
  }
  const documents = value?.documents ?? [];
  const total = value?.totalCount ?? null;
  const last = offset + documents.length;
  const more = total === null ? documents.length === pageSize : last < total;
  const range = { from: formatNumber(offset + 1), to: formatNumber(last) };
  return (
    <ScreenFrame
      title={say('title')}
      filters={
        <>
          <SelectField
            label={say('project')}
            labelHidden
            value={projectId}
            options={[
              { value: 'all', label: say('all-projects') },
              ...(projects ?? []).map(({ id, name }) => ({ value: id, label: name ?? id })),
            ]}
            onChange={(next) => {
              setProjectId(next);
              setOffset(0);
            }}
          />
          <label className={styles['search']}>
            <Search aria-hidden size={14} />
            <input
              ref={searchField}
              type="search"
              maxLength={200}
              value={typed}
              placeholder={say('search-hint')}
              aria-label={say('search-hint')}
              onChange={({ target }) => {
                setTyped(target.value);
                setOffset(0);
              }}
            />
          </label>
          <label className={styles['case']}>
            <input
              type="search"
              maxLength={200}
              value={caseTyped}
              placeholder={say('case-filter')}
              aria-label={say('case-filter')}
              onChange={({ target }) => {
                setCaseTyped(target.value);
                setOffset(0);
              }}
            />
          </label>
        </>
      }
      actions={
        <Button icon={<RefreshCw aria-hidden />} onPress={refresh}>
          {say('refresh')}
        </Button>
      }
    >
      <div className={styles['screen']}>
        <section className={styles['side']} aria-label={say('list')}>
          <div className={styles['strip']}>
            <SelectField
              label={say('state')}
              labelHidden
              value={state}
              options={[
                { value: 'all', label: say('all-states') },
                ...knownStates.map((name) => ({ value: name, label: stateWord(name, say) })),
              ]}
              onChange={(next) => {
                setState(next);
                setOffset(0);
              }}
            />
            <SelectField
              label={say('sort')}
              labelHidden
              value={sort}
              options={orders.map((order) => ({ value: order, label: say(order) }))}
              onChange={(next) => {
                setSort(next);
                setOffset(0);
              }}
            />
          </div>
          {fault !== undefined && (
            <EmptyState
              icon={<FileText aria-hidden />}
              title={say('failed')}
              actions={<Button onPress={refresh}>{say('again')}</Button>}
            >
              {faultSentence(fault)} {nextStep(fault)}
            </EmptyState>
          )}
          {value === undefined && fault === undefined && <p className={styles['note']}>{say('loading')}</p>}
          {value !== undefined && documents.length === 0 && (
            <EmptyState icon={<FileText aria-hidden />} title={say('empty')}>
              {say('empty-text')}
            </EmptyState>
          )}
          {documents.length > 0 && (
            <DocumentList documents={documents} chosen={chosen} now={now} onChoose={setChosen} />
          )}
          <div className={styles['pager']}>
            <Button
              kind="icon"
              label={say('previous')}
              icon={<ChevronLeft aria-hidden />}
              disabled={offset === 0}
              onPress={() => setOffset(Math.max(0, offset - pageSize))}
            />
            <span className="tabular" role="status">
              {documents.length > 0 &&
                (total === null ? say('range-open', range) : say('range', { ...range, total: formatNumber(total) }))}
              {value?.searched !== undefined && ` · ${say('searched', { count: formatNumber(value.searched) })}`}
            </span>
            <Button
              kind="icon"
              label={say('next')}
              icon={<ChevronRight aria-hidden />}
              disabled={!more}
              onPress={() => setOffset(offset + pageSize)}
            />
          </div>
        </section>
        {chosen !== null && (
          <PageAndDetails
            key={chosen}
            connectionId={connectionId}
            documentId={chosen}
            onClose={() => setChosen(null)}
            onChanged={refresh}
          />
        )}
      </div>
    </ScreenFrame>
  );
}
