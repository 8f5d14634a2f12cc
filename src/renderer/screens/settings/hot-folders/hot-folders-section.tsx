import { FolderInput, FolderPlus } from 'lucide-react';
import type { ReactElement } from 'react';
import { useState } from 'react';
import type { HotFolder } from '../../../../shared/settings.ts';
import { bridge } from '../../../bridge/bridge.ts';
import { Button } from '../../../components/button.tsx';
import { EmptyState, ReasonCard } from '../../../components/marks.tsx';
import { SplitPane } from '../../../components/split-pane.tsx';
import { useStation } from '../../../stores/station.ts';
import { showFault } from '../../../stores/toasts.ts';
import { useText } from '../../../text/index.ts';
import { PickList } from '../pick-list.tsx';
import type { SectionProps } from '../section-props.ts';
import { LockedNote } from '../setting-group.tsx';
import styles from '../settings.module.css';
import { isLocked } from '../use-setting.ts';
import { FolderButtons, useFolderCommands } from './folder-buttons.tsx';
import { useFolderColumns } from './folder-columns.tsx';
import { keepDraft, newFolder, useFolderDrafts } from './folder-drafts.ts';
import { FolderForm } from './folder-form.tsx';
import { FolderMore } from './folder-more.tsx';
import { folderProblems } from './folder-problems.ts';
import { PreviewPanel } from './preview-panel.tsx';
import { useFolderDrop } from './use-folder-drop.ts';
import { useToday } from './use-today.ts';
import { useRoom } from '../use-room.ts';
import { useQuery } from '../../../bridge/use-query.ts';
import { CommandButton } from '../../../lists/command-button.tsx';
import { useRowCommands } from '../../../lists/row-commands.ts';
import { formatNumber } from '../../../text/format.ts';
import preview from './preview.module.css';
import type { ItemGroup } from '../../../../shared/views.ts';
import { classes } from '../../../components/classes.ts';

/** How many items of a hot folder there are and where they stand. */
function FolderCounts({ sourceId }: { readonly sourceId: string }): ReactElement {
  const say = useText('hotFolders');
  const all = useCount(sourceId);
  const counts = [
    ['taken-in', all],
    ['on-its-way', useCount(sourceId, 'on-its-way')],
    ['needs-you', useCount(sourceId, 'needs-you')],
  ] as const;
  return (
    <dl className={classes(preview['totals'], preview['soFar'])} aria-label={say('so-far')}>
      {counts.map(([key, count]) => (
        <div key={key}>
          <dt>{say(`count-${key}`)}</dt>
          <dd className="tabular">{count === undefined ? '–' : formatNumber(count)}</dd>
        </div>
      ))}
    </dl>
  );
}

function useCount(sourceId: string, group?: ItemGroup): number | undefined {
  return useQuery<'items.page'>({
    name: 'items.page',
    sourceId,
    offset: 0,
    limit: 1,
    ...(group === undefined ? {} : { group }),
  }).value?.total;
}

/** The hot folders: a list with their health, the chosen one below it, and what it would do now at its side. */
export function HotFoldersSection({ settings, params }: SectionProps): ReactElement {
  const say = useText('hotFolders');
  const shared = useText('shared');
  const info = useStation((state) => state.info);
  const sources = useStation((state) => state.sources);
  const pauses = useStation((state) => state.pauses);
  const locked = useStation((state) => isLocked('hotFolders', state.locked));
  const { drafts, tries } = useFolderDrafts();
  const [wanted, setWanted] = useState<string | null>(params['folderId'] ?? null);
  const today = useToday();
  const columns = useFolderColumns((id) => drafts[id] !== undefined, today, useRoom());
  const stored = settings.hotFolders;
  const begun = Object.values(drafts).filter(({ id }) => !stored.some((folder) => folder.id === id));
  const rows: readonly HotFolder[] = [...stored.map((folder) => drafts[folder.id] ?? folder), ...begun];
  const draft = rows.find(({ id }) => id === wanted) ?? rows[0];
  const practice =
    info === null || info.practiceConnectionId === null || info.practiceProjectId === null
      ? null
      : { connectionId: info.practiceConnectionId, projectId: info.practiceProjectId };

  const begin = (paths: readonly string[]): void => {
    if (locked) return;
    const folders = paths.map((path) => newFolder(path, settings, practice));
    for (const folder of folders) keepDraft(folder);
    const last = folders.at(-1);
    if (last !== undefined) setWanted(last.id);
  };
  const over = useFolderDrop(begin);
  const add = async (): Promise<void> => {
    const chosen = await bridge().desktop({ name: 'dialog.choose-folder', title: say('choose-title') });
    if (chosen.ok) begin(chosen.value.paths);
    else showFault(chosen.fault);
  };
  const problems = draft === undefined ? {} : folderProblems(draft, rows);
  const tried = draft === undefined ? 0 : (tries[draft.id] ?? 0);
  const isNew = draft !== undefined && !stored.some(({ id }) => id === draft.id);
  const health = sources.find(({ sourceId }) => sourceId === draft?.id);
  const paused = draft !== undefined && (draft.paused || pauses.sourceIds.includes(draft.id));
  const changed = draft !== undefined && drafts[draft.id] !== undefined;
  const { commands, question } = useFolderCommands(draft, { isNew, changed, paused, locked });
  useRowCommands(commands);
  const addButton = (
    <Button icon={<FolderPlus aria-hidden />} why={locked ? shared('why-locked') : null} onPress={() => void add()}>
      {say('add')}
    </Button>
  );
  return (
    <SplitPane
      details={
        draft !== undefined && (
          <PreviewPanel key={draft.id} draft={draft} stored={!changed}>
            <FolderButtons
              draft={draft}
              isNew={isNew}
              changed={changed}
              commands={commands}
              complete={Object.keys(problems).length === 0}
              disabled={locked}
            />
          </PreviewPanel>
        )
      }
    >
      <div className={styles['page']}>
        <div className={styles['head']}>
          <h2>{say('title')}</h2>
          {addButton}
        </div>
        {draft === undefined ? (
          <EmptyState icon={<FolderInput aria-hidden />} title={say('empty-title')} actions={addButton}>
            {say('empty-text')}
          </EmptyState>
        ) : (
          <>
            <PickList
              list="hot-folders"
              label={say('title')}
              columns={columns}
              rows={rows}
              chosen={draft.id}
              commands={commands}
              onChoose={setWanted}
            />
            <div className={styles['scroll']}>
              <div key={draft.id} className={styles['body']} data-folder-form>
                <div className={styles['subhead']}>
                  <h3>{draft.name === '' ? say('new') : draft.name}</h3>
                  {!isNew && <CommandButton commands={commands} id="pause" kind="quiet" />}
                </div>
                {!isNew && <FolderCounts sourceId={draft.id} />}
                {locked && <LockedNote />}
                {health !== undefined && health.fault !== null && (
                  <ReasonCard title={say('silent')} fault={health.fault} />
                )}
                <FolderForm
                  draft={draft}
                  settings={settings}
                  problems={isNew && tried === 0 ? {} : problems}
                  disabled={locked}
                  practiceId={practice?.connectionId ?? null}
                />
                <FolderMore draft={draft} settings={settings} problems={problems} tries={tried} disabled={locked} />
              </div>
            </div>
          </>
        )}
        {question}
        {over && <div className={styles['drop']}>{say('drop')}</div>}
      </div>
    </SplitPane>
  );
}
