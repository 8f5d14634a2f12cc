import { Plus, Trash2 } from 'lucide-react';
import type { ReactElement } from 'react';
import { useState } from 'react';
import type { Fault } from '../../../shared/faults.ts';
import { bridge } from '../../bridge/bridge.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { TextField } from '../../components/fields/text-field.tsx';
import { showFault, showToast } from '../../stores/toasts.ts';
import { textOf, useText } from '../../text/index.ts';
import type { DocumentPlace } from './acts.ts';
import styles from './details.module.css';
import type { Pair } from './external-pairs.ts';
import { externalDataOf, keyProblem, maxKeyLength, maxPairs, pairsOf } from './external-pairs.ts';

/** Longest title and external id the service takes, in UTF-16 units. */
const maxLength = 256;

/** Sends what changed, one call for each field. Returns why one was refused; those before it are saved then. */
async function saveChanges(
  { connectionId, document }: DocumentPlace,
  {
    title,
    externalId,
    externalData,
  }: { readonly title: string; readonly externalId: string; readonly externalData: ReturnType<typeof externalDataOf> },
): Promise<Fault | null> {
  const at = { connectionId, documentId: document.id };
  const sends = [
    title !== (document.title ?? '') && (() => bridge().command({ name: 'documents.set-title', ...at, title })),
    externalId !== (document.externalId ?? '') &&
      (() => bridge().command({ name: 'documents.set-external-id', ...at, externalId })),
    JSON.stringify(externalData) !== JSON.stringify(document.externalData ?? {}) &&
      (() => bridge().command({ name: 'documents.set-external-data', ...at, externalData })),
  ];
  for (const send of sends) {
    const outcome = send === false ? null : await send();
    if (outcome !== null && !outcome.ok) return outcome.fault;
  }
  return null;
}

/** Edits title, external id and external data; limits are said while typing, only what changed is sent. */
export function EditDialog({
  place: { connectionId, document },
  onClose,
  onDone,
}: {
  readonly place: DocumentPlace;
  readonly onClose: () => void;
  readonly onDone: () => void;
}): ReactElement {
  const say = useText('documents');
  const [title, setTitle] = useState(document.title ?? '');
  const [externalId, setExternalId] = useState(document.externalId ?? '');
  const [pairs, setPairs] = useState<readonly Pair[]>(() => pairsOf(document.externalData));
  const [busy, setBusy] = useState(false);
  const problem = (value: string, before: string | null, empty: 'title-empty' | 'id-empty'): string | undefined => {
    if (value.length > maxLength) return say('too-long', { length: value.length, limit: maxLength });
    return value === '' && before !== null && before !== '' ? say(empty) : undefined;
  };
  const titleProblem = problem(title, document.title, 'title-empty');
  const idProblem = problem(externalId, document.externalId, 'id-empty');
  const wrong =
    titleProblem !== undefined || idProblem !== undefined || pairs.some((pair) => keyProblem(pairs, pair) !== null);
  const change = (id: number, part: Partial<Pair>): void =>
    setPairs((before) => before.map((pair) => (pair.id === id ? { ...pair, ...part } : pair)));
  const keyError = (pair: Pair): string | undefined => {
    const found = keyProblem(pairs, pair);
    return found === null ? undefined : say(found, { length: pair.key.length, limit: maxKeyLength });
  };
  const save = async (): Promise<void> => {
    setBusy(true);
    const fault = await saveChanges(
      { connectionId, document },
      { title, externalId, externalData: externalDataOf(pairs) },
    );
    if (fault !== null) {
      setBusy(false);
      onDone();
      showFault(fault);
      return;
    }
    showToast(say('saved'));
    onDone();
    onClose();
  };
  return (
    <Dialog
      title={say('edit-title')}
      wide
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{say('cancel')}</Button>
          <Button
            kind="primary"
            disabled={busy}
            why={wrong ? textOf('shared')('why-fill') : null}
            onPress={() => void save()}
          >
            {say('save')}
          </Button>
        </>
      }
    >
      <TextField
        label={say('title-field')}
        value={title}
        onChange={setTitle}
        focused
        hint={say('count', { length: title.length, limit: maxLength })}
        error={titleProblem}
      />
      <TextField
        label={say('external-id')}
        value={externalId}
        onChange={setExternalId}
        hint={say('count', { length: externalId.length, limit: maxLength })}
        error={idProblem}
      />
      <h3>
        {say('external-data')} <span className={styles['quiet']}>{say('pairs', { count: pairs.length })}</span>
      </h3>
      <div className={styles['pairs']}>
        {pairs.map((pair) => (
          <div key={pair.id} className={styles['pair']}>
            <TextField
              label={say('key')}
              value={pair.key}
              onChange={(key) => change(pair.id, { key })}
              hint={say('count', { length: pair.key.length, limit: maxKeyLength })}
              error={keyError(pair)}
            />
            <TextField label={say('value')} value={pair.value} onChange={(value) => change(pair.id, { value })} />
            <Button
              kind="icon"
              label={say('remove-pair', { key: pair.key })}
              icon={<Trash2 aria-hidden />}
              onPress={() => setPairs((before) => before.filter(({ id }) => id !== pair.id))}
            />
          </div>
        ))}
      </div>
      <span>
        <Button
          icon={<Plus aria-hidden />}
          why={pairs.length >= maxPairs ? textOf('shared')('why-most') : null}
          onPress={() =>
            setPairs((before) => [
              ...before,
              { id: Math.max(-1, ...before.map(({ id }) => id)) + 1, key: '', value: '', original: '' },
            ])
          }
        >
          {say('add-pair')}
        </Button>
      </span>
    </Dialog>
  );
}
