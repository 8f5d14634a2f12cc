import { File, FileCode, FileImage, FileSpreadsheet, FileText, FileType } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { ReactElement } from 'react';
import { useCallback, useMemo } from 'react';
import type { ItemSort } from '../../../shared/selection.ts';
import type { ItemView } from '../../../shared/views.ts';
import type { ProjectView } from '../../bridge/use-projects.ts';
import { projectName } from '../../bridge/use-projects.ts';
import { MiddleName } from '../../components/middle-name.tsx';
import type { TableColumn, TableLayout } from '../../components/table/table-columns.ts';
import { RemarkMark } from '../../notes/remark-mark.tsx';
import { useClock } from '../../stores/clock.ts';
import { useStation } from '../../stores/station.ts';
import { formatSince } from '../../text/format.ts';
import { nameOrder } from '../../text/formatters.ts';
import { useText } from '../../text/index.ts';
import styles from './intake.module.css';
import { ItemDetail } from './item-detail.tsx';
import { ItemStatus } from './item-status.tsx';

const kinds: readonly (readonly [pattern: RegExp, icon: LucideIcon])[] = [
  [/pdf$/u, FileText],
  [/^image\/|^(?:png|jpe?g|tiff?|heic)$/u, FileImage],
  [/xml$|json$|html?$/u, FileCode],
  [/sheet|excel|csv|xlsx?$/u, FileSpreadsheet],
  [/word|docx?$|text/u, FileType],
];

/** The ending of a name in capitals, as the word for its kind: PDF. */
export function kindWord(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot <= 0 ? '' : name.slice(dot + 1).toUpperCase();
}

function Kind({ item }: { readonly item: ItemView }): ReactElement {
  const word = kindWord(item.name);
  const type = item.mediaType ?? word.toLowerCase();
  const Icon = kinds.find(([pattern]) => pattern.test(type))?.[1] ?? File;
  return (
    <span title={word}>
      <Icon aria-hidden style={{ display: 'block' }} />
      <span className="spoken">{word}</span>
    </span>
  );
}

function Since({ at }: { readonly at: number }): ReactElement {
  return <>{useClock((now) => formatSince(at, now))}</>;
}

/** Source of everything that was dropped, pasted or chosen. */
export const dropSource = 'drop';
const commandLineSource = 'command-line';

/** Name of a source: a hot folder as the settings call it, what people brought, a scan by its profile, or a folder that is not set up (any more). */
export function useSourceName(): (sourceId: string) => string {
  const say = useText('intake');
  const folders = useStation((state) => state.settings?.hotFolders);
  const profiles = useStation((state) => state.settings?.scanning.profiles);
  return useCallback(
    (sourceId) => {
      if (sourceId === dropSource) return say('dropped');
      if (sourceId === commandLineSource) return say('command-line');
      const folder = folders?.find(({ id }) => id === sourceId);
      if (folder !== undefined) return folder.name;
      // An outbox of scans: scan-PROFILE-MARK.
      const [, scanned] = /^scan-(.+)-[0-9a-f]{10}$/u.exec(sourceId) ?? [];
      if (scanned === undefined) return say('other-folder');
      return profiles?.find(({ id }) => id === scanned)?.name ?? say('scanned');
    },
    [folders, profiles, say],
  );
}

/** The order of a sorted column, as the engine knows it: how long something has been where it is grows as its instant gets older. */
export function useItemSort({ sort }: TableLayout, projects: readonly ProjectView[]): ItemSort | null {
  const column = sort?.column;
  const descending = sort?.descending === true;
  const folders = useStation((state) => state.settings?.hotFolders);
  const profiles = useStation((state) => state.settings?.scanning.profiles);
  const sourceName = useSourceName();
  const named: readonly (readonly [id: string, name: string])[] =
    column === 'source'
      ? [
          ...[...(folders ?? []).map(({ id }) => id), dropSource, commandLineSource].map(
            (id) => [id, sourceName(id)] as const,
          ),
          ...(profiles ?? []).map(({ id, name }) => [`scan-${id}-`, name] as const),
        ]
      : column === 'project'
        ? projects.map(({ id, name }) => [id, name ?? id] as const)
        : [];
  const order = [...named].sort(([, a], [, b]) => nameOrder(a, b)).map(([id]) => id);
  // Settings change for many reasons; the list is read anew only where this order does.
  const key = order.join('\n');
  return useMemo(() => {
    if (column === 'name') return { by: column, descending };
    if (column === 'since') return { by: column, descending: !descending };
    if (column !== 'source' && column !== 'project') return null;
    return { by: column, descending, order: key === '' ? [] : key.split('\n') };
  }, [column, descending, key]);
}

/** The columns of the Intake table; which are in sight also depends on its width. */
export function useItemColumns(projects: readonly ProjectView[]): readonly TableColumn<ItemView>[] {
  const say = useText('intake');
  const sourceName = useSourceName();
  // Not more often anew than what it is made from: each new list draws all rows.
  return useMemo(
    () => [
      { id: 'kind', title: say('kind'), titleHidden: true, width: '28px', cell: (item) => <Kind item={item} /> },
      {
        id: 'name',
        title: say('name'),
        sorts: true,
        width: 'minmax(140px, 2fr)',
        cell: (item) => (
          <span className={styles['named']}>
            <MiddleName name={item.name} />
            <RemarkMark note={item.note ?? null} assignee={item.assignee ?? null} />
          </span>
        ),
      },
      {
        id: 'source',
        title: say('source'),
        sorts: true,
        width: 'minmax(88px, 132px)',
        from: 800,
        cell: (item) => <span className={styles['second']}>{sourceName(item.sourceId)}</span>,
      },
      {
        id: 'project',
        title: say('project'),
        sorts: true,
        width: 'minmax(96px, 148px)',
        from: 1060,
        cell: (item) => <span className={styles['second']}>{projectName(projects, item.projectId)}</span>,
      },
      { id: 'status', title: say('status'), width: 'minmax(120px, 180px)', cell: (item) => <ItemStatus item={item} /> },
      {
        id: 'detail',
        title: say('detail'),
        width: 'minmax(120px, 1.6fr)',
        from: 500,
        cell: (item) => (
          <span className={styles['detail']}>
            <ItemDetail item={item} />
          </span>
        ),
      },
      {
        id: 'since',
        title: say('since'),
        sorts: true,
        width: '72px',
        from: 440,
        align: 'end',
        cell: (item) => (
          <span className={styles['second']}>
            <Since at={item.updatedAt} />
          </span>
        ),
      },
    ],
    [say, sourceName, projects],
  );
}
