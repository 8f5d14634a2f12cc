import { Scissors, Square } from 'lucide-react';
import type { ReactElement } from 'react';
import { paperRuleSchema, type PaperRule, type ScanSessionView } from '../../../shared/scanning.ts';
import { bridge } from '../../bridge/bridge.ts';
import { Button } from '../../components/button.tsx';
import { Menu } from '../../components/menu.tsx';
import { openScreen } from '../../stores/navigation.ts';
import { showFault, showToast } from '../../stores/toasts.ts';
import { textOf, useText } from '../../text/index.ts';
import { discardSession, stopScan } from './scan-acts.ts';
import { useScan, workOn } from './scan-store.ts';
import styles from './scan.module.css';

/** Opens the pages of items that are not at the service yet; nothing of them is sent from then on. */
export async function editPages(itemIds: readonly string[]): Promise<void> {
  const opened = await bridge().command({ name: 'scan.edit-items', itemIds: [...itemIds] });
  if (!opened.ok) {
    showFault(opened.fault);
    return;
  }
  workOn(opened.value.sessionId);
  openScreen('scan');
}

/** Lets the documents of a session take the place of the items whose pages they have. */
export async function replaceItems(sessionId: string, count: number): Promise<void> {
  const say = textOf('scan');
  useScan.setState({ writing: count });
  const replaced = await bridge().command({ name: 'scan.send', sessionId });
  useScan.setState({ writing: 0 });
  if (!replaced.ok) {
    showFault(replaced.fault);
    return;
  }
  const made = replaced.value.paths.length;
  workOn(null);
  openScreen('intake');
  showToast(
    made === 0 ? say('edit-unchanged') : say('replaced', { count: made }),
    made === 0 ? null : say('replaced-kept'),
  );
}

async function separate(sessionId: string, rule: PaperRule): Promise<void> {
  const separated = await bridge().command({ name: 'scan.separate', sessionId, rule });
  if (!separated.ok) showFault(separated.fault);
}

/** Ways to separate pages that came in as files. */
const separations = {
  'separate-barcode': { separation: { by: 'barcode' } },
  'separate-patch': { separation: { by: 'patch' }, barcodeTo: 'nothing' },
  'separate-blank': { separation: { by: 'blank' }, barcodeTo: 'nothing' },
  'separate-each': { separation: { by: 'pages', pages: 1 }, barcodeTo: 'nothing' },
} as const;

const ways = ['separate-barcode', 'separate-patch', 'separate-blank', 'separate-each'] as const;

/** What can be done with a session of pages that came in as files. */
export function EditActs({
  session,
  onCancel,
}: {
  readonly session: ScanSessionView;
  readonly onCancel: (sessionId: string) => void;
}): ReactElement {
  const say = useText('scan');
  const { id, importing } = session;
  return (
    <>
      {importing !== null && (
        <>
          <span className={styles['live']} role="status">
            {say('looking-at', importing)}
          </span>
          <Button icon={<Square aria-hidden />} onPress={() => void stopScan()}>
            {say('stop')}
          </Button>
        </>
      )}
      <Menu
        label={say('separate')}
        icon={<Scissors />}
        entries={ways.map((way) => ({
          id: way,
          label: say(way),
          why: session.scanning ? say('why-looking-at') : null,
          onAction: () => void separate(id, paperRuleSchema.parse(separations[way])),
        }))}
      />
      <Button
        disabled={session.scanning}
        onPress={() =>
          session.changed === true ? onCancel(id) : void discardSession(id).then(() => openScreen('intake'))
        }
      >
        {say('edit-cancel')}
      </Button>
    </>
  );
}
