import { Clock, Ellipsis, FileDown, FolderInput, ImagePlus, RefreshCw, Trash2 } from 'lucide-react';
import type { ReactElement } from 'react';
import type { ScanProfile, ScanSessionView } from '../../../shared/scanning.ts';
import { Menu } from '../../components/menu.tsx';
import { useText } from '../../text/index.ts';
import { importPictures, lookForScanners, saveSeparatorSheet } from './scan-acts.ts';
import { useScan, workOn } from './scan-store.ts';

/** What is done more seldom: pictures, the separator sheet, other scanners, an end without sending. */
export function ScanMenu({
  session,
  profile,
  onDiscard,
}: {
  readonly session: ScanSessionView | null;
  readonly profile: ScanProfile;
  readonly onDiscard: (sessionId: string) => void;
}): ReactElement {
  const say = useText('scan');
  const looking = useScan((state) => state.looking);
  const open = session === null ? say('why-no-session') : session.scanning ? say('why-scanning') : null;
  return (
    <Menu
      label={say('more-acts')}
      icon={<Ellipsis />}
      entries={[
        {
          id: 'import',
          label: say('import-pictures'),
          icon: <ImagePlus aria-hidden />,
          onAction: () => void importPictures(profile.id, 'files'),
        },
        {
          id: 'import-folder',
          label: say('import-folder'),
          icon: <FolderInput aria-hidden />,
          onAction: () => void importPictures(profile.id, 'folder'),
        },
        {
          id: 'separator',
          label: say('separator-sheet'),
          icon: <FileDown aria-hidden />,
          onAction: () => void saveSeparatorSheet(),
        },
        {
          id: 'look',
          label: say('look-again'),
          icon: <RefreshCw aria-hidden />,
          why: looking ? say('why-looking') : null,
          onAction: () => void lookForScanners(),
        },
        {
          id: 'aside',
          label: say('set-aside'),
          icon: <Clock aria-hidden />,
          why: open,
          onAction: () => workOn(null),
        },
        {
          id: 'discard',
          label: say('discard'),
          icon: <Trash2 aria-hidden />,
          why: open,
          onAction: () => {
            if (session !== null) onDiscard(session.id);
          },
        },
      ]}
    />
  );
}
