import { X } from 'lucide-react';
import type { ReactElement } from 'react';
import { Button } from '../../components/button.tsx';
import { useText } from '../../text/index.ts';
import { moveFiles } from './acts.ts';
import styles from './cases.module.css';
import { clearChoice, useChoice } from './choice.ts';
import { askRole } from './role-menu.tsx';

/** What can be done with the chosen files, wherever they are: the way without dragging. */
export function ChosenBar({
  projectId,
  onMove,
}: {
  readonly projectId: string;
  readonly onMove: () => void;
}): ReactElement | null {
  const say = useText('cases');
  const files = useChoice((state) => state.files);
  if (files.size === 0) return null;
  const inPiles = [...files.values()].some((pileId) => pileId !== null);
  return (
    <div className={styles['chosenBar']} role="toolbar" aria-label={say('chosen', { count: files.size })}>
      <span className="tabular">{say('chosen', { count: files.size })}</span>
      <Button onPress={onMove}>{say('move-to')}</Button>
      <button
        type="button"
        className={styles['plainButton']}
        aria-haspopup="menu"
        onClick={(event) =>
          askRole({ anchor: event.currentTarget, itemIds: [...files.keys()], projectId, first: [], role: null })
        }
      >
        {say('set-role')}
      </button>
      {inPiles && <Button onPress={() => void moveFiles(files, null)}>{say('take-out')}</Button>}
      <Button kind="icon" label={say('clear-choice')} icon={<X aria-hidden />} onPress={clearChoice} />
    </div>
  );
}
