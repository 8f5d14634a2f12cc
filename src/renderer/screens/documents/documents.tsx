import { FileText, RefreshCw } from 'lucide-react';
import type { ComponentProps, ReactElement } from 'react';
import { useDeferredValue, useState } from 'react';
import { ownOrders, serviceOrders } from '../../../shared/contract/document-contract.ts';
import type { QueryAnswer } from '../../../shared/contract.ts';
import type { Fault } from '../../../shared/faults.ts';
import type { DocumentView } from '../../../shared/views.ts';
import { useProjects } from '../../bridge/use-projects.ts';
import { useQuery } from '../../bridge/use-query.ts';
import { Button } from '../../components/button.tsx';
import { FailedState } from '../../components/failed-state.tsx';
import { EmptyState } from '../../components/marks.tsx';
import { Pager } from '../../components/pager.tsx';
import type { TableLayout } from '../../components/table/table-columns.ts';
import { Table } from '../../components/table/table.tsx';
import { ListMenu } from '../../lists/list-menu.tsx';
import { SavedFilters } from '../../lists/saved-filters.tsx';
import { useTableLayout } from '../../lists/use-table-layout.ts';
import { ScreenFrame } from '../../shell/top-bar.tsx';
import type { ScreenParams } from '../../stores/navigation.ts';
import { openScreen } from '../../stores/navigation.ts';
import { useStation } from '../../stores/station.ts';
import { useText } from '../../text/index.ts';
import { useDocumentColumns } from './document-columns.tsx';
import { useDocumentCommands } from './document-commands.tsx';
import type { DocumentConditions } from './document-filters.tsx';
import { DocumentSearch, DocumentStrip } from './document-filters.tsx';
import { DocumentList } from './document-list.tsx';
import { documentList, documentQuery, howFar } from './saved-documents.ts';
import styles from './documents.module.css';
import { PageAndDetails } from './page-and-details.tsx';

/** Documents of a page; the interface gives no more at once. */
const pageSize = 50;

/** The Documents screen: what the service has, page and data of one. `params.documentId` (and `connectionId`) opens one. */
export function Documents({ params }: { readonly params: ScreenParams }): ReactElement {
  const say = useText('documents');
  const own = useStation((state) => state.settings?.defaultConnection ?? state.settings?.connections[0]?.id);
  const connectionId = params['connectionId'] ?? own;
  if (connectionId !== undefined) return <DocumentsOf key={connectionId} connectionId={connectionId} params={params} />;
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

const everything: DocumentConditions = {
  typed: '',
  caseTyped: '',
  projectId: '',
  state: 'all',
  supplier: '',
  since: '',
  sort: '-updatedAt',
};

/** The documents at an offset that fit the conditions; `limited` = the conditions leave some out. */
function useDocumentPage(
  connectionId: string,
  conditions: DocumentConditions,
  offset: number,
): {
  readonly page: QueryAnswer<'documents.list'> | undefined;
  readonly fault: Fault | undefined;
  readonly limited: boolean;
  readonly reload: () => void;
} {
  const search = useDeferredValue(conditions.typed.trim());
  const caseId = useDeferredValue(conditions.caseTyped.trim());
  const supplier = useDeferredValue(conditions.supplier.trim());
  // Not live: each look costs calls of the service's quota; Refresh asks again.
  const { value, before, fault, reload } = useQuery<'documents.list'>(
    documentQuery(connectionId, { ...conditions, typed: search, caseTyped: caseId, supplier }, offset, pageSize),
    { live: false },
  );
  // What was there stays while it is asked anew, so that typing does not flicker.
  const page = value ?? (fault === undefined ? before : undefined);
  const { projectId, state, since } = conditions;
  const limited = [search, caseId, supplier, projectId, since].some((value) => value !== '') || state !== 'all';
  return { page, fault, limited, reload };
}

/** Project, words and case, and what was saved of them with the state. */
function Filters(props: ComponentProps<typeof DocumentSearch>): ReactElement {
  const { conditions, onChange } = props;
  return (
    <>
      <DocumentSearch {...props} />
      <SavedFilters
        screen="documents"
        values={{
          typed: conditions.typed.trim(),
          caseTyped: conditions.caseTyped.trim(),
          projectId: conditions.projectId,
          state: conditions.state === 'all' ? '' : conditions.state,
          supplier: conditions.supplier.trim(),
          since: conditions.since,
        }}
        onApply={({ typed = '', caseTyped = '', projectId = '', state = 'all', supplier = '', since = '' }) =>
          onChange({ typed, caseTyped, projectId, state, supplier, since })
        }
      />
    </>
  );
}

/** What stands in the place of the list where there is none; null: there is one. */
function useNoRows(
  page: QueryAnswer<'documents.list'> | undefined,
  fault: Fault | undefined,
  limited: boolean,
  reload: () => void,
  onEverything: () => void,
): ReactElement | null {
  const say = useText('documents');
  return fault !== undefined ? (
    <FailedState
      icon={<FileText aria-hidden />}
      title={say('failed')}
      fault={fault}
      again={say('again')}
      onAgain={reload}
    />
  ) : page === undefined ? (
    <p className={styles['note']}>{say('loading')}</p>
  ) : page.documents.length === 0 ? (
    <EmptyState
      icon={<FileText aria-hidden />}
      title={say('empty')}
      {...(limited ? { actions: <Button onPress={onEverything}>{say('show-all')}</Button> } : {})}
    >
      {say(limited ? 'empty-text' : 'empty-hint')}
    </EmptyState>
  ) : null;
}

function DocumentsOf({
  connectionId,
  params,
}: {
  readonly connectionId: string;
  readonly params: ScreenParams;
}): ReactElement {
  const say = useText('documents');
  const { layout, onLayout } = useTableLayout('documents');
  const [conditions, setConditions] = useState(() => ({ ...everything, sort: orderOf(layout) ?? everything.sort }));
  const [offset, setOffset] = useState(0);
  const [fresh, setFresh] = useState<DocumentView>();
  const [opened, setOpened] = useState(params['documentId']);
  const [chosen, setChosen] = useState<string | null>(params['documentId'] ?? null);
  if (params['documentId'] !== undefined && params['documentId'] !== opened) {
    setOpened(params['documentId']);
    setChosen(params['documentId']);
  }
  const projects = useProjects(connectionId);
  const columns = useDocumentColumns(connectionId, projects);
  const { page, fault, limited, reload } = useDocumentPage(connectionId, conditions, offset);
  const change = (part: Partial<DocumentConditions>): void => {
    setConditions((was) => ({ ...was, ...part }));
    setOffset(0);
  };
  // What the open document says of itself is newer than the list.
  const documents = (page?.documents ?? []).map((document) => (document.id === fresh?.id ? fresh : document));
  const { commandsOf, questions } = useDocumentCommands(connectionId, undefined, reload);
  const pager = (
    <Pager
      offset={offset}
      shown={page?.documents.length ?? 0}
      total={page?.totalCount ?? null}
      note={howFar(page, conditions, say)}
      size={pageSize}
      className={styles['pager']}
      words={say}
      onMove={setOffset}
    />
  );
  const state = useNoRows(page, fault, limited, reload, () => change(everything));
  return (
    <ScreenFrame
      title={say('title')}
      filters={<Filters conditions={conditions} projects={projects} onChange={change} />}
      actions={
        <>
          <ListMenu list={() => documentList(connectionId, conditions, page?.totalCount ?? null, projects)} />
          <Button icon={<RefreshCw aria-hidden />} onPress={reload}>
            {say('refresh')}
          </Button>
        </>
      }
    >
      <div className={styles['screen']}>
        <section className={styles['side']} aria-label={say('list')}>
          <DocumentStrip connectionId={connectionId} conditions={conditions} onChange={change} />
          {state ??
            (chosen === null ? (
              <Table
                label={say('list')}
                columns={columns}
                groups={[{ id: 'all', title: null, count: documents.length, open: true }]}
                rowAt={(_, index) => documents[index]}
                rowId={({ id }) => id}
                selected={none}
                beginning={page}
                layout={{ ...layout, sort: headingOf(conditions.sort) }}
                onLayout={(next) => {
                  onLayout(next);
                  change({ sort: orderOf(next) ?? everything.sort });
                }}
                commandsOf={commandsOf}
                onSelect={(ids) => setChosen([...ids][0] ?? null)}
                onOpen={({ id }) => setChosen(id)}
              />
            ) : (
              <DocumentList
                connectionId={connectionId}
                documents={documents}
                chosen={chosen}
                commandsOf={commandsOf}
                onChoose={setChosen}
              />
            ))}
          {pager}
        </section>
        {questions}
        {chosen !== null && (
          <PageAndDetails
            key={chosen}
            connectionId={connectionId}
            documentId={chosen}
            onDetail={setFresh}
            onClose={() => setChosen(null)}
            onChanged={reload}
          />
        )}
      </div>
    </ScreenFrame>
  );
}

/** The order that a sorted column asks for; null: none is sorted. */
function orderOf({ sort }: TableLayout): DocumentConditions['sort'] | null {
  if (sort === null) return null;
  const key = sort.column === 'changed' ? 'updatedAt' : sort.column;
  const wanted = sort.descending ? `-${key}` : key;
  return [...serviceOrders, ...ownOrders].find((order) => order === wanted) ?? null;
}

/** The heading that an order sorts by. */
function headingOf(order: DocumentConditions['sort']): TableLayout['sort'] {
  const key = order.replace('-', '');
  if (key === 'createdAt') return null;
  return { column: key === 'updatedAt' ? 'changed' : key, descending: order.startsWith('-') };
}

const none: ReadonlySet<string> = new Set();
