import { FolderInput, Layers, Layers3, X } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { useState } from 'react';
import type { OpenCaseView } from '../../../../shared/case-views.ts';
import type { QueryAnswer } from '../../../../shared/contract.ts';
import { bridge } from '../../../bridge/bridge.ts';
import type { ProjectView } from '../../../bridge/use-projects.ts';
import { useRowPages } from '../../../bridge/use-row-pages.ts';
import { Button } from '../../../components/button.tsx';
import { classes } from '../../../components/classes.ts';
import { SelectField } from '../../../components/fields/select-field.tsx';
import { EmptyState } from '../../../components/marks.tsx';
import { ListMenu } from '../../../lists/list-menu.tsx';
import type { SavedList } from '../../../lists/save-list.ts';
import { useKeptOrder } from '../../../lists/use-table-layout.ts';
import { openScreen } from '../../../stores/navigation.ts';
import { faultSentence } from '../../../text/faults/fault-text.ts';
import { formatNumber, formatTime } from '../../../text/format.ts';
import { useText } from '../../../text/index.ts';
import styles from '../cases.module.css';
import { openCaseList } from '../case-lists.ts';
import type { Chosen } from '../choice.ts';
import { clearChoice, useChoice } from '../choice.ts';
import { dropOf } from '../drag.ts';
import { OpenCaseList } from './open-case-list.tsx';
import { moveFiles, sendBatches } from '../acts.ts';
import { askRole } from '../role-menu.tsx';
import { useQuery } from '../../../bridge/use-query.ts';
import { useSourceName } from '../../intake/item-columns.tsx';

/** Batches that still gather, each with the way to send it at once; nothing where there are none. */
function OpenBatches(): ReactElement | null {
  const say = useText('cases');
  const sourceName = useSourceName();
  const batches = useQuery<'batches.open'>({ name: 'batches.open' }).value?.batches ?? [];
  if (batches.length === 0) return null;
  return (
    <ul className={styles['batches']} aria-label={say('batches')}>
      {batches.map(({ id, sourceId, items, closesAt }) => {
        const words = say('batch-words', {
          source: sourceName(sourceId),
          count: items,
          time: formatTime(closesAt, true),
        });
        return (
          <li key={id}>
            <Layers aria-hidden />
            <span className="tabular">{words}</span>
            <Button label={`${say('send-now')}: ${sourceName(sourceId)}`} onPress={() => void sendBatches(sourceId)}>
              {say('send-now')}
            </Button>
          </li>
        );
      })}
    </ul>
  );
}

/** What can be done with the chosen files, wherever they are: the way without dragging. */
function ChosenBar({
  projectId,
  onMove,
}: {
  readonly projectId: string;
  readonly onMove: () => void;
}): ReactElement | null {
  const say = useText('cases');
  const files = useChoice((state) => state.files);
  if (files.size === 0) return null;
  const inOpenCases = [...files.values()].some((openCaseId) => openCaseId !== null);
  return (
    <div className={styles['chosenBar']} role="toolbar" aria-label={say('chosen', { count: files.size })}>
      <span className="tabular">{say('chosen', { count: files.size })}</span>
      <Button onPress={onMove}>{say('move-to')}</Button>
      <button
        type="button"
        className={styles['plainButton']}
        aria-haspopup="menu"
        onClick={(event) =>
          askRole({ anchor: event.currentTarget, itemIds: [...files.keys()], projectId, first: [], role: null })
        }
      >
        {say('set-role')}
      </button>
      {inOpenCases && <Button onPress={() => void moveFiles(files, null)}>{say('take-out')}</Button>}
      <Button kind="icon" label={say('clear-choice')} icon={<X aria-hidden />} onPress={clearChoice} />
    </div>
  );
}

/** Where there are no open cases: loose files that are let go here begin one. */
function EmptyRoom({
  over,
  onAsk,
  onOver,
  children,
}: {
  readonly over: boolean;
  readonly onAsk: (ask: { readonly create: Chosen }) => void;
  readonly onOver: (over: boolean) => void;
  readonly children: ReactNode;
}): ReactElement {
  return (
    <div
      className={classes(styles['emptyRoom'], over && styles['over'])}
      {...dropOf((files) => onAsk({ create: files }), onOver)}
    >
      {children}
    </div>
  );
}

const shownStates = {
  open: ['open', 'held', 'released', 'submitting', 'unclear', 'refused'],
  asking: ['held', 'refused'],
  sent: ['submitted'],
} as const satisfies Record<string, readonly OpenCaseView['state'][]>;

type Shown = keyof typeof shownStates;

const openCaseOrders = ['oldest', 'newest', 'name', '-name'] as const;
type Order = (typeof openCaseOrders)[number];

/** The head of the pane: how many open cases there are and which of them are shown, or what can be done with chosen files. */
function Strip({
  heading,
  shown,
  onShown,
  order,
  onOrder,
  projectId,
  list,
  onMove,
}: {
  readonly heading: string;
  readonly shown: Shown;
  readonly onShown: (shown: Shown) => void;
  readonly order: Order;
  readonly onOrder: (order: Order) => void;
  /** Of whose roles are offered. */
  readonly projectId: string;
  readonly list: () => SavedList<OpenCaseView>;
  readonly onMove: () => void;
}): ReactElement {
  const say = useText('cases');
  const chosen = useChoice((state) => state.files.size > 0);
  return (
    <header className={styles['strip']}>
      {chosen ? (
        <ChosenBar projectId={projectId} onMove={onMove} />
      ) : (
        <>
          <h2>{say('open-cases')}</h2>
          <b className="tabular">{heading}</b>
          <span className={styles['stripEnd']}>
            <SelectField
              label={say('shown')}
              labelHidden
              value={shown}
              options={(['open', 'asking', 'sent'] as const).map((value) => ({
                value,
                label: say(`shown-${value}`),
              }))}
              onChange={onShown}
            />
            <SelectField
              label={say('order')}
              labelHidden
              value={order}
              options={openCaseOrders.map((value) => ({ value, label: say(`order-${value}`) }))}
              onChange={onOrder}
            />
            <ListMenu label={say('save-open-cases')} list={list} />
          </span>
        </>
      )}
    </header>
  );
}

/** The open cases, which of them are shown and in which order, and the batches that still gather. */
export function OpenCasePane({
  connectionId,
  projectId,
  projects,
  search,
  assignee,
  onAsk,
  onEverything,
}: {
  readonly connectionId: string;
  /** '' = of all projects. */
  readonly projectId: string;
  readonly projects: readonly ProjectView[];
  readonly search: string;
  /** '' = of all. */
  readonly assignee: string;
  readonly onAsk: (ask: 'move' | { readonly create: Chosen }) => void;
  readonly onEverything: () => void;
}): ReactElement {
  const say = useText('cases');
  const [over, setOver] = useState(false);
  const [shown, setShown] = useState<Shown>('open');
  const [order, setOrder] = useKeptOrder('open-cases', openCaseOrders);
  const dragged = useChoice((state) => state.dragged);
  const conditions = {
    connectionId,
    order,
    states: [...shownStates[shown]],
    ...(projectId === '' ? {} : { projectId }),
    ...(search === '' ? {} : { search }),
    ...(assignee === '' ? {} : { assignee }),
  };
  const pages = useRowPages<OpenCaseView, QueryAnswer<'open-cases.page'>>(
    JSON.stringify(conditions),
    50,
    (offset, limit) => bridge().query({ name: 'open-cases.page', ...conditions, offset, limit }),
  );
  const newest = pages.newest();
  const total = newest?.total ?? 0;
  const fault = pages.fault();
  const limited = search !== '' || assignee !== '' || shown !== 'open';
  return (
    <section className={styles['openCasePane']} aria-label={say('open-cases')}>
      <Strip
        heading={newest === null ? '' : formatNumber(total)}
        shown={shown}
        onShown={setShown}
        order={order}
        onOrder={setOrder}
        projectId={projectId === '' ? (newest?.rows[0]?.projectId ?? '') : projectId}
        list={() => openCaseList(conditions, newest?.total ?? null, projects)}
        onMove={() => onAsk('move')}
      />
      <OpenBatches />
      {total > 0 ? (
        <OpenCaseList pages={pages} onMove={() => onAsk('move')} />
      ) : (
        newest !== null && (
          <EmptyRoom over={over} onAsk={onAsk} onOver={setOver}>
            <EmptyState
              icon={<Layers3 aria-hidden />}
              title={say(limited ? 'nothing-fits' : 'empty-title')}
              actions={
                limited ? (
                  <Button
                    onPress={() => {
                      setShown('open');
                      onEverything();
                    }}
                  >
                    {say('show-all')}
                  </Button>
                ) : (
                  <Button
                    icon={<FolderInput aria-hidden />}
                    onPress={() => openScreen('settings', { section: 'hot-folders' })}
                  >
                    {say('to-hot-folders')}
                  </Button>
                )
              }
            >
              {say(limited ? 'nothing-fits-text' : 'empty-text')}
            </EmptyState>
          </EmptyRoom>
        )
      )}
      {fault !== null && (
        <p className={styles['error']} role="alert">
          {faultSentence(fault)}
        </p>
      )}
      {dragged !== null && (
        <div
          className={classes(styles['newDrop'], over && styles['over'])}
          {...dropOf((files) => onAsk({ create: files }), setOver)}
        >
          {say('drop-new')}
        </div>
      )}
    </section>
  );
}
