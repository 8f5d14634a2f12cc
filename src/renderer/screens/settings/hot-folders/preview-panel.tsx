import { Copy, EyeOff, Hand, History, Hourglass, RefreshCw, Scissors, Upload } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { useCallback, useEffect, useRef } from 'react';
import { caseRuleSchema } from '../../../../shared/case-rule.ts';
import type { QueryAnswer } from '../../../../shared/contract.ts';
import type { HotFolder } from '../../../../shared/settings.ts';
import type { PreviewFile } from '../../../../shared/views.ts';
import type { Asked } from '../../../bridge/use-query.ts';
import { useQuery } from '../../../bridge/use-query.ts';
import { Button } from '../../../components/button.tsx';
import { Chip } from '../../../components/marks.tsx';
import { MiddleName } from '../../../components/middle-name.tsx';
import { faultSentence, nextStep } from '../../../text/faults/fault-text.ts';
import { formatNumber } from '../../../text/format.ts';
import { useText } from '../../../text/index.ts';
import { CasePreview } from '../rules/case-preview.tsx';
import styles from '../settings.module.css';
import preview from './preview.module.css';
import { useSettled } from '../use-settled.ts';

const icons: Readonly<Record<PreviewFile['verdict'], typeof Upload>> = {
  'take-in': Upload,
  separate: Scissors,
  wait: Hourglass,
  ignore: EyeOff,
  known: History,
  duplicate: Copy,
  hold: Hand,
};

/** What stands before the others: what a person looks for. */
const order: readonly PreviewFile['verdict'][] = [
  'hold',
  'separate',
  'take-in',
  'wait',
  'duplicate',
  'known',
  'ignore',
];

/** A folder is looked at again after so long, ms; one that takes long less often. */
const lookPauseMs = 3_000;

/**
 * Asks again and again while the window is shown: nothing tells what happens in a folder that is not watched yet. Answers how to ask
 * at once: a pause is measured from each asking, whoever asks.
 */
function useAskAgain({ value, fault, reload }: Asked<QueryAnswer<'sources.preview'>>): () => void {
  const askedAt = useRef(0);
  const ask = useCallback(() => {
    askedAt.current = performance.now();
    reload();
  }, [reload]);
  useEffect(() => {
    const now = performance.now();
    if (value === undefined && fault === undefined) {
      askedAt.current = now;
      return;
    }
    const again = (): void => {
      if (!document.hidden) ask();
    };
    const timer = setInterval(again, Math.max(lookPauseMs, 10 * (now - askedAt.current)));
    return () => clearInterval(timer);
  }, [value, fault, ask]);
  return ask;
}

/** What the folder would do with each file as it lies there now; asked anew when something that matters is changed, and as files come and go. */
export function PreviewPanel({
  draft,
  stored,
  children,
}: {
  readonly draft: HotFolder;
  /** As it is in the settings: nothing of it waits to be saved. */
  readonly stored: boolean;
  readonly children: ReactNode;
}): ReactElement {
  const say = useText('hotFolders');
  const { duplicates, duplicateDays, paper } = draft.rule;
  // Only what decides about files: another name asks nothing.
  const source = useSettled<HotFolder>({
    ...draft,
    name: 'preview',
    folder: draft.folder.trim(),
    rule: {
      connectionId: draft.rule.connectionId || '-',
      projectId: draft.rule.projectId.trim() || '-',
      mode: 'document',
      after: 'keep',
      batchQuietMs: 5_000,
      batchMaximum: 50,
      duplicates,
      ...(duplicateDays === undefined ? {} : { duplicateDays }),
      ...(paper === undefined ? {} : { paper }),
      settleLimitMs: 86_400_000,
    },
  });
  const asked = useQuery<'sources.preview'>(source.folder === '' ? null : { name: 'sources.preview', source }, {
    live: false,
  });
  const { value, fault } = asked;
  const ask = useAskAgain(asked);
  useEffect(() => {
    // Once it is saved the folder takes in what was shown.
    if (stored) ask();
  }, [stored, ask]);
  const total = Object.values(value?.totals ?? {}).reduce((sum, count) => sum + count, 0);
  const files = [...(value?.files ?? [])].sort((a, b) => order.indexOf(a.verdict) - order.indexOf(b.verdict));
  const grouped = files
    .filter(({ verdict }) => verdict === 'take-in' || verdict === 'wait' || verdict === 'known')
    .map(({ path }) => path.replaceAll('\\', '/'));
  return (
    <div className={styles['panel']}>
      <header className={styles['panelHead']}>
        <h2>{say('preview')}</h2>
        <Button kind="icon" label={say('look-again')} icon={<RefreshCw aria-hidden />} onPress={ask} />
        <p role="status">
          {value === undefined
            ? fault === undefined && source.folder !== ''
              ? say('looking')
              : ''
            : say('found', { count: total })}
        </p>
      </header>
      <div className={styles['panelBody']} tabIndex={0} role="group" aria-label={say('preview')}>
        {source.folder === '' && <p className={styles['hint']}>{say('preview-empty')}</p>}
        {fault !== undefined && (
          <p className={styles['notice']} role="alert">
            <span>
              {faultSentence(fault)} {nextStep(fault)}
            </span>
          </p>
        )}
        {value !== undefined && total > 0 && (
          <dl className={preview['totals']}>
            {order
              .filter((verdict) => (value.totals[verdict] ?? 0) > 0)
              .map((verdict) => (
                <div key={verdict}>
                  <dt>{say(`total-${verdict}`)}</dt>
                  <dd className="tabular">{formatNumber(value.totals[verdict] ?? 0)}</dd>
                </div>
              ))}
          </dl>
        )}
        {draft.rule.mode === 'case' && (
          <CasePreview rule={draft.rule.case ?? caseRuleSchema.parse({})} names={grouped} />
        )}
        {files.length > 0 && (
          <ul className={preview['files']} aria-label={say('preview')}>
            {files.map((file) => (
              <PreviewLine key={file.path} file={file} />
            ))}
          </ul>
        )}
        {total > files.length && files.length > 0 && (
          <p className={styles['hint']}>{say('more', { count: total - files.length })}</p>
        )}
      </div>
      <footer className={styles['panelFoot']}>{children}</footer>
    </div>
  );
}

function PreviewLine({ file }: { readonly file: PreviewFile }): ReactElement {
  const say = useText('hotFolders');
  const Icon = icons[file.verdict];
  return (
    <li>
      <MiddleName name={file.path} />
      <Chip kind={file.verdict === 'hold' ? 'caution' : 'moving'} icon={<Icon aria-hidden />}>
        {say(`verdict-${file.verdict}`)}
      </Chip>
      {file.fault !== null && <small>{faultSentence(file.fault)}</small>}
    </li>
  );
}
