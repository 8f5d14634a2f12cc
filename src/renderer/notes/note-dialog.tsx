import type { ReactElement } from 'react';
import { useState } from 'react';
import { useQuery } from '../bridge/use-query.ts';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { TextField } from '../components/fields/text-field.tsx';
import { useText } from '../text/index.ts';

/** What a person wrote, and whose turn it is; null takes away, what is left out stays. */
export interface Remarks {
  readonly note?: string | null;
  readonly assignee?: string | null;
}

const maxNote = 2_000;
const maxName = 100;

/** Asks for a note and for whose turn it is. `before`: what is there; null: they are many, and an empty field leaves them as they are. */
export function NoteDialog({
  title,
  before,
  onSave,
  onClose,
}: {
  readonly title: string;
  readonly before: { readonly note: string; readonly assignee: string } | null;
  readonly onSave: (remarks: Remarks) => void;
  readonly onClose: () => void;
}): ReactElement {
  const say = useText('notes');
  const shared = useText('shared');
  const people = useQuery<'items.people'>({ name: 'items.people' }, { live: false }).value;
  const [note, setNote] = useState(before?.note ?? '');
  const [assignee, setAssignee] = useState(before?.assignee ?? '');
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
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{shared('cancel')}</Button>
          <Button
            kind="primary"
            disabled={!usable || Object.keys(changed).length === 0}
            onPress={() => {
              onClose();
              onSave(changed);
            }}
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
      {own !== '' && assignee !== own && (
        <div>
          <Button kind="quiet" onPress={() => setAssignee(own)}>
            {say('to-me')}
          </Button>
        </div>
      )}
    </Dialog>
  );
}
