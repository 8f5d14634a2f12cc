import type { ReactElement } from 'react';
import { Button } from '../../components/button.tsx';
import { classes } from '../../components/classes.ts';
import { Dialog } from '../../components/dialog.tsx';
import { Progress } from '../../components/marks.tsx';
import type { RowCommand } from '../../lists/row-commands.ts';
import { formatNumber } from '../../text/format.ts';
import type { Say } from '../../text/index.ts';
import { useText } from '../../text/index.ts';
import type { Acting } from './acts.ts';
import { actOnItems, useActing } from './acts.ts';
import styles from './intake.module.css';
import type { Choice } from './use-choice.ts';

/** How many items are chosen, in words; where not all of the list could be, of how many. */
function chosenWords({ ids, total, found }: Choice, say: Say<'intake'>): string {
  if (found !== null) return say('selecting', { found: formatNumber(found), total: formatNumber(total ?? found) });
  return total !== null && ids.length < total
    ? say('selected-of', { selected: formatNumber(ids.length), total: formatNumber(total) })
    : say('selected', { count: ids.length });
}

/** What can be done now with the selected items, or how far an act on many is. */
export function BulkActs({
  choice,
  commands,
}: {
  readonly choice: Choice;
  readonly commands: readonly RowCommand[];
}): ReactElement | null {
  const say = useText('intake');
  const acting = useActing((state) => state.acting);
  const { ids, total } = choice;
  if (acting !== null) return <ActingBar acting={acting} />;
  if (ids.length === 0) return null;
  return (
    <div className={classes(styles['bulk'], ids.length === 1 && total === null && styles['single'])}>
      {(ids.length > 1 || total !== null) && <span className="tabular">{chosenWords(choice, say)}</span>}
      {commands
        .filter(({ overList = false, why = null }) => overList && why === null)
        .map(({ id, label, onAction }) => (
          <Button key={id} kind="quiet" onPress={onAction}>
            {label}
          </Button>
        ))}
    </div>
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
