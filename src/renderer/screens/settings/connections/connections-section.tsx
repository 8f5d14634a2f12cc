import { Plug, Plus } from 'lucide-react';
import type { ReactElement } from 'react';
import { useState } from 'react';
import type { Connection } from '../../../../shared/settings.ts';
import { Button } from '../../../components/button.tsx';
import { EmptyState } from '../../../components/marks.tsx';
import { SplitPane } from '../../../components/split-pane.tsx';
import type { TableColumn } from '../../../components/table/table-columns.ts';
import { useStation } from '../../../stores/station.ts';
import { useText } from '../../../text/index.ts';
import { PickList } from '../pick-list.tsx';
import type { SectionProps } from '../section-props.ts';
import { LockedNote } from '../setting-group.tsx';
import styles from '../settings.module.css';
import { useRoom } from '../use-room.ts';
import { isLocked } from '../use-setting.ts';
import { beginConnection, connectionOf, draftOf, useConnectionDrafts } from './connection-drafts.ts';
import { ConnectionState } from './connection-state.tsx';
import { useConnectionActs } from './use-connection-acts.ts';
import { ChosenConnection } from './chosen-connection.tsx';
import { TestPanel } from './test-panel.tsx';
import { ConnectionButtons, useConnectionCommands } from './connection-buttons.tsx';
import { useRowCommands } from '../../../lists/row-commands.ts';

/** The connections: a list, the chosen one below it, and what the service answered at its side. */
export function ConnectionsSection({ settings, params }: SectionProps): ReactElement {
  const say = useText('connections');
  const shared = useText('shared');
  const practiceId = useStation((state) => state.info?.practiceConnectionId ?? null);
  const locked = useStation((state) => isLocked('connections', state.locked));
  const { drafts, results } = useConnectionDrafts();
  const [wanted, setWanted] = useState<string | null>(params['connectionId'] ?? null);
  const begun = Object.values(drafts).filter(({ isNew }) => isNew);
  const rows: readonly Connection[] = [...settings.connections, ...begun.map(connectionOf)];
  const row = rows.find(({ id }) => id === wanted) ?? rows[0];
  const chosen = row?.id ?? null;
  const draft = row === undefined ? undefined : (drafts[row.id] ?? draftOf(row));
  const acts = useConnectionActs(draft, setWanted);
  const practice = chosen !== null && chosen === practiceId;
  const nameOf = ({ id, name }: Connection): string => {
    if (id === practiceId) return say('practice');
    return name === '' ? say('new') : name;
  };
  const { commands, question } = useConnectionCommands(draft, { practice, locked, settings, acts });
  useRowCommands(commands);
  const little = useRoom() === 'little';
  const columns: readonly TableColumn<Connection>[] = [
    { id: 'name', title: say('name'), sorts: nameOf, width: 'minmax(110px, 1fr)', cell: nameOf },
    ...(little
      ? []
      : [
          {
            id: 'base-url',
            title: say('base-url'),
            sorts: ({ baseUrl }: Connection) => baseUrl,
            width: 'minmax(140px, 1.2fr)',
            from: 520,
            cell: ({ baseUrl }: Connection) => (
              <span className={styles['mono']}>{baseUrl.replace(/^https?:\/\//u, '')}</span>
            ),
          },
        ]),
    {
      id: 'state',
      title: say('state'),
      width: 'minmax(130px, 172px)',
      cell: ({ id }) => <ConnectionState id={id} changed={drafts[id] !== undefined} />,
    },
  ];
  const add = (
    <Button
      icon={<Plus aria-hidden />}
      why={locked ? shared('why-locked') : null}
      onPress={() => setWanted(beginConnection())}
    >
      {say('add')}
    </Button>
  );
  return (
    <SplitPane
      details={
        draft !== undefined && (
          <TestPanel
            key={draft.id}
            result={results[draft.id]}
            busy={acts.busy}
            onTest={acts.problems !== null ? null : () => void acts.test()}
          >
            <ConnectionButtons draft={draft} practice={practice} locked={locked} acts={acts} commands={commands} />
          </TestPanel>
        )
      }
    >
      <div className={styles['page']}>
        {question}
        <div className={styles['head']}>
          <h2>{say('title')}</h2>
          {add}
        </div>
        {draft === undefined ? (
          <EmptyState icon={<Plug aria-hidden />} title={say('empty-title')} actions={add}>
            {say('empty-text')}
          </EmptyState>
        ) : (
          <>
            <PickList
              list="connections"
              label={say('title')}
              columns={columns}
              rows={rows}
              chosen={chosen}
              commands={commands}
              onChoose={setWanted}
            />
            <div className={styles['scroll']}>
              <div className={styles['body']}>
                {locked && <LockedNote />}
                <ChosenConnection
                  key={draft.id}
                  draft={draft}
                  title={nameOf(connectionOf(draft))}
                  settings={settings}
                  practice={practice}
                  locked={locked}
                  problems={acts.shownProblems}
                />
              </div>
            </div>
          </>
        )}
      </div>
    </SplitPane>
  );
}
