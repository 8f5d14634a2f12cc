import type { ReactElement } from 'react';
import { useState } from 'react';
import type { Field } from '../../../shared/fields/field-rule.ts';
import type { ScanProfile, ScanSessionView } from '../../../shared/scanning.ts';
import { TextField } from '../../components/fields/text-field.tsx';
import { problemWords, shownValue, typedValue } from '../../index-fields/field-text.ts';
import { IndexField } from '../../index-fields/index-field.tsx';
import { useText } from '../../text/index.ts';
import type { ShownDocument } from './pages/arrangement.ts';
import { DocumentSize } from './document-size.tsx';
import { editSession } from './scan-acts.ts';
import styles from './scan.module.css';

/** A text of a document that is kept when its field is left, or with Enter. */
function KeptText({
  label,
  value,
  placeholder,
  hint,
  most,
  onDone,
}: {
  readonly label: string;
  readonly value: string;
  readonly placeholder?: string;
  readonly hint?: (typed: string) => string;
  readonly most: number;
  readonly onDone: (value: string) => void;
}): ReactElement {
  const [typed, setTyped] = useState<string | null>(null);
  const done = (): void => {
    setTyped(null);
    if (typed !== null && typed !== value) onDone(typed.trim());
  };
  return (
    <div
      onBlur={done}
      onKeyDown={(event) => {
        if (event.key === 'Enter') done();
      }}
    >
      <TextField
        label={label}
        value={typed ?? value}
        onChange={(text) => setTyped(text.slice(0, most))}
        {...(placeholder === undefined ? {} : { placeholder })}
        {...(hint === undefined ? {} : { hint: hint(typed ?? value) })}
      />
    </div>
  );
}

/** A field of the profile's form, whose value is kept when it is left, or with Enter. */
function ProfileField({
  field,
  profileId,
  value,
  onDone,
}: {
  readonly field: Field;
  readonly profileId: string;
  /** As it is kept. */
  readonly value: string;
  readonly onDone: (value: string) => void;
}): ReactElement {
  const say = useText('fields');
  const [typed, setTyped] = useState<string | null>(null);
  const [problem, setProblem] = useState<string>();
  const done = (): void => {
    if (typed === null) return;
    const read = typedValue(field, typed);
    if ('problem' in read) {
      setProblem(problemWords(field, read.problem, say));
      // It goes along all the same: the file is then held for it, and not sent without.
      if (typed.trim() !== value) onDone(typed.trim());
      return;
    }
    setTyped(null);
    setProblem(read.value === '' && field.required ? say('missing') : undefined);
    if (read.value !== value) onDone(read.value);
  };
  return (
    <div
      onBlur={done}
      onKeyDown={(event) => {
        if (event.key === 'Enter') done();
      }}
    >
      <IndexField
        field={field}
        of={{ profileId }}
        typed={typed ?? shownValue(field, value)}
        error={problem}
        focused={false}
        onChange={(text) => {
          if (text !== (typed ?? shownValue(field, value))) setTyped(text);
          setProblem(undefined);
        }}
      />
    </div>
  );
}

/** What is known of a document, and what can be changed of it. */
export function DocumentFields({
  session,
  shown,
  profile,
}: {
  readonly session: ScanSessionView;
  readonly shown: ShownDocument;
  readonly profile: ScanProfile | null;
}): ReactElement {
  const say = useText('scan');
  const { document, kept } = shown;
  const { edited } = session;
  const isTiff = edited?.every((item) => /\.tiff?$/iu.test(item.name)) === true;
  const format = isTiff ? 'tiff' : (session.target.format ?? profile?.format ?? 'pdf');
  const ending = format === 'tiff' ? 'tif' : 'pdf';
  const describe = (changes: { name?: string; externalId?: string | null; role?: string | null }): void =>
    void editSession({ act: 'describe', documentId: document.id, ...changes });
  const mode = session.target.mode ?? profile?.mode;
  const hasRole = document.role !== null || profile?.barcodeTo === 'role' || mode === 'case';
  return (
    <div className={styles['fields']}>
      <KeptText
        label={say('name')}
        value={document.name}
        most={200}
        hint={(typed) => say('becomes', { file: `${typed.trim() === '' ? document.name : typed.trim()}.${ending}` })}
        onDone={(name) => {
          if (name !== '') describe({ name });
        }}
      />
      <div className={styles['pair']}>
        <KeptText
          label={say('external-id')}
          value={document.externalId ?? ''}
          {...(edited === undefined ? { placeholder: say('no-barcode') } : {})}
          most={256}
          onDone={(text) => describe({ externalId: text === '' ? null : text })}
        />
        {hasRole && (
          <KeptText
            label={say('role')}
            value={document.role ?? ''}
            most={100}
            onDone={(text) => describe({ role: text === '' ? null : text })}
          />
        )}
      </div>
      {edited === undefined &&
        profile?.fields?.map((field) => (
          <ProfileField
            key={field.key}
            field={field}
            profileId={profile.id}
            value={document.values[field.key] ?? ''}
            onDone={(value) =>
              void editSession({ act: 'describe', documentId: document.id, values: { [field.key]: value } })
            }
          />
        ))}
      {kept > 0 && edited === undefined && <DocumentSize session={session} shown={shown} format={format} />}
    </div>
  );
}
