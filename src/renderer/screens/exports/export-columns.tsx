import { FileCode } from 'lucide-react';
import type { ExportView } from '../../../shared/views.ts';
import { MiddleName } from '../../components/middle-name.tsx';
import type { TableColumn } from '../../components/table/table-columns.ts';
import { formatBytes, formatSince } from '../../text/format.ts';
import type { Say } from '../../text/index.ts';
import { useText } from '../../text/index.ts';
import { ExportMark } from './export-state.tsx';

/** The last part of a path of any system. */
export function fileName(path: string): string {
  return /[^/\\]+$/u.exec(path)?.[0] ?? path;
}

/** The name of the document that an export is of. */
export function documentName({ title, documentId }: ExportView, say: Say<'exports'>): string {
  return title ?? say('untitled', { id: documentId.slice(0, 8) });
}

/** The columns of the Exports table; instants are told as of `now` (ms). */
export function useExportColumns(now: number): readonly TableColumn<ExportView>[] {
  const say = useText('exports');
  return [
    {
      id: 'kind',
      title: say('kind'),
      titleHidden: true,
      width: '28px',
      cell: () => (
        <span title="XML">
          <FileCode aria-hidden style={{ display: 'block' }} />
          <span className="spoken">XML</span>
        </span>
      ),
    },
    {
      id: 'document',
      title: say('document'),
      sorts: true,
      width: 'minmax(136px, 1fr)',
      cell: (view) => <MiddleName name={documentName(view, say)} />,
    },
    {
      id: 'file',
      title: say('file'),
      sorts: true,
      width: 'minmax(136px, 1.2fr)',
      from: 520,
      cell: (view) =>
        view.path === null ? (
          '–'
        ) : (
          <span title={view.path}>
            <MiddleName name={fileName(view.path)} />
          </span>
        ),
    },
    {
      id: 'size',
      title: say('size'),
      sorts: true,
      width: '76px',
      from: 600,
      align: 'end',
      cell: ({ size }) => (size === null ? '–' : formatBytes(size)),
    },
    {
      id: 'state',
      title: say('state'),
      sorts: true,
      width: 'minmax(120px, 180px)',
      cell: (view) => <ExportMark view={view} />,
    },
    {
      id: 'when',
      title: say('written-since'),
      sorts: true,
      width: '64px',
      from: 440,
      align: 'end',
      cell: ({ writtenAt }) => (writtenAt === null ? '–' : formatSince(writtenAt, now)),
    },
  ];
}
