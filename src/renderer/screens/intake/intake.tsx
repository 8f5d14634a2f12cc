import { Inbox, Pause, Play, Plus } from 'lucide-react';
import type { ComponentProps, ReactElement } from 'react';
import { useDeferredValue, useMemo, useRef, useState } from 'react';
import type { ItemSort } from '../../../shared/selection.ts';
import type { ProjectView } from '../../bridge/use-projects.ts';
import { useProjects } from '../../bridge/use-projects.ts';
import { useQuery, useWindowEvents } from '../../bridge/use-query.ts';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/marks.tsx';
import type { MenuEntry } from '../../components/menu.tsx';
import { ProjectFilter } from '../../components/fields/project-filter.tsx';
import { SearchField } from '../../components/fields/search-field.tsx';
import { SplitPane } from '../../components/split-pane.tsx';
import type { TableGroup } from '../../components/table/table-rows.ts';
import { Table } from '../../components/table/table.tsx';
import { ListMenu } from '../../lists/list-menu.tsx';
import { useRowCommands } from '../../lists/row-commands.ts';
import { SavedFilters } from '../../lists/saved-filters.tsx';
import { useTableLayout } from '../../lists/use-table-layout.ts';
import { PersonFilter } from '../../notes/person-filter.tsx';
import { ScreenFrame } from '../../shell/top-bar.tsx';
import { useClock } from '../../stores/clock.ts';
import type { ScreenParams } from '../../stores/navigation.ts';
import { useStation } from '../../stores/station.ts';
import { useText } from '../../text/index.ts';
import { Tips } from '../first-start/tips.tsx';
import { actOnItems } from './acts.ts';
import { BulkActs } from './bulk-acts.tsx';
import { Details } from './details/details.tsx';
import styles from './intake.module.css';
import { useItemColumns, useItemSort, useSourceName } from './item-columns.tsx';
import { useItemCommands } from './item-commands.tsx';
import { itemList } from './item-list.ts';
import type { CountedGroup } from './strip.tsx';
import { countedGroups, doneFrom, doneWords, Strip } from './strip.tsx';
import { chooseFiles } from './taking-in/take-in.ts';
import { useChoice } from './use-choice.ts';
import type { Choice } from './use-choice.ts';
import { ViewMenu } from './view-menu.tsx';
import type { ShownGroup, ShownItems } from './use-item-pages.ts';
import { countOf, useShownItems } from './use-item-pages.ts';

const rowClasses: Readonly<Record<string, string | undefined>> = { 'needs-you': styles['ask'], done: styles['over'] };

const allGroups: readonly ShownGroup[] = ['needs-you', 'on-its-way', 'done'];

/** Pauses all sending, or lets it go on. */
function PauseAll(): ReactElement {
  const say = useText('intake');
  const paused = useStation((state) => state.pauses.all);
  return (
    <Button
      icon={paused ? <Play aria-hidden /> : <Pause aria-hidden />}
      command={paused ? 'resume-all' : 'pause-all'}
      onPress={() => void actOnItems(paused ? 'items.resume' : 'items.pause', 'all')}
    >
      {say(paused ? 'resume-all' : 'pause-all')}
    </Button>
  );
}

function AddFiles(): ReactElement {
  const say = useText('intake');
  return (
    <Button icon={<Plus aria-hidden />} command="add-files" onPress={() => void chooseFiles()}>
      {say('add-files')}
    </Button>
  );
}

/** Saves the items of all groups, also of those that are folded. */
function SaveItems({
  sort,
  shown,
  groups,
  projects,
}: {
  readonly sort: ItemSort | null;
  readonly shown: ShownItems;
  readonly groups: readonly TableGroup[];
  readonly projects: readonly ProjectView[];
}): ReactElement {
  const sourceName = useSourceName();
  const total = groups.reduce((sum, { count }) => sum + count, 0);
  return <ListMenu list={() => itemList(shown.groups, shown.conditionsOf, sort, total, { sourceName, projects })} />;
}

/** The groups of the list, each with the way to fold it, and what can be done with all of their items. */
function useGroups(
  { groups: ids, summary }: ShownItems,
  choice: Choice,
  since: string,
): {
  readonly groups: readonly TableGroup[];
  readonly toggle: (id: string) => void;
  readonly groupCommands: (id: string) => readonly MenuEntry[];
  readonly selectAll: () => void;
} {
  const say = useText('intake');
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const groups: readonly TableGroup[] = ids
    .map((id) => ({
      id,
      title: id === 'done' ? doneWords(since, say) : say(id),
      count: summary === undefined ? 0 : countOf(id, summary),
      open: !folded.has(id),
    }))
    .filter(({ count }) => count > 0);
  const selectAll = (): void => {
    const unfolded = groups.filter(({ open }) => open);
    choice.selectAll(
      unfolded.map(({ id }) => id),
      unfolded.reduce((sum, { count }) => sum + count, 0),
    );
  };
  const toggle = (id: string): void =>
    setFolded((before) =>
      before.has(id) ? new Set([...before].filter((other) => other !== id)) : new Set([...before, id]),
    );
  const groupCommands = (id: string): readonly MenuEntry[] => [
    { id: 'fold', label: say(folded.has(id) ? 'unfold' : 'fold'), onAction: () => toggle(id) },
    {
      id: 'select',
      label: say('select-group'),
      onAction: () => choice.selectAll([id], groups.find((group) => group.id === id)?.count ?? 0),
    },
  ];
  return { groups, toggle, groupCommands, selectAll };
}

/** What limits the items: typed words, project, person, how far back, and a counter. */
interface Limits {
  readonly typed: string;
  readonly projectId: string;
  readonly assignee: string;
  /** Days of what is done, see `doneFrom`. */
  readonly since: string;
  readonly group: CountedGroup | null;
}

const unlimited: Limits = { typed: '', projectId: '', assignee: '', since: '', group: null };

/** Project, person and words, and what was saved of them. */
function Filters({
  field,
  projects,
  limits,
  onChange,
}: {
  readonly field: ComponentProps<typeof SearchField>['ref'];
  readonly projects: readonly ProjectView[];
  readonly limits: Limits;
  readonly onChange: (limits: Limits) => void;
}): ReactElement {
  const say = useText('intake');
  const shared = useText('shared');
  const { typed, projectId, assignee, since, group } = limits;
  return (
    <>
      <ProjectFilter projects={projects} value={projectId} onChange={(id) => onChange({ ...limits, projectId: id })} />
      <PersonFilter value={assignee} onChange={(name) => onChange({ ...limits, assignee: name })} />
      <SearchField
        ref={field}
        label={say('search-hint')}
        value={typed}
        keys={shared('find-keys')}
        onChange={(words) => onChange({ ...limits, typed: words })}
      />
      <SavedFilters
        screen="intake"
        values={{ typed: typed.trim(), projectId, assignee, since, group: group ?? '' }}
        onApply={(values) => {
          const wanted = countedGroups.find((known) => known === values['group']) ?? null;
          onChange({ ...unlimited, ...values, group: wanted });
        }}
      />
    </>
  );
}

/** The Intake screen: what came in, where it stands, what a person must do. `params.itemId` selects an item. */
export function Intake({ params }: { readonly params: ScreenParams }): ReactElement {
  const say = useText('intake');
  const [limits, setLimits] = useState(unlimited);
  const { projectId, assignee, since, group: filter } = limits;
  const search = useDeferredValue(limits.typed.trim());
  const [opened, setOpened] = useState(params['itemId']);
  const doneSince = useClock((now) => doneFrom(since, now));
  const searchField = useRef<HTMLInputElement>(null);
  const connectionId = useStation((state) => state.settings?.defaultConnection ?? state.settings?.connections[0]?.id);
  const projects = useProjects(connectionId);
  const [order, setOrder] = useState<'newest' | 'oldest'>('newest');
  const wantedGroups = useMemo(() => (filter === null ? allGroups : [filter]), [filter]);
  const table = useTableLayout('intake');
  const sort = useItemSort(table.layout, projects);
  const shown = useShownItems({ search, projectId, assignee, doneSince, order, sort }, wantedGroups);
  const { pages, summary } = shown;
  const columns = useItemColumns(projects);
  const choice = useChoice(pages, params['itemId']);
  const { ids, select } = choice;
  const [only] = ids;
  if (params['itemId'] !== undefined && params['itemId'] !== opened) {
    // A notification was clicked while the screen is shown: that item is selected once.
    setOpened(params['itemId']);
    select(new Set([params['itemId']]));
  }
  const item = useQuery<'items.get'>(
    ids.length === 1 && only !== undefined ? { name: 'items.get', idPrefix: only } : null,
  ).value;
  const { commands, questions } = useItemCommands(choice, item);
  useRowCommands(commands);
  useWindowEvents((event) => {
    if (event.kind === 'menu' && event.command === 'find') searchField.current?.focus();
  });

  const { groups, toggle, groupCommands, selectAll } = useGroups(shown, choice, since);
  const limited = search !== '' || projectId !== '' || assignee !== '' || filter !== null;

  return (
    <ScreenFrame
      title={say('title')}
      filters={<Filters field={searchField} projects={projects} limits={limits} onChange={setLimits} />}
      actions={
        <>
          <PauseAll />
          <AddFiles />
        </>
      }
    >
      <SplitPane
        details={
          ids.length === 1 ? (
            <Details item={item} projects={projects} commands={commands} onClose={() => select(new Set())} />
          ) : null
        }
      >
        {questions}
        <Tips />
        <Strip summary={summary} filter={filter} since={since} onFilter={(group) => setLimits({ ...limits, group })}>
          <BulkActs choice={choice} commands={commands} />
          <ViewMenu
            order={order}
            since={since}
            onOrder={setOrder}
            onSince={(days) => setLimits({ ...limits, since: days })}
          />
          <SaveItems sort={sort} shown={shown} groups={groups} projects={projects} />
        </Strip>
        {summary !== undefined && groups.length === 0 ? (
          <EmptyState
            icon={<Inbox aria-hidden />}
            title={say(limited ? 'nothing-found' : 'empty-title')}
            actions={limited ? <Button onPress={() => setLimits(unlimited)}>{say('show-all')}</Button> : <AddFiles />}
          >
            {say(limited ? 'nothing-found-text' : 'empty-text')}
          </EmptyState>
        ) : (
          <Table
            label={say('items')}
            columns={columns}
            groups={groups}
            rowAt={pages.rowAt}
            rowId={(item) => item.id}
            rowName={({ name }) => name}
            rowClass={(_, group) => rowClasses[group] ?? ''}
            selected={choice.selected}
            onSelect={select}
            onSelectAll={selectAll}
            onOpen={(item) => select(new Set([item.id]))}
            onToggle={toggle}
            onSeen={pages.see}
            beginning={pages}
            {...table}
            commands={commands}
            groupCommands={groupCommands}
          />
        )}
      </SplitPane>
    </ScreenFrame>
  );
}
