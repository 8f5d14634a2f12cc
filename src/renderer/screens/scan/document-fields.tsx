import type { ReactElement } from 'react';
import { useState } from 'react';
import type { ScanDocumentView, ScanProfile } from '../../../shared/scanning.ts';
import { projectName, useProjects } from '../../bridge/use-projects.ts';
import { Button } from '../../components/button.tsx';
import { TextField } from '../../components/text-field.tsx';
import { openScreen } from '../../stores/navigation.ts';
import { useStation } from '../../stores/station.ts';
import { useText } from '../../text/index.ts';
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

/** Where documents of a profile go: its own connection and project, else those of the settings. */
function useTarget(profile: ScanProfile | null): { readonly project: string | null } {
  const settings = useStation((state) => state.settings);
  const connectionId = profile?.connectionId ?? settings?.defaultConnection ?? settings?.connections[0]?.id;
  const projects = useProjects(connectionId);
  const projectId =
    profile?.projectId ?? (connectionId === undefined ? undefined : settings?.intake.projects[connectionId]);
  return { project: projectId === undefined ? null : projectName(projects, projectId) };
}

/** What is known of a document, and what can be changed of it. */
export function DocumentFields({
  document,
  profile,
}: {
  readonly document: ScanDocumentView;
  readonly profile: ScanProfile | null;
}): ReactElement {
  const say = useText('scan');
  const { project } = useTarget(profile);
  const ending = profile?.format === 'tiff' ? 'tif' : 'pdf';
  const describe = (changes: { name?: string; externalId?: string | null; role?: string | null }): void =>
    void editSession({ act: 'describe', documentId: document.id, ...changes });
  const hasRole = document.role !== null || profile?.barcodeTo === 'role' || profile?.mode === 'case';
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
          placeholder={say('no-barcode')}
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
      <dl className={styles['facts']}>
        <dt>{say('project')}</dt>
        <dd>{project ?? say('no-project')}</dd>
        <dt>{say('mode')}</dt>
        <dd>{say(`mode-${profile?.mode ?? 'document'}`)}</dd>
        <dt>{say('format')}</dt>
        <dd>{ending === 'pdf' ? 'PDF' : 'TIFF'}</dd>
      </dl>
      {profile !== null && (
        <p className={styles['hint']}>
          {say('by-profile', { profile: profile.name })}{' '}
          <Button kind="quiet" onPress={() => openScreen('settings', { section: 'scanners', profileId: profile.id })}>
            {say('to-profile')}
          </Button>
        </p>
      )}
    </div>
  );
}
