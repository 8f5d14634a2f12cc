import type { ReactElement } from 'react';
import { useState } from 'react';
import type { ProjectView } from '../../bridge/use-projects.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { SelectField } from '../../components/fields/select-field.tsx';
import { TextField } from '../../components/fields/text-field.tsx';
import type { Fault } from '../../../shared/faults.ts';
import { faultSentence, nextStep } from '../../text/faults/fault-text.ts';
import { useText } from '../../text/index.ts';
import { createOpenCase } from './acts.ts';
import styles from './cases.module.css';
import type { Chosen } from './choice.ts';
import { maxExternalIdLength, maxNameLength } from './limits.ts';

/** Makes a case by hand; the chosen files are put into it. */
export function NewCaseDialog({
  connectionId,
  projectId: given,
  projects,
  files,
  onClose,
}: {
  readonly connectionId: string;
  /** '' = to be chosen. */
  readonly projectId: string;
  readonly projects: readonly ProjectView[];
  readonly files: Chosen;
  readonly onClose: () => void;
}): ReactElement {
  const say = useText('cases');
  const shared = useText('shared');
  const [name, setName] = useState('');
  const [externalId, setExternalId] = useState('');
  const [projectId, setProjectId] = useState(given);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<Fault | null>(null);
  const title = name.trim();
  const usable =
    title !== '' &&
    title.length <= maxNameLength &&
    externalId.length <= maxExternalIdLength &&
    projectId !== '' &&
    !busy;
  const create = async (): Promise<void> => {
    if (!usable) return;
    setBusy(true);
    const problem = await createOpenCase(
      { connectionId, projectId },
      title,
      externalId.trim() === '' ? null : externalId.trim(),
      files,
    );
    setBusy(false);
    setFault(problem);
    if (problem === null) onClose();
  };
  const known = projects.some(({ id }) => id === projectId) || projectId === '';
  return (
    <Dialog
      title={say('new-title')}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{shared('cancel')}</Button>
          <Button kind="primary" why={usable ? null : shared('why-fill')} onPress={() => void create()}>
            {say('create')}
          </Button>
        </>
      }
    >
      <p>{files.size === 0 ? say('new-without') : say('new-with', { count: files.size })}</p>
      <div
        className={styles['form']}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && event.target instanceof HTMLInputElement) void create();
        }}
      >
        <TextField
          label={say('name')}
          value={name}
          onChange={setName}
          focused
          hint={say('count', { length: title.length, limit: maxNameLength })}
          error={
            title.length > maxNameLength ? say('too-long', { length: title.length, limit: maxNameLength }) : undefined
          }
        />
        <TextField
          label={say('external-id')}
          value={externalId}
          onChange={setExternalId}
          hint={say('external-id-hint')}
          error={
            externalId.length > maxExternalIdLength
              ? say('too-long', { length: externalId.length, limit: maxExternalIdLength })
              : undefined
          }
        />
        <SelectField
          label={say('project')}
          value={projectId === '' ? null : projectId}
          placeholder={say('group-needs-project')}
          options={[
            ...projects.map((project) => ({ value: project.id, label: project.name ?? project.id })),
            ...(known ? [] : [{ value: projectId, label: projectId }]),
          ]}
          onChange={setProjectId}
        />
      </div>
      {fault !== null && (
        <p className={styles['error']} role="alert">
          {faultSentence(fault)} {nextStep(fault)}
        </p>
      )}
    </Dialog>
  );
}
