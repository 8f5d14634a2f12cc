import type { KeyboardEvent, ReactElement } from 'react';
import { useEffect, useState } from 'react';
import type { QueryAnswer } from '../../../shared/contract.ts';
import { bridge } from '../../bridge/bridge.ts';
import type { ProjectView } from '../../bridge/use-projects.ts';
import { Button } from '../../components/button.tsx';
import { classes } from '../../components/classes.ts';
import { SelectField } from '../../components/fields/select-field.tsx';
import { PaneEdge, SplitPane, usePaneWidth } from '../../components/split-pane.tsx';
import { ListMenu } from '../../lists/list-menu.tsx';
import { useKeptOrder } from '../../lists/use-table-layout.ts';
import { useStation } from '../../stores/station.ts';
import { showToast } from '../../stores/toasts.ts';
import { formatNumber } from '../../text/format.ts';
import { textOf, useText } from '../../text/index.ts';
import { moveFiles, undoMove } from './acts.ts';
import { useSourceName } from '../intake/item-columns.tsx';
import { useDropTarget } from '../intake/taking-in/take-in.ts';
import { looseList } from './case-lists.ts';
import styles from './cases.module.css';
import type { Chosen } from './choice.ts';
import { chooseOpenCase, clearChoice, cutChosen, useChoice } from './choice.ts';
import { dropInto } from './drag.ts';
import { FilePages } from './file-pages.tsx';
import { GroupDialog } from './group-dialog.tsx';
import type { LooseRow } from './loose-list.tsx';
import { LooseList } from './loose-list.tsx';
import { ChooseOpenCase } from './move-dialog.tsx';
import { NewCaseDialog } from './new-case-dialog.tsx';
import { OpenCaseDetails } from './open-cases/open-case-details.tsx';
import { OpenCasePane } from './open-cases/open-case-pane.tsx';
import { RoleMenu } from './role-menu.tsx';
import { useRowPages } from '../../bridge/use-row-pages.ts';

/** What the screen asks in a dialog. */
export type AssemblingAsk = 'move' | 'group' | { readonly create: Chosen } | null;

interface AssemblingProps {
  readonly connectionId: string;
  /** '' = of all projects. */
  readonly projectId: string;
  readonly projects: readonly ProjectView[];
  readonly search: string;
  /** '' = of all. */
  readonly assignee: string;
  readonly ask: AssemblingAsk;
  readonly onAsk: (ask: AssemblingAsk) => void;
  readonly onEverything: () => void;
}

/** Cut, paste and undo for files, wherever the focus is, but in text fields. */
function onKeys(event: KeyboardEvent, say: ReturnType<typeof useText<'cases'>>): void {
  const { target } = event;
  if (!(event.ctrlKey || event.metaKey) || target instanceof HTMLInputElement) return;
  if (event.key === 'z') {
    event.preventDefault();
    void undoMove();
    return;
  }
  if (!(target instanceof HTMLElement)) return;
  const { files, cut } = useChoice.getState();
  if (event.key === 'x') {
    const fileId = target.dataset['file'];
    const openCaseId = target.closest<HTMLElement>('[data-open-case]')?.dataset['openCase'] ?? null;
    const taken: Chosen =
      fileId !== undefined && openCaseId !== null && !files.has(fileId) ? new Map([[fileId, openCaseId]]) : files;
    if (taken.size === 0) return;
    event.preventDefault();
    showToast(say('cut', { count: cutChosen(taken) }), say('cut-hint'));
  }
  if (event.key === 'v' && cut.size > 0) {
    event.preventDefault();
    const openCaseId = target.closest<HTMLElement>('[data-open-case]')?.dataset['openCase'];
    if (openCaseId !== undefined) void moveFiles(cut, openCaseId);
    else if (target.closest('[data-loose]') !== null) void moveFiles(cut, null);
  }
}

interface LooseWidth {
  /** In pixels. */
  readonly width: number;
  readonly onWidth: (width: number) => void;
}

const looseOrders = ['newest', 'oldest', 'name', '-name'] as const;
const narrowestLoose = 212;

function Loose({
  connectionId,
  projectId,
  projects,
  search,
  assignee,
  onAsk,
  width,
  onWidth,
}: AssemblingProps & LooseWidth): ReactElement {
  const say = useText('cases');
  const sourceName = useSourceName();
  const [over, setOver] = useState(false);
  const [order, setOrder] = useKeptOrder('loose', looseOrders);
  const conditions = {
    connectionId,
    order,
    ...(projectId === '' ? {} : { projectId }),
    ...(search === '' ? {} : { search }),
    ...(assignee === '' ? {} : { assignee }),
  };
  const pages = useRowPages<LooseRow, QueryAnswer<'open-cases.loose'>>(
    JSON.stringify(conditions),
    200,
    (offset, limit) => bridge().query({ name: 'open-cases.loose', ...conditions, offset, limit }),
  );
  const newest = pages.newest();
  const total = newest?.total ?? 0;
  const [row]: readonly (LooseRow | undefined)[] = newest?.rows ?? [];
  return (
    <section
      className={classes(styles['loose'], over && styles['over'])}
      aria-label={say('loose')}
      data-loose
      {...dropInto(null, setOver)}
    >
      <header className={styles['strip']}>
        <h2>{say('loose')}</h2>
        <b className="tabular">{newest === null ? '' : formatNumber(total)}</b>
        <span className={styles['stripEnd']}>
          <ListMenu
            label={say('save-loose')}
            list={() => looseList(conditions, newest?.total ?? null, { sourceName, projects })}
          />
        </span>
      </header>
      {total > 1 && (
        <div className={styles['looseOrder']}>
          <SelectField
            label={say('order')}
            labelHidden
            value={order}
            options={looseOrders.map((value) => ({ value, label: say(`order-${value}`) }))}
            onChange={setOrder}
          />
        </div>
      )}
      {total > 0 ? (
        <LooseList pages={pages} onMove={() => onAsk('move')} onCreate={(create) => onAsk({ create })} />
      ) : (
        <p className={styles['none']}>
          {newest !== null && say(search === '' && assignee === '' ? 'loose-none-text' : 'loose-nothing-fits')}
        </p>
      )}
      <PaneEdge at="right" label={say('resize-loose')} width={width} min={narrowestLoose} onWidth={onWidth} />
      <footer className={styles['foot']}>
        <Button why={row === undefined ? textOf('shared')('why-empty') : null} onPress={() => onAsk('group')}>
          {say('group-by-name')}
        </Button>
      </footer>
    </section>
  );
}

/** Putting cases together: loose files, open cases, and the chosen open case. */
export function Assembling(props: AssemblingProps): ReactElement {
  const { connectionId, projectId, projects, ask, onAsk } = props;
  const say = useText('cases');
  const [width, setWidth] = usePaneWidth([narrowestLoose, narrowestLoose, 280, 280]);
  const openCaseId = useChoice((state) => state.openCaseId);
  const files = useChoice((state) => state.files);
  const beside = useChoice((state) => state.beside);
  // Of several the one that was chosen last.
  const fileId = [...files.keys()].at(-1);
  const rule = useStation((state) => state.settings?.intake.case);
  useEffect(() => () => clearChoice(), []);
  const close = (): void => onAsk(null);
  const target = projectId === '' ? (projects.length === 1 ? (projects[0]?.id ?? '') : '') : projectId;
  const usual = useDropTarget();
  // Files that people bring go to this project unless told otherwise.
  const proposed = target === '' && usual?.connectionId === connectionId ? (usual.projectId ?? '') : target;
  const looseChosen = new Map([...files].filter(([, from]) => from === null));
  return (
    <div
      className={styles['assembling']}
      onKeyDown={(event) => {
        onKeys(event, say);
        if (event.key === 'Escape') {
          if (useChoice.getState().files.size > 0) clearChoice();
          else chooseOpenCase(null);
        }
      }}
    >
      <SplitPane
        details={
          fileId !== undefined && (beside === 'pages' || openCaseId === null) ? (
            <FilePages itemId={fileId} />
          ) : (
            openCaseId !== null && <OpenCaseDetails key={openCaseId} openCaseId={openCaseId} projects={projects} />
          )
        }
      >
        <div className={styles['room']}>
          <div className={styles['two']} style={{ gridTemplateColumns: `${width}px minmax(0, 1fr)` }}>
            <Loose {...props} width={width} onWidth={setWidth} />
            <OpenCasePane
              connectionId={connectionId}
              projectId={projectId}
              projects={projects}
              search={props.search}
              assignee={props.assignee}
              onAsk={onAsk}
              onEverything={props.onEverything}
            />
          </div>
        </div>
      </SplitPane>
      <RoleMenu />
      <div id="drag-ghost" className={styles['ghost']} aria-hidden />
      {ask === 'move' && files.size > 0 && (
        <ChooseOpenCase
          title={say('move-title', { count: files.size })}
          act={say('move')}
          place={target === '' ? null : { connectionId, projectId: target }}
          without={null}
          loose={[...files.values()].some((from) => from !== null)}
          onClose={close}
          onChosen={(into) => void moveFiles(files, into)}
        />
      )}
      {ask === 'group' && (
        <GroupDialog
          connectionId={connectionId}
          projectId={proposed}
          choosesProject={target === ''}
          projects={projects}
          chosen={looseChosen}
          rule={rule}
          onClose={close}
        />
      )}
      {ask !== null && typeof ask === 'object' && (
        <NewCaseDialog
          connectionId={connectionId}
          projectId={proposed}
          projects={projects}
          files={ask.create}
          onClose={close}
        />
      )}
    </div>
  );
}
