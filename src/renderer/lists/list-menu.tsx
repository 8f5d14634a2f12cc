import { Download } from 'lucide-react';
import type { ReactElement } from 'react';
import { tableForms } from '../../shared/table.ts';
import { Button } from '../components/button.tsx';
import { Progress } from '../components/marks.tsx';
import { Menu } from '../components/menu.tsx';
import { printList } from '../print/print-list.tsx';
import { formatNumber } from '../text/format.ts';
import { useText } from '../text/index.ts';
import styles from './lists.module.css';
import { saveList, useSaving, type SavedList } from './save-list.ts';

/** The button by which the list of a screen is saved. */
export function ListMenu<Row>({
  list,
  label,
}: {
  readonly list: () => SavedList<Row>;
  /** Tells it from another one of the screen. */
  readonly label?: string;
}): ReactElement {
  const say = useText('lists');
  const busy = useSaving((state) => state.saving !== null);
  return (
    <Menu
      label={label ?? say('save-list')}
      icon={<Download aria-hidden />}
      entries={[
        ...tableForms.map((as) => ({
          id: as,
          label: say(`save-${as}`),
          why: busy ? say('busy') : null,
          onAction: () => void saveList(list(), as),
        })),
        { id: 'print', label: say('print'), why: null, onAction: () => void printList(list()) },
      ]}
    />
  );
}

/** How far the saving of a list is, and the way to end it; nothing while none is saved. */
export function SavingBar(): ReactElement | null {
  const say = useText('lists');
  const saving = useSaving((state) => state.saving);
  if (saving === null) return null;
  const { title, done, total, stop } = saving;
  const label = say('saving', { title });
  const words =
    total === null
      ? say('saved', { done: formatNumber(done) })
      : say('saved-of', { done: formatNumber(done), total: formatNumber(total) });
  return (
    <div role="group" aria-label={label} className={styles['saving']}>
      <span role="status">{label}</span>
      <Progress value={total === null || total === 0 ? 0 : Math.min(1, done / total)} label={label} words={words} />
      <Button kind="quiet" disabled={stop === null} onPress={() => stop?.()}>
        {say('stop')}
      </Button>
    </div>
  );
}
