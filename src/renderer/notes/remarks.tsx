import { UserRound } from 'lucide-react';
import type { ReactElement } from 'react';
import { useState } from 'react';
import { Section } from '../components/section.tsx';
import { useText } from '../text/index.ts';
import { NoteDialog, type NoteDialogProps } from './note-dialog.tsx';
import styles from './notes.module.css';

/** The note on one thing and whose turn it is, with the way to change them. */
export function RemarksSection({
  name,
  note,
  assignee,
  onSave,
}: {
  readonly name: string;
  readonly note: string | null;
  readonly assignee: string | null;
  readonly onSave: NoteDialogProps['onSave'];
}): ReactElement {
  const say = useText('notes');
  const [asks, setAsks] = useState(false);
  return (
    <Section
      title={say('note')}
      aside={
        <button type="button" className={styles['change']} onClick={() => setAsks(true)}>
          {say('note-act')}
        </button>
      }
    >
      {note === null && assignee === null && <p className={styles['quiet']}>{say('nothing-noted')}</p>}
      {assignee !== null && (
        <p className={styles['person']}>
          <UserRound aria-hidden />
          <span className="copyable">{say('with-person', { name: assignee })}</span>
        </p>
      )}
      {note !== null && <p className={`${styles['text'] ?? ''} copyable`}>{note}</p>}
      {asks && (
        <NoteDialog
          title={say('note-of', { name })}
          before={{ note: note ?? '', assignee: assignee ?? '' }}
          onSave={onSave}
          onClose={() => setAsks(false)}
        />
      )}
    </Section>
  );
}
