import type { ReactElement } from 'react';
import { useEffect, useRef, useState } from 'react';
import type { Fault } from '../../shared/faults.ts';
import { useQuery } from '../bridge/use-query.ts';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { TextField } from '../components/fields/text-field.tsx';
import { showFault } from '../stores/toasts.ts';
import { faultSentence, nextStep } from '../text/faults/fault-text.ts';
import { useText } from '../text/index.ts';
import styles from './notes.module.css';

/** What a person wrote, and whose turn it is; null takes away, what is left out stays. */
export interface Remarks {
  readonly note?: string | null;
  readonly assignee?: string | null;
}

const maxNote = 2_000;
const maxName = 100;

/** What a note is asked with. */
export interface NoteDialogProps {
  readonly title: string;
  /** What is there; null: they are many, and an empty field leaves them as they are. */
  readonly before: { readonly note: string; readonly assignee: string } | null;
  /** Another act is in the way of saving. */
  readonly busy?: boolean;
  /** The fault where it could not be saved: it is asked again, with what was written. */
  readonly onSave: (remarks: Remarks) => Promise<Fault | null>;
  readonly onClose: () => void;
}

/** Asks for a note and for whose turn it is. Out of sight while it is saved, for that of many goes on for a while. */
export function NoteDialog({ title, before, busy = false, onSave, onClose }: NoteDialogProps): ReactElement | null {
  const say = useText('notes');
  const shared = useText('shared');
  const people = useQuery<'items.people'>({ name: 'items.people' }, { live: false }).value;
  const [note, setNote] = useState(before?.note ?? '');
  const [assignee, setAssignee] = useState(before?.assignee ?? '');
  const [saving, setSaving] = useState(false);
  const [fault, setFault] = useState<Fault | null>(null);
  const here = useRef(false);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);
  const own = people?.own ?? '';
  const changed: Remarks = {
    ...(note.trim() === (before?.note ?? '') ? {} : { note: note.trim() === '' ? null : note.trim() }),
    ...(assignee.trim() === (before?.assignee ?? '')
      ? {}
      : { assignee: assignee.trim() === '' ? null : assignee.trim() }),
  };
  const tooLong = (text: string, limit: number): string | undefined =>
    text.trim().length > limit ? say('too-long', { length: text.trim().length, limit }) : undefined;
  const usable = note.trim().length <= maxNote && assignee.trim().length <= maxName;
  const save = async (): Promise<void> => {
    setSaving(true);
    const refused = await onSave(changed);
    if (refused === null) return onClose();
    setSaving(false);
    setFault(refused);
    // Its screen was left meanwhile.
    if (!here.current) showFault(refused);
  };
  if (saving) return null;
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{shared('cancel')}</Button>
          <Button
            kind="primary"
            why={
              busy
                ? shared('why-other')
                : !usable
                  ? shared('why-too-long')
                  : Object.keys(changed).length === 0
                    ? shared('why-unchanged')
                    : null
            }
            onPress={() => void save()}
          >
            {shared('save')}
          </Button>
        </>
      }
    >
      <TextField
        label={say('note-text')}
        value={note}
        onChange={setNote}
        rows={4}
        focused
        hint={say(before === null ? 'many-hint' : 'note-hint')}
        error={tooLong(note, maxNote)}
      />
      <TextField
        label={say('with')}
        value={assignee}
        onChange={setAssignee}
        offers={[...new Set([own, ...(people?.names ?? [])])].filter((name) => name !== '')}
        hint={say(before === null ? 'with-many-hint' : 'with-hint')}
        error={tooLong(assignee, maxName)}
      />
      {own !== '' && (
        <div>
          <Button kind="quiet" onPress={() => setAssignee(own)}>
            {say('to-me')}
          </Button>
        </div>
      )}
      {fault !== null && (
        <p className={styles['error']} role="alert">
          {faultSentence(fault)} {nextStep(fault)}
        </p>
      )}
    </Dialog>
  );
}
