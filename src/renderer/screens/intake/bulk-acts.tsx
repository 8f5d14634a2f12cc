import type { ReactElement } from 'react';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { classes } from '../../components/classes.ts';
import { Dialog } from '../../components/dialog.tsx';
import { Progress } from '../../components/marks.tsx';
import { NoteDialog } from '../../notes/note-dialog.tsx';
import { formatNumber } from '../../text/format.ts';
import type { Say } from '../../text/index.ts';
import { useText } from '../../text/index.ts';
import type { Acting, ItemAct } from './acts.ts';
import { actOnItems, noteItems, useActing } from './acts.ts';
import styles from './intake.module.css';
import type { Choice } from './use-choice.ts';

const acts = [
  ['items.retry', 'retry'],
  ['items.send-anyway', 'send-anyway'],
  ['items.pause', 'pause'],
  ['items.resume', 'resume'],
] as const satisfies readonly (readonly [ItemAct, string])[];

const nothing: ReadonlySet<ItemAct> = new Set();

/** How many items are chosen, in words; where not all of the list could be, of how many. */
function chosenWords({ ids, total, found }: Choice, say: Say<'intake'>): string {
  if (found !== null) return say('selecting', { found: formatNumber(found), total: formatNumber(total ?? found) });
  return total !== null && ids.length < total
    ? say('selected-of', { selected: formatNumber(ids.length), total: formatNumber(total) })
    : say('selected', { count: ids.length });
}

/** What can be done with the selected items; cancelling asks first. */
export function BulkActs({ choice }: { readonly choice: Choice }): ReactElement | null {
  const say = useText('intake');
  const sayNotes = useText('notes');
  const [asking, setAsking] = useState(false);
  const [noting, setNoting] = useState<readonly string[] | null>(null);
  const { ids, total, found } = choice;
  const possible = found === null ? choice.possible : nothing;
  const acting = useActing((state) => state.acting);
  const bar = ids.length > 0 && (
    <div className={classes(styles['bulk'], ids.length === 1 && total === null && styles['single'])}>
      {(ids.length > 1 || total !== null) && <span className="tabular">{chosenWords(choice, say)}</span>}
      {acts
        .filter(([act]) => possible.has(act))
        .map(([act, words]) => (
          <Button key={act} kind="quiet" onPress={() => void actOnItems(act, ids)}>
            {say(words)}
          </Button>
        ))}
      {possible.has('items.cancel') && (
        <Button kind="quiet" onPress={() => setAsking(true)}>
          {say('cancel-items')}
        </Button>
      )}
      {found === null && (
        <Button kind="quiet" onPress={() => setNoting(ids)}>
          {sayNotes('note-act')}
        </Button>
      )}
      {asking && <CancelDialog ids={ids} onClose={() => setAsking(false)} />}
    </div>
  );
  return (
    <>
      {acting === null ? bar : <ActingBar acting={acting} />}
      {noting !== null && (
        <NoteDialog
          title={sayNotes('note-of-many', { count: noting.length })}
          before={null}
          busy={acting !== null}
          onSave={(remarks) => noteItems(noting, remarks)}
          onClose={() => setNoting(null)}
        />
      )}
    </>
  );
}

/** How far an act on many items is, and the way to end it. */
function ActingBar({ acting: { name, done, total, stop } }: { readonly acting: Acting }): ReactElement {
  const say = useText('intake');
  const label = say(`acting-${name}`);
  return (
    <div role="group" aria-label={label} className={classes(styles['bulk'], styles['acting'])}>
      <span role="status">{label}</span>
      <Progress
        value={done / total}
        label={label}
        words={say('bulk-progress', { done: formatNumber(done), total: formatNumber(total) })}
      />
      <Button kind="quiet" disabled={stop === null} onPress={() => stop?.()}>
        {say('bulk-stop')}
      </Button>
    </div>
  );
}

/** Asks before items are cancelled. */
export function CancelDialog({
  ids,
  onClose,
}: {
  readonly ids: readonly string[];
  readonly onClose: () => void;
}): ReactElement {
  const say = useText('intake');
  return (
    <Dialog
      title={say('cancel-title', { count: ids.length })}
      asks
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{say('cancel-keep')}</Button>
          <Button
            kind="danger"
            onPress={() => {
              onClose();
              void actOnItems('items.cancel', ids);
            }}
          >
            {say('cancel-do', { count: ids.length })}
          </Button>
        </>
      }
    >
      <p>{say('cancel-text')}</p>
    </Dialog>
  );
}
