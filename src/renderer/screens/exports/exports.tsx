import type { ReactElement } from 'react';
import { useDeferredValue, useRef, useState } from 'react';

import { projectName, useProjects } from '../../bridge/use-projects.ts';
import { useWindowEvents } from '../../bridge/use-query.ts';
import { ProjectFilter } from '../../components/fields/project-filter.tsx';
import { SearchField } from '../../components/fields/search-field.tsx';
import { Segmented } from '../../components/tabs.tsx';
import { ListMenu } from '../../lists/list-menu.tsx';
import { SavedFilters } from '../../lists/saved-filters.tsx';
import { sinceOf } from '../../lists/since-filter.tsx';
import { useTableLayout } from '../../lists/use-table-layout.ts';
import { ScreenFrame } from '../../shell/top-bar.tsx';
import type { ScreenParams } from '../../stores/navigation.ts';
import { useClock } from '../../stores/clock.ts';
import { useStation } from '../../stores/station.ts';
import { formatNumber } from '../../text/format.ts';
import { useText } from '../../text/index.ts';
import type { ExportFilter } from './export-state.tsx';
import { exportFilters } from './export-state.tsx';
import { ruleRows } from './rule-rows.ts';
import { Rules } from './rules.tsx';
import { asking, exportList, sortOf, useExportPages } from './export-pages.ts';
import { Written } from './written.tsx';

/** The Exports screen: every XML that was or is to be written, and the rules by which. `params.exportId` selects one, `params.view` = `rules` shows these. */
export function Exports({ params }: { readonly params: ScreenParams }): ReactElement {
  const say = useText('exports');
  const shared = useText('shared');
  const [view, setView] = useState<'written' | 'rules'>(params['view'] === 'rules' ? 'rules' : 'written');
  const [typed, setTyped] = useState('');
  const search = useDeferredValue(typed.trim());
  const [projectId, setProjectId] = useState('');
  const [since, setSince] = useState('');
  const [filter, setFilter] = useState<ExportFilter | null>(null);
  const [opened, setOpened] = useState(params['exportId']);
  const [selected, setSelected] = useState<ReadonlySet<string>>(
    new Set(params['exportId'] === undefined ? [] : [params['exportId']]),
  );
  const searchField = useRef<HTMLInputElement>(null);
  const settings = useStation((state) => state.settings);
  const connectionId = settings?.defaultConnection ?? settings?.connections[0]?.id;
  if (params['exportId'] !== undefined && params['exportId'] !== opened) {
    setOpened(params['exportId']);
    setSelected(new Set([params['exportId']]));
    setView('written');
  }
  const projects = useProjects(connectionId);
  const nameOf = (id: string): string => projectName(projects, id);
  const states = exportFilters.find(({ id }) => id === filter)?.states ?? null;
  const table = useTableLayout('exports');
  const conditions = {
    search,
    projectId,
    states,
    since: useClock((now) => sinceOf(since, now)),
    sort: sortOf(table.layout),
  };
  const pages = useExportPages(conditions);
  const counts = pages.totals()?.counts;
  const all = counts === undefined ? null : Object.values(counts).reduce((sum, count) => sum + count, 0);
  const rules = settings === null ? [] : ruleRows(settings);
  useWindowEvents((event) => {
    if (event.kind === 'menu' && event.command === 'find') {
      setView('written');
      searchField.current?.focus();
    }
  });
  return (
    <ScreenFrame
      title={say('title')}
      filters={
        <>
          <Segmented
            label={say('view')}
            value={view}
            options={[
              { value: 'written', label: say('view-written', { number: all === null ? '' : formatNumber(all) }) },
              {
                value: 'rules',
                label: say('view-rules', { count: rules.filter(({ rule }) => rule !== null).length }),
              },
            ]}
            onChange={setView}
          />
          {view === 'written' && (
            <>
              <ProjectFilter projects={projects} value={projectId} onChange={setProjectId} />
              <SearchField
                ref={searchField}
                label={say('search-hint')}
                value={typed}
                keys={shared('find-keys')}
                onChange={setTyped}
              />
              <SavedFilters
                screen="exports"
                values={{ search: typed.trim(), projectId, since, filter: filter ?? '' }}
                onApply={(values) => {
                  setTyped(values['search'] ?? '');
                  setProjectId(values['projectId'] ?? '');
                  setSince(values['since'] ?? '');
                  setFilter(exportFilters.find(({ id }) => id === values['filter'])?.id ?? null);
                }}
              />
            </>
          )}
        </>
      }
      actions={
        view === 'written' && (
          <ListMenu list={() => exportList(asking(conditions), pages.totals()?.total ?? null, nameOf)} />
        )
      }
    >
      {view === 'rules' ? (
        <Rules rows={rules} projectName={nameOf} />
      ) : (
        <Written
          pages={pages}
          table={table}
          since={since}
          onSince={setSince}
          filter={filter}
          onFilter={setFilter}
          limited={search !== '' || projectId !== '' || since !== '' || filter !== null}
          onEverything={() => {
            setTyped('');
            setProjectId('');
            setSince('');
            setFilter(null);
          }}
          selected={selected}
          onSelect={setSelected}
          projectName={nameOf}
          onRules={() => setView('rules')}
        />
      )}
    </ScreenFrame>
  );
}
