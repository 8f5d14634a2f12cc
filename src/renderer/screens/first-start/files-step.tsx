import type { ReactElement } from 'react';
import { useState } from 'react';
import type { Fault } from '../../../shared/faults.ts';
import type { HotFolder } from '../../../shared/settings.ts';
import { hotFolderSchema } from '../../../shared/settings.ts';
import { bridge } from '../../bridge/bridge.ts';
import { useQuery } from '../../bridge/use-query.ts';
import { Button } from '../../components/button.tsx';
import { faultSentence, nextStep } from '../../text/faults/fault-text.ts';
import { formatNumber } from '../../text/format.ts';
import { useText } from '../../text/index.ts';
import { Choice } from './choice.tsx';
import styles from './first-start.module.css';
import type { ChosenProject } from './project-step.tsx';

/** Third step: a first hot folder, or none. */
export function FilesStep({
  connectionId,
  project,
  onBack,
  onDone,
}: {
  readonly connectionId: string;
  readonly project: ChosenProject;
  readonly onBack: () => void;
  readonly onDone: () => void;
}): ReactElement {
  const say = useText('firstStart');
  const [kind, setKind] = useState<'folder' | 'drop'>('folder');
  const [source, setSource] = useState<HotFolder | null>(null);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<Fault | null>(null);
  const preview = useQuery<'sources.preview'>(source === null ? null : { name: 'sources.preview', source }, {
    live: false,
  });
  const totals = preview.value?.totals ?? {};
  const total = Object.values(totals).reduce((sum, count) => sum + count, 0);
  const takeIn = totals['take-in'] ?? 0;
  const shownFault = fault ?? preview.fault ?? null;

  const choose = async (): Promise<void> => {
    const answer = await bridge().desktop({ name: 'dialog.choose-folder', title: say('choose-title') });
    const folder = answer.ok ? answer.value.paths[0] : undefined;
    setFault(answer.ok ? null : answer.fault);
    if (folder === undefined) return;
    const name = folder.split(/[\\/]/u).findLast((part) => part !== '') ?? folder;
    setSource(
      hotFolderSchema.parse({ id: crypto.randomUUID(), name, folder, rule: { connectionId, projectId: project.id } }),
    );
  };
  const finish = async (): Promise<void> => {
    if (kind === 'folder' && source !== null) {
      setBusy(true);
      const added = await bridge().command({ name: 'source.add', source });
      setBusy(false);
      if (!added.ok) {
        setFault(added.fault);
        return;
      }
    }
    onDone();
  };

  return (
    <section className={styles['page']}>
      <h1>{say('files-title')}</h1>
      <p className={styles['lead']}>{say('files-lead')}</p>
      <Choice
        label={say('step-files')}
        value={kind}
        options={[
          { value: 'folder', title: say('folder'), hint: say('folder-hint', { project: project.name }) },
          { value: 'drop', title: say('drop'), hint: say('drop-hint') },
        ]}
        onChange={setKind}
      />
      {kind === 'folder' && (
        <div className={styles['folder']}>
          <Button onPress={() => void choose()}>{say('choose')}</Button>
          <span className={source === null ? styles['hint'] : styles['path']}>
            {source?.folder ?? say('no-folder')}
          </span>
        </div>
      )}
      <div role="status">
        {kind === 'folder' && preview.value !== undefined && (
          <p className={styles['hint']}>
            {say('in-folder', {
              total: formatNumber(total),
              takeIn: formatNumber(takeIn),
              other: formatNumber(total - takeIn),
            })}
          </p>
        )}
        {shownFault !== null && (
          <p className={styles['trouble']}>
            {faultSentence(shownFault)} {nextStep(shownFault)}
          </p>
        )}
      </div>
      <div className={styles['foot']}>
        <Button onPress={onBack}>{say('back')}</Button>
        <Button kind="primary" disabled={busy || (kind === 'folder' && source === null)} onPress={() => void finish()}>
          {say('open')}
        </Button>
      </div>
    </section>
  );
}
