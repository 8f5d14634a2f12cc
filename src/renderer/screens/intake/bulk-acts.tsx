import type { ReactElement } from 'react';
import { useState } from 'react';
import type { ItemView } from '../../../shared/views.ts';
import { Button } from '../../components/button.tsx';
import { classes } from '../../components/classes.ts';
import { Dialog } from '../../components/dialog.tsx';
import { useText } from '../../text/index.ts';
import type { ItemAct } from './acts.ts';
import { actOnItems, possibleActs } from './acts.ts';
import styles from './intake.module.css';

const acts = [
  ['items.retry', 'retry'],
  ['items.send-anyway', 'send-anyway'],
  ['items.pause', 'pause'],
  ['items.resume', 'resume'],
] as const satisfies readonly (readonly [ItemAct, string])[];

/** What can be done with the selected items; cancelling asks first. */
export function BulkActs({
  ids,
  items,
}: {
  readonly ids: readonly string[];
  readonly items: readonly ItemView[];
}): ReactElement | null {
  const say = useText('intake');
  const [asking, setAsking] = useState(false);
  const possible = possibleActs(items);
  if (ids.length === 0) return null;
  return (
    <div className={classes(styles['bulk'], ids.length === 1 && styles['single'])}>
      {ids.length > 1 && <span className="tabular">{say('selected', { count: ids.length })}</span>}
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
      {asking && <CancelDialog ids={ids} onClose={() => setAsking(false)} />}
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
