import type { ReactElement } from 'react';
import { useEffect, useState } from 'react';
import type { HotFolder } from '../../../../shared/settings.ts';
import { MiddleName } from '../../../components/middle-name.tsx';
import type { TableColumn } from '../../../components/table/table-columns.ts';
import { useStation } from '../../../stores/station.ts';
import { useText } from '../../../text/index.ts';
import styles from '../settings.module.css';
import { FolderHealth } from './folder-health.tsx';
import type { Room } from '../use-room.ts';
import type { TodayCounts } from './use-today.ts';

/** The present instant (ms), anew every two seconds. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 2_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** The columns of the list; those that need room come where there is some. */
export function useFolderColumns(
  isChanged: (id: string) => boolean,
  today: TodayCounts,
  room: Room,
): readonly TableColumn<HotFolder>[] {
  const say = useText('hotFolders');
  const columns: readonly (TableColumn<HotFolder> | null)[] = [
    {
      id: 'name',
      title: say('name'),
      sorts: ({ name }) => name,
      width: 'minmax(120px, 1fr)',
      cell: ({ name }) => (name === '' ? say('new') : <MiddleName name={name} />),
    },
    room === 'little'
      ? null
      : {
          id: 'folder',
          title: say('folder'),
          sorts: ({ folder }) => folder,
          width: 'minmax(120px, 1.2fr)',
          from: 480,
          cell: ({ folder }) => (
            <span className={styles['mono']}>
              <MiddleName name={folder} />
            </span>
          ),
        },
    room === 'much'
      ? {
          id: 'project',
          title: say('project'),
          sorts: ({ rule }) => rule.projectId,
          width: 'minmax(100px, 0.7fr)',
          cell: ({ rule }) => <MiddleName name={rule.projectId} />,
        }
      : null,
    room === 'much'
      ? {
          id: 'today',
          title: say('today'),
          sorts: ({ id }) => today(id)?.takenIn ?? null,
          width: '170px',
          cell: ({ id }) => {
            const counts = today(id);
            if (counts === undefined) return '–';
            const words = say('today-in', { count: counts.takenIn });
            return counts.held === 0 ? words : `${words}, ${say('today-held', { count: counts.held })}`;
          },
        }
      : null,
    {
      id: 'health',
      title: say('health'),
      width: 'minmax(130px, 156px)',
      cell: ({ id, paused }) => <Health id={id} changed={isChanged(id)} paused={paused} />,
    },
  ];
  return columns.filter((column) => column !== null);
}

function Health({
  id,
  changed,
  paused,
}: {
  readonly id: string;
  readonly changed: boolean;
  readonly paused: boolean;
}): ReactElement {
  const health = useStation((state) => state.sources.find(({ sourceId }) => sourceId === id));
  const stopped = useStation((state) => state.pauses.sourceIds.includes(id));
  const now = useNow();
  return <FolderHealth health={health} changed={changed} paused={paused || stopped} now={now} />;
}
