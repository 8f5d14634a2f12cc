import { Layers3 } from 'lucide-react';
import type { ReactElement } from 'react';
import { useMemo, useState } from 'react';
import { caseKeys } from '../../../../shared/contract/case-contract.ts';
import type { CaseView } from '../../../../shared/case-views.ts';
import type { ProjectView } from '../../../bridge/use-projects.ts';
import { projectName } from '../../../bridge/use-projects.ts';
import { useQuery } from '../../../bridge/use-query.ts';
import { Button } from '../../../components/button.tsx';
import { FailedState } from '../../../components/failed-state.tsx';
import { EmptyState } from '../../../components/marks.tsx';
import { MiddleName } from '../../../components/middle-name.tsx';
import { Pager } from '../../../components/pager.tsx';
import { useTableLayout } from '../../../lists/use-table-layout.ts';
import { SplitPane } from '../../../components/split-pane.tsx';
import type { TableColumn, TableLayout } from '../../../components/table/table-columns.ts';
import { Table } from '../../../components/table/table.tsx';
import { formatMoment, formatNumber } from '../../../text/format.ts';
import { useText } from '../../../text/index.ts';
import { lookedThrough } from '../case-lists.ts';
import { useCaseCommands } from './case-commands.tsx';
import { CaseDetails } from './case-details.tsx';
import { CaseName, CaseStateMark } from './case-name.tsx';
import styles from './service.module.css';

const pageSize = 50;

function moment(at: string | null): string {
  const instant = at === null ? Number.NaN : Date.parse(at);
  return Number.isNaN(instant) ? '–' : formatMoment(instant);
}

function useCaseColumns(projects: readonly ProjectView[]): readonly TableColumn<CaseView>[] {
  const say = useText('serviceCases');
  return useMemo(
    () => [
      {
        id: 'name',
        title: say('name'),
        sorts: true,
        width: 'minmax(160px, 2fr)',
        cell: (row) => <CaseName {...row} />,
      },
      {
        id: 'external',
        title: say('external-id'),
        sorts: true,
        width: 'minmax(110px, 1fr)',
        cell: ({ externalId }) => (externalId === null ? '–' : <MiddleName name={externalId} />),
      },
      {
        id: 'state',
        title: say('state'),
        sorts: true,
        width: '170px',
        cell: ({ state }) => (state === null ? '–' : <CaseStateMark state={state} />),
      },
      {
        id: 'files',
        title: say('files'),
        sorts: true,
        width: '70px',
        align: 'end',
        cell: ({ files }) => (files === null ? '–' : formatNumber(files)),
      },
      {
        id: 'project',
        title: say('project'),
        sorts: true,
        width: 'minmax(110px, 1fr)',
        from: 900,
        cell: ({ projectId }) => (projectId === null ? '–' : <MiddleName name={projectName(projects, projectId)} />),
      },
      {
        id: 'changed',
        title: say('changed'),
        sorts: true,
        width: '120px',
        from: 640,
        align: 'end',
        cell: ({ updatedAt, createdAt }) => moment(updatedAt ?? createdAt),
      },
    ],
    [say, projects],
  );
}

/** The order of a sorted column, as it is asked for. */
export function sortOf({
  sort,
}: TableLayout): { readonly by: (typeof caseKeys)[number]; readonly descending: boolean } | null {
  const by = caseKeys.find((key) => key === sort?.column);
  return sort === null || by === undefined ? null : { by, descending: sort.descending };
}

/** The cases the service has, and all about one. */
export function ServiceCases({
  connectionId,
  projectId,
  projects,
  search,
  chosen,
  onChoose,
  onEverything,
}: {
  readonly connectionId: string;
  /** '' = of all projects. */
  readonly projectId: string;
  readonly projects: readonly ProjectView[];
  readonly search: string;
  readonly chosen: string | null;
  readonly onChoose: (caseId: string | null) => void;
  readonly onEverything: () => void;
}): ReactElement {
  const say = useText('serviceCases');
  const columns = useCaseColumns(projects);
  const table = useTableLayout('cases');
  const sort = sortOf(table.layout);
  const conditions = `${projectId}/${search}/${JSON.stringify(sort)}`;
  const [fresh, setFresh] = useState<Pick<CaseView, 'id' | 'state'> | null>(null);
  const [place, setPlace] = useState({ conditions, offset: 0 });
  const offset = place.conditions === conditions ? place.offset : 0;
  // Not live: each look costs calls of the service's quota; Refresh asks again.
  const { value, before, fault, reload } = useQuery<'cases.list'>(
    {
      name: 'cases.list',
      connectionId,
      offset,
      limit: pageSize,
      ...(projectId === '' ? {} : { projectId }),
      ...(search === '' ? {} : { search }),
      ...(sort === null ? {} : { sort }),
    },
    { live: false },
  );
  const page = value ?? (fault === undefined ? before : undefined);
  // What the open case says of itself is newer than the list.
  const cases = (page?.cases ?? []).map((one) => (one.id === fresh?.id ? { ...one, state: fresh.state } : one));
  const { commandsOf, questions } = useCaseCommands(connectionId, reload);
  const limited = search !== '' || projectId !== '';
  const empty =
    fault !== undefined ? (
      <FailedState
        icon={<Layers3 aria-hidden />}
        title={say('failed')}
        fault={fault}
        again={say('again')}
        onAgain={reload}
      />
    ) : page === undefined ? (
      <p className={styles['note']}>{say('loading')}</p>
    ) : cases.length === 0 ? (
      <EmptyState
        icon={<Layers3 aria-hidden />}
        title={say(limited ? 'nothing-fits' : 'empty-title')}
        actions={<Button onPress={limited ? onEverything : reload}>{say(limited ? 'show-all' : 'refresh')}</Button>}
      >
        {say(limited ? 'nothing-fits-text' : 'empty-text')}
      </EmptyState>
    ) : null;
  return (
    <SplitPane
      details={
        chosen !== null && (
          <CaseDetails
            key={chosen}
            connectionId={connectionId}
            caseId={chosen}
            projects={projects}
            onDetail={setFresh}
            onClose={() => onChoose(null)}
          />
        )
      }
    >
      {questions}
      {empty ?? (
        <>
          <Table
            label={say('list')}
            columns={columns}
            groups={[{ id: 'all', title: null, count: cases.length, open: true }]}
            rowAt={(_, index) => cases[index]}
            rowId={({ id }) => id}
            selected={new Set(chosen === null ? [] : [chosen])}
            beginning={conditions}
            {...table}
            commandsOf={commandsOf}
            onSelect={(ids) => onChoose([...ids].at(-1) ?? null)}
            onOpen={({ id }) => onChoose(id)}
          />
          {page !== undefined && (
            <div className={styles['under']}>
              <Button kind="quiet" onPress={reload}>
                {say('refresh')}
              </Button>
              <Pager
                offset={offset}
                shown={page.cases.length}
                total={page.totalCount}
                note={lookedThrough(say, search, page)}
                size={pageSize}
                className={styles['pager']}
                words={say}
                onMove={(next) => setPlace({ conditions, offset: next })}
              />
            </div>
          )}
        </>
      )}
    </SplitPane>
  );
}
