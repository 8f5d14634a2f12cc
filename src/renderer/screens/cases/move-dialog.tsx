import type { ReactElement } from 'react';
import { useDeferredValue, useState } from 'react';
import { ListBox, ListBoxItem } from 'react-aria-components';
import { useQuery } from '../../bridge/use-query.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import fields from '../../components/fields/fields.module.css';
import { TextField } from '../../components/fields/text-field.tsx';
import { useText } from '../../text/index.ts';
import type { OpenCasePlace } from './acts.ts';
import styles from './cases.module.css';

/** Key of the line that stands for no open case. */
const looseKey = ' loose';

/** Lets a person choose an open case that is open; `loose` offers to make the files loose too. */
export function ChooseOpenCase({
  title,
  text,
  act,
  place,
  without,
  loose = false,
  onClose,
  onChosen,
}: {
  readonly title: string;
  readonly text?: string;
  readonly act: string;
  /** Only open cases of this connection and project; null = of all. */
  readonly place: OpenCasePlace | null;
  /** An open case that is not offered. */
  readonly without: string | null;
  readonly loose?: boolean;
  readonly onClose: () => void;
  readonly onChosen: (openCaseId: string | null) => void;
}): ReactElement {
  const say = useText('cases');
  const shared = useText('shared');
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  const search = useDeferredValue(typed.trim());
  const { value, before } = useQuery<'open-cases.page'>(
    {
      name: 'open-cases.page',
      states: ['open', 'held'],
      offset: 0,
      limit: 100,
      ...(place ?? {}),
      ...(search === '' ? {} : { search }),
    },
    { live: false },
  );
  const openCases = ((value ?? before)?.rows ?? []).filter(({ id }) => id !== without);
  const lines = [
    ...(loose ? [{ id: looseKey, name: say('move-loose'), detail: '' }] : []),
    ...openCases.map(({ id, name, externalId, members }) => ({
      id,
      name,
      detail: [externalId, say('meta-files', { count: members.length })].filter((part) => part !== null).join(' · '),
    })),
  ];
  const done = (key: string | null): void => {
    if (key === null || !lines.some(({ id }) => id === key)) return;
    onChosen(key === looseKey ? null : key);
    onClose();
  };
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{shared('cancel')}</Button>
          <Button kind="primary" why={chosen === null ? shared('why-choose') : null} onPress={() => done(chosen)}>
            {act}
          </Button>
        </>
      }
    >
      {text !== undefined && <p>{text}</p>}
      <TextField label={say('move-search')} type="search" value={typed} onChange={setTyped} focused />
      <ListBox
        aria-label={say('open-cases')}
        className={styles['choices'] ?? ''}
        selectionMode="single"
        selectionBehavior="replace"
        selectedKeys={chosen === null ? [] : [chosen]}
        onSelectionChange={(keys) => {
          const found = lines.find(({ id }) => keys !== 'all' && keys.has(id));
          setChosen(found?.id ?? null);
        }}
        onAction={(key) => done(String(key))}
        renderEmptyState={() => <p className={styles['quiet']}>{say('move-none')}</p>}
      >
        {lines.map(({ id, name, detail }) => (
          <ListBoxItem key={id} id={id} textValue={name} className={fields['option'] ?? ''}>
            <span className={styles['choiceName']}>{name}</span>
            <small className={styles['quiet']}>{detail}</small>
          </ListBoxItem>
        ))}
      </ListBox>
    </Dialog>
  );
}
