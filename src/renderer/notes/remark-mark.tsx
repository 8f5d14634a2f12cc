import { StickyNote, UserRound } from 'lucide-react';
import type { ReactElement } from 'react';
import { useText } from '../text/index.ts';
import styles from './notes.module.css';

/** Marks a row that has a note, or that somebody in particular has; nothing where neither is so. */
export function RemarkMark({
  note,
  assignee,
}: {
  readonly note: string | null;
  readonly assignee: string | null;
}): ReactElement | null {
  const say = useText('notes');
  if (note === null && assignee === null) return null;
  const person = assignee === null ? [] : [say('with-person', { name: assignee })];
  const words = [...person, ...(note === null ? [] : [`${say('note')}: ${note}`])].join('. ');
  return (
    <span role="img" className={styles['mark']} aria-label={words} title={words}>
      {note === null ? <UserRound aria-hidden /> : <StickyNote aria-hidden />}
      {assignee !== null && <span>{assignee}</span>}
    </span>
  );
}
