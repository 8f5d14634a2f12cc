import { Layers3, Plus } from 'lucide-react';
import type { ReactElement } from 'react';
import { useDeferredValue, useRef, useState } from 'react';
import { useProjects } from '../../bridge/use-projects.ts';
import { useQuery, useWindowEvents } from '../../bridge/use-query.ts';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/marks.tsx';
import { ProjectFilter } from '../../components/fields/project-filter.tsx';
import { SearchField } from '../../components/fields/search-field.tsx';
import { Segmented } from '../../components/tabs.tsx';
import { ListMenu } from '../../lists/list-menu.tsx';
import { SavedFilters } from '../../lists/saved-filters.tsx';
import { useTableLayout } from '../../lists/use-table-layout.ts';
import { PersonFilter } from '../../notes/person-filter.tsx';
import { ScreenFrame } from '../../shell/top-bar.tsx';
import type { ScreenParams } from '../../stores/navigation.ts';
import { openScreen } from '../../stores/navigation.ts';
import { useStation } from '../../stores/station.ts';
import { formatNumber } from '../../text/format.ts';
import { useText } from '../../text/index.ts';
import type { AssemblingAsk } from './assembling.tsx';
import { Assembling } from './assembling.tsx';
import { serviceCaseList } from './case-lists.ts';
import { chooseOpenCase, useChoice } from './choice.ts';
import { ServiceCases, sortOf } from './service/service-cases.tsx';

/**
 * The Cases screen: putting cases together, and those at the service. `params.openCaseId` opens an open case, `params.caseId` (and
 * `connectionId`) a case, `params.view` = `open-cases` or `service` the one or the other.
 */
export function Cases({ params }: { readonly params: ScreenParams }): ReactElement {
  const say = useText('cases');
  const documents = useText('documents');
  const own = useStation((state) => state.settings?.defaultConnection ?? state.settings?.connections[0]?.id);
  const connectionId = params['connectionId'] ?? own;
  if (connectionId !== undefined) return <CasesOf key={connectionId} connectionId={connectionId} params={params} />;
  return (
    <ScreenFrame title={say('title')}>
      <EmptyState
        icon={<Layers3 aria-hidden />}
        title={documents('no-connection')}
        actions={<Button onPress={() => openScreen('settings')}>{documents('to-settings')}</Button>}
      >
        {documents('no-connection-text')}
      </EmptyState>
    </ScreenFrame>
  );
}

type View = 'open-cases' | 'service';

const viewOf = (params: ScreenParams): View =>
  params['view'] === 'service' || params['caseId'] !== undefined ? 'service' : 'open-cases';

/** States of open cases that are not at the service. */
const assembled = ['open', 'held', 'released', 'submitting', 'unclear', 'refused'] as const;

function CasesOf({
  connectionId,
  params,
}: {
  readonly connectionId: string;
  readonly params: ScreenParams;
}): ReactElement {
  const say = useText('cases');
  const service = useText('serviceCases');
  const shared = useText('shared');
  const [view, setView] = useState<View>(viewOf(params));
  const [opened, setOpened] = useState<ScreenParams | null>(null);
  const [caseId, setCaseId] = useState<string | null>(params['caseId'] ?? null);
  const [projectId, setProjectId] = useState('');
  const [assignee, setAssignee] = useState('');
  const [typed, setTyped] = useState('');
  const [ask, setAsk] = useState<AssemblingAsk>(null);
  const search = useDeferredValue(typed.trim());
  const field = useRef<HTMLInputElement>(null);
  const projects = useProjects(connectionId);
  const sort = sortOf(useTableLayout('cases').layout);
  const files = useChoice((state) => state.files);
  const counts = useQuery<'open-cases.page'>({ name: 'open-cases.page', connectionId, offset: 0, limit: 1 }).value
    ?.counts;
  const assembling = assembled.reduce((sum, state) => sum + (counts?.states[state] ?? 0), 0);
  if (opened !== params) {
    setOpened(params);
    if (params['view'] !== undefined || params['caseId'] !== undefined || params['openCaseId'] !== undefined) {
      setView(viewOf(params));
      setCaseId(params['caseId'] ?? null);
      if (params['openCaseId'] !== undefined) queueMicrotask(() => chooseOpenCase(params['openCaseId'] ?? null));
    }
  }
  useWindowEvents((event) => {
    if (event.kind === 'menu' && event.command === 'find') field.current?.focus();
  });
  const everything = (): void => {
    setTyped('');
    setProjectId('');
    setAssignee('');
  };
  const hint = view === 'open-cases' ? say('search-hint') : service('search-hint');
  return (
    <ScreenFrame
      title={say('title')}
      filters={
        <>
          <Segmented
            label={say('views')}
            value={view}
            options={[
              {
                value: 'open-cases',
                label: say('view-open-cases', { number: counts === undefined ? '' : formatNumber(assembling) }).trim(),
              },
              { value: 'service', label: say('view-service') },
            ]}
            onChange={setView}
          />
          <ProjectFilter projects={projects} value={projectId} onChange={setProjectId} />
          {view === 'open-cases' && <PersonFilter ofCases value={assignee} onChange={setAssignee} />}
          <SearchField ref={field} label={hint} value={typed} keys={shared('find-keys')} onChange={setTyped} />
          <SavedFilters
            screen="cases"
            values={{ search: typed.trim(), projectId, assignee }}
            onApply={(values) => {
              setTyped(values['search'] ?? '');
              setProjectId(values['projectId'] ?? '');
              setAssignee(values['assignee'] ?? '');
            }}
          />
        </>
      }
      actions={
        view === 'open-cases' ? (
          <Button icon={<Plus aria-hidden />} onPress={() => setAsk({ create: files })}>
            {say('new-case')}
          </Button>
        ) : (
          <ListMenu
            list={() =>
              serviceCaseList(
                {
                  connectionId,
                  ...(projectId === '' ? {} : { projectId }),
                  ...(search === '' ? {} : { search }),
                  ...(sort === null ? {} : { sort }),
                },
                projects,
              )
            }
          />
        )
      }
    >
      {view === 'open-cases' ? (
        <Assembling
          connectionId={connectionId}
          projectId={projectId}
          projects={projects}
          search={search}
          assignee={assignee}
          ask={ask}
          onAsk={setAsk}
          onEverything={everything}
        />
      ) : (
        <ServiceCases
          connectionId={connectionId}
          projectId={projectId}
          projects={projects}
          search={search}
          chosen={caseId}
          onChoose={setCaseId}
          onEverything={everything}
        />
      )}
    </ScreenFrame>
  );
}
