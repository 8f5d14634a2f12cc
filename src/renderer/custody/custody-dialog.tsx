import type { ReactElement } from 'react';
import type { LogSubject } from '../../shared/activity-views.ts';
import { tableForms } from '../../shared/table.ts';
import type { CustodyView } from '../../shared/views.ts';
import { useQuery } from '../bridge/use-query.ts';
import { useReload } from '../bridge/use-reload.ts';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { subjectName } from '../screens/activity/log-lines.ts';
import { sentenceOf } from '../screens/activity/sentence.ts';
import { useNames } from '../screens/activity/use-names.ts';
import { faultSentence, nextStep } from '../text/faults/fault-text.ts';
import { formatDay, formatTime } from '../text/format.ts';
import { textOf, useText } from '../text/index.ts';
import styles from './custody.module.css';
import { bridge } from '../bridge/bridge.ts';
import { historyColumns, toldLines, type ToldLine } from '../lists/history-columns.ts';
import { partsOf, saveList, useSaving, type SavedList } from '../lists/save-list.ts';
import { printList } from '../print/print-list.tsx';
import { showFault, showToast } from '../stores/toasts.ts';

/** Saves the whole history of an item, open case or case for programs, where a person chooses; `title` becomes the name that is proposed. */
async function saveRecord(id: string, title: string): Promise<void> {
  const saved = await bridge().desktop({ name: 'custody.save', id, title });
  if (!saved.ok) showFault(saved.fault);
  else if (saved.value.path !== null) showToast(textOf('shared')('custody-saved'), saved.value.path);
}

/** The whole history in sentences, oldest first. */
function historyList(id: string, title: string, sourceName: (sourceId: string) => string): SavedList<ToldLine> {
  return {
    title,
    columns: historyColumns(sourceName),
    total: null,
    rows: () =>
      partsOf<ToldLine, number>(async (after) => {
        const lines = await bridge().query({ name: 'custody.whole', id, limit: shownLines, after: after ?? 0 });
        if (!lines.ok) return lines;
        return { ok: true, value: { rows: toldLines(lines.value), next: lines.value.rows.at(-1)?.sequence ?? null } };
      }),
  };
}

/** Lines that are shown; a saved file holds all. */
const shownLines = 1_000;
/** ms between two looks while events come. */
const lookPause = 1_000;

function Line({
  row,
  known,
  sourceName,
}: {
  readonly row: CustodyView;
  readonly known: LogSubject | undefined;
  readonly sourceName: (id: string) => string;
}): ReactElement {
  const say = useText('activity');
  const { before, after, reason, facts } = sentenceOf(row);
  const hash = row.detail['sha256'];
  const small = [
    ...(reason === '' ? [] : [reason]),
    ...facts,
    ...(typeof hash === 'string' ? [`SHA-256 ${hash}`] : []),
    ...(row.actor === 'engine' ? [] : [say('by', { actor: row.actor })]),
  ];
  return (
    <li className={styles['line']}>
      <time className="tabular" dateTime={new Date(row.at).toISOString()}>
        {formatDay(row.at)}, {formatTime(row.at, true)}
      </time>
      <span className="copyable">
        {before}
        <b>{subjectName(row, known, sourceName)}</b>
        {after}
        {small.length > 0 && <small>{small.join(' · ')}</small>}
      </span>
    </li>
  );
}

/** The whole history of an item, open case or case, from the first sight of its files to the hand-over, oldest first, and the ways to keep it. */
export function CustodyDialog({
  id,
  name,
  onClose,
}: {
  readonly id: string;
  /** What the history is of, for people. */
  readonly name: string;
  readonly onClose: () => void;
}): ReactElement {
  const say = useText('shared');
  const { sourceName } = useNames();
  const busy = useSaving((state) => state.saving !== null);
  const { value, fault, reload } = useQuery<'custody.whole'>(
    { name: 'custody.whole', id, limit: shownLines },
    { live: false },
  );
  useReload(reload, lookPause);
  const subjects = new Map((value?.subjects ?? []).map((known) => [known.id, known] as const));
  const rows = value?.rows ?? [];
  const title = say('custody-of', { name });
  return (
    <Dialog
      wide
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button disabled={rows.length === 0} onPress={() => void printList(historyList(id, title, sourceName))}>
            {say('print')}
          </Button>
          {tableForms.map((as) => (
            <Button
              key={as}
              why={rows.length === 0 ? textOf('shared')('why-empty') : busy ? textOf('lists')('busy') : null}
              onPress={() => void saveList(historyList(id, title, sourceName), as)}
            >
              {say(`save-${as}`)}
            </Button>
          ))}
          <Button
            why={rows.length === 0 ? textOf('shared')('why-empty') : null}
            onPress={() => void saveRecord(id, title)}
          >
            {say('save-json')}
          </Button>
          <Button kind="primary" onPress={onClose}>
            {say('close')}
          </Button>
        </>
      }
    >
      {fault !== undefined && (
        <p role="alert">
          {faultSentence(fault)} {nextStep(fault)}
        </p>
      )}
      {value !== undefined && rows.length === 0 && <p className={styles['quiet']}>{say('custody-empty')}</p>}
      <ol className={styles['lines']} tabIndex={0} aria-label={title}>
        {rows.map((row) => (
          <Line key={row.sequence} row={row} known={subjects.get(row.subjectId)} sourceName={sourceName} />
        ))}
      </ol>
      {rows.length === shownLines && <p className={styles['quiet']}>{say('custody-more', { count: shownLines })}</p>}
    </Dialog>
  );
}
