import { Copy, ExternalLink, FileText, FolderOpen, RefreshCw } from 'lucide-react';
import type { ExportView } from '../../../shared/views.ts';
import type { RowCommand } from '../../lists/row-commands.ts';
import { openScreen } from '../../stores/navigation.ts';
import { textOf } from '../../text/index.ts';
import { actOnFile, copyFingerprint } from './acts.ts';
import type { WriteAgain } from './use-write-again.tsx';

/** What can be done with the chosen exports; `view`: the single one that is chosen. */
export function exportCommands(
  chosen: readonly ExportView[],
  view: ExportView | undefined,
  again: WriteAgain,
): readonly RowCommand[] {
  const say = textOf('exports');
  const why = view !== undefined && (view.path === null || view.writtenAt === null) ? say('why-not-written') : null;
  const written = view === undefined ? chosen : [view];
  if (written.length === 0) return [];
  return [
    ...(view === undefined
      ? []
      : [
          {
            id: 'open',
            label: say('open'),
            icon: <ExternalLink aria-hidden />,
            why,
            onAction: () => void actOnFile('open', view.id),
          },
          {
            id: 'folder',
            label: say('show-in-folder'),
            icon: <FolderOpen aria-hidden />,
            why,
            onAction: () => void actOnFile('folder', view.id),
          },
        ]),
    {
      id: 'again',
      label: say('write-again-dots'),
      icon: <RefreshCw aria-hidden />,
      overList: true,
      why: again.busy ? say('why-writing') : null,
      onAction: () => again.start(written),
    },
    ...(view === undefined
      ? []
      : [
          {
            id: 'document',
            label: say('open-document'),
            icon: <FileText aria-hidden />,
            onAction: () => openScreen('documents', { documentId: view.documentId, connectionId: view.connectionId }),
          },
        ]),
    ...(view === undefined || view.sha256 === null
      ? []
      : [
          {
            id: 'copy',
            label: say('copy'),
            icon: <Copy aria-hidden />,
            onAction: () => void copyFingerprint(view.sha256 ?? ''),
          },
        ]),
  ];
}
