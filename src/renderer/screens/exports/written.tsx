import { FileCode, FileX, Hand } from 'lucide-react';
import type { ReactElement } from 'react';
import { useCallback, useEffect, useState } from 'react';
import { useQuery } from '../../bridge/use-query.ts';
import { Button } from '../../components/button.tsx';
import { classes } from '../../components/classes.ts';
import { EmptyState } from '../../components/marks.tsx';
import { SplitPane } from '../../components/split-pane.tsx';
import { Table } from '../../components/table/table.tsx';
import { CommandButton } from '../../lists/command-button.tsx';
import { useRowCommands } from '../../lists/row-commands.ts';
import { SinceFilter } from '../../lists/since-filter.tsx';
import type { useTableLayout } from '../../lists/use-table-layout.ts';
import { faultSentence, nextStep } from '../../text/faults/fault-text.ts';
import { formatNumber } from '../../text/format.ts';
import { useText } from '../../text/index.ts';
import { exportCommands } from './export-commands.tsx';
import { documentName, useExportColumns } from './export-columns.tsx';
import { ExportDetails } from './export-details.tsx';
import type { ExportPages } from './export-pages.ts';
import type { ExportFilter } from './export-state.tsx';
import { exportFilters } from './export-state.tsx';
import styles from './exports.module.css';
import { useWriteAgain } from './use-write-again.tsx';
import { XmlPane } from './xml-pane.tsx';

interface WrittenProps {
  readonly pages: ExportPages;
  readonly table: ReturnType<typeof useTableLayout>;
  readonly since: string;
  readonly onSince: (days: string) => void;
  readonly filter: ExportFilter | null;
  readonly onFilter: (filter: ExportFilter | null) => void;
  /** Whether search or filters leave something out. */
  readonly limited: boolean;
  readonly onEverything: () => void;
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (ids: ReadonlySet<string>) => void;
  readonly projectName: (id: string) => string;
  readonly onRules: () => void;
}

/** Instant of now, a minute apart, ms. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 10_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

function Counters({ pages, filter, onFilter }: Pick<WrittenProps, 'pages' | 'filter' | 'onFilter'>): ReactElement {
  const say = useText('exports');
  const counts = pages.totals()?.counts ?? {};
  return (
    <div role="group" aria-label={say('filter')} className={styles['counters']}>
      {exportFilters.map(({ id, states, asks }) => {
        const count = states.reduce((sum, state) => sum + (counts[state] ?? 0), 0);
        const warns = asks && count > 0;
        return (
          <button
            key={id}
            type="button"
            className={classes(styles['counter'], warns && styles['asks'])}
            aria-pressed={filter === id}
            onClick={() => onFilter(filter === id ? null : id)}
          >
            {warns && <Hand aria-hidden />}
            {say(`filter-${id}`)} <b className="tabular">{formatNumber(count)}</b>
          </button>
        );
      })}
    </div>
  );
}

/** Every XML in a list that jumps, the chosen one's text below it and all about it beside it. */
export function Written(props: WrittenProps): ReactElement {
  const say = useText('exports');
  const { pages, table, selected, onSelect, limited } = props;
  const now = useNow();
  const columns = useExportColumns(now);
  const again = useWriteAgain();
  const newest = pages.totals();
  // What was counted stays while it is asked anew, so that the list and whoever is in it stay where they are.
  const [before, setBefore] = useState(newest);
  if (newest !== null && newest !== before) setBefore(newest);
  const totals = newest ?? before;
  const fault = pages.fault();
  const ids = [...selected];
  const only = ids.length === 1 ? ids[0] : undefined;
  const listed = only === undefined ? undefined : pages.byId(only);
  // One that is not among the loaded rows (far off, or filtered away) is asked for by itself.
  const asked = useQuery<'exports.get'>(
    only === undefined || listed !== undefined ? null : { name: 'exports.get', exportId: only },
  ).value;
  const view = listed ?? asked;
  const chosen = ids.flatMap((id) => pages.byId(id) ?? []);
  const commands = exportCommands(chosen, view, again);
  useRowCommands(commands);
  const see = useCallback((_: string, from: number, to: number) => pages.see(from, to), [pages]);
  return (
    <SplitPane
      details={
        view === undefined ? null : (
          <ExportDetails
            key={view.id}
            view={view}
            projectName={props.projectName(view.projectId)}
            again={again}
            commands={commands}
            onRules={props.onRules}
            onClose={() => onSelect(new Set())}
          />
        )
      }
    >
      <div className={styles['strip']}>
        <Counters {...props} />
        <span className={styles['grow']} />
        <SinceFilter value={props.since} onChange={props.onSince} />
        {(ids.length > 1 || again.progress !== null) && (
          <div className={styles['bulk']}>
            {again.progress ?? (
              <>
                <span role="status">{say('selected', { count: ids.length })}</span>
                <CommandButton commands={commands} id="again" />
              </>
            )}
          </div>
        )}
      </div>
      {totals === null && fault !== null && (
        <EmptyState
          icon={<FileX aria-hidden />}
          title={say('failed')}
          actions={<Button onPress={pages.refresh}>{say('again')}</Button>}
        >
          {faultSentence(fault)} {nextStep(fault)}
        </EmptyState>
      )}
      {totals !== null && totals.total === 0 && (
        <EmptyState
          icon={<FileCode aria-hidden />}
          title={say(limited ? 'nothing-found' : 'empty-title')}
          actions={
            <Button onPress={limited ? props.onEverything : props.onRules}>
              {say(limited ? 'show-all' : 'to-rules')}
            </Button>
          }
        >
          {say(limited ? 'nothing-found-text' : 'empty-text')}
        </EmptyState>
      )}
      {totals !== null && totals.total > 0 && (
        <Table
          label={say('table')}
          columns={columns}
          groups={[{ id: 'all', title: null, count: totals.total, open: true }]}
          rowAt={(_, index) => pages.rowAt(index)}
          rowId={({ id }) => id}
          rowName={(view) => documentName(view, say)}
          rowClass={({ state }) => (state === 'held' ? (styles['ask'] ?? '') : '')}
          selected={selected}
          onSelect={onSelect}
          onSeen={see}
          beginning={pages}
          {...table}
          commands={commands}
        />
      )}
      {view !== undefined && view.path !== null && view.writtenAt !== null && <XmlPane view={view} />}
      {again.question}
    </SplitPane>
  );
}
