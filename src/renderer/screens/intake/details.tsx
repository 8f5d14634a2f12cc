import { FolderOpen, X } from 'lucide-react';
import type { ReactElement } from 'react';
import type { ItemView } from '../../../shared/views.ts';
import { bridge } from '../../bridge/bridge.ts';
import { useQuery } from '../../bridge/use-query.ts';
import { Button } from '../../components/button.tsx';
import { ReasonCard } from '../../components/marks.tsx';
import { Section } from '../../components/section.tsx';
import { Preview } from '../../preview/preview.tsx';
import { openScreen } from '../../stores/navigation.ts';
import { showFault, showToast } from '../../stores/toasts.ts';
import { formatBytes } from '../../text/format.ts';
import { useText } from '../../text/index.ts';
import { actOnItems } from './acts.ts';
import { Custody, custodyText } from './custody.tsx';
import { DocumentValues } from './document-values.tsx';
import styles from './intake.module.css';
import { kindWord, useSourceName } from './item-columns.tsx';
import { chooseFiles } from './take-in.ts';

const needsOtherFile = ['pdf-password', 'type-not-accepted', 'file-damaged', 'file-too-large', 'name-refused'];
const needsSettings = ['sign-in-refused', 'credentials-missing', 'project-unknown', 'access-refused', 'scope-missing'];

function Reason({ item }: { readonly item: ItemView }): ReactElement | null {
  const say = useText('intake');
  const { fault } = item;
  if (fault === null) return null;
  const held = item.stage === 'held';
  const other = needsOtherFile.includes(fault.code);
  const settings = needsSettings.includes(fault.code);
  const retry = (
    <Button kind={other || settings ? 'plain' : 'primary'} onPress={() => void actOnItems('items.retry', [item.id])}>
      {say('retry')}
    </Button>
  );
  return (
    <ReasonCard
      title={say(held ? (fault.owner === 'it' ? 'stage-held-it' : 'stage-held') : 'trying-again')}
      fault={fault}
      failed={fault.code === 'processing-failed' || fault.code === 'transfer-refused'}
      actions={
        held ? (
          <>
            {other && (
              <Button kind="primary" onPress={() => void chooseFiles()}>
                {say('choose-copy')}
              </Button>
            )}
            {settings && (
              <Button kind="primary" onPress={() => openScreen('settings', { section: 'connections' })}>
                {say('open-settings')}
              </Button>
            )}
            {retry}
          </>
        ) : undefined
      }
    />
  );
}

/** All about one item: why it waits first, then its page and data, then its history. */
export function Details({ itemId, onClose }: { readonly itemId: string; readonly onClose: () => void }): ReactElement {
  const say = useText('intake');
  const sourceName = useSourceName();
  const item = useQuery<'items.get'>({ name: 'items.get', idPrefix: itemId }).value;
  const custody = useQuery<'custody.page'>({ name: 'custody.page', subjectId: itemId, limit: 500 }).value;
  const [document] = item?.documents ?? [];
  const act = async (what: 'folder' | 'copy'): Promise<void> => {
    const outcome =
      what === 'folder'
        ? await bridge().desktop({ name: 'shell.show-in-folder', content: { kind: 'item', itemId } })
        : await bridge().desktop({ name: 'clipboard.copy', text: custodyText(custody?.rows ?? []) });
    if (!outcome.ok) showFault(outcome.fault);
    else if (what === 'copy') showToast(say('copied'));
  };
  return (
    <section className={styles['details']} aria-label={say('details')}>
      <header className={styles['detailsHead']}>
        <div>
          <h2 className="copyable">{item?.name ?? ''}</h2>
          {item !== undefined && (
            <p>
              {[kindWord(item.name), formatBytes(item.size), sourceName(item.sourceId)].filter(Boolean).join(' · ')}
            </p>
          )}
        </div>
        <Button kind="icon" label={say('close-details')} icon={<X aria-hidden />} onPress={onClose} />
      </header>
      <div className={styles['detailsBody']} tabIndex={0} role="group" aria-label={say('details')}>
        {item !== undefined && <Reason item={item} />}
        {item?.stage === 'duplicate' && (
          <Button kind="primary" onPress={() => void actOnItems('items.send-anyway', [itemId])}>
            {say('send-anyway')}
          </Button>
        )}
        <Section title={say('page-and-data')}>
          <div className={styles['preview']}>
            <Preview content={{ kind: 'item', itemId }} />
          </div>
          {item === undefined || document === undefined ? (
            <p className={styles['day']}>{say('no-data')}</p>
          ) : (
            <DocumentValues connectionId={item.connectionId} documentId={document.id} />
          )}
        </Section>
        <Section title={say('custody')}>
          <Custody rows={custody?.rows ?? []} />
        </Section>
      </div>
      <footer className={styles['detailsFoot']}>
        <Button icon={<FolderOpen aria-hidden />} onPress={() => void act('folder')}>
          {say('show-in-folder')}
        </Button>
        <Button onPress={() => void act('copy')}>{say('copy-custody')}</Button>
      </footer>
    </section>
  );
}
