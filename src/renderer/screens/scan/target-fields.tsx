import type { ReactElement } from 'react';
import { useState } from 'react';
import { intakeModes } from '../../../shared/item.ts';
import type { ScanProfile, ScanSessionView, ScanTarget } from '../../../shared/scanning.ts';
import { projectName, useProjects } from '../../bridge/use-projects.ts';
import { Button } from '../../components/button.tsx';
import { SelectField } from '../../components/fields/select-field.tsx';
import { openScreen } from '../../stores/navigation.ts';
import { useStation } from '../../stores/station.ts';
import { useText } from '../../text/index.ts';
import { ProjectField } from '../settings/rules/project-field.tsx';
import { editSession } from './scan-acts.ts';
import styles from './scan.module.css';

const formats = ['pdf', 'tiff'] as const;

/** Where documents of this session go, as what, and in which format: at first what the profile says. */
export function TargetFields({
  session,
  profile,
}: {
  readonly session: ScanSessionView;
  readonly profile: ScanProfile | null;
}): ReactElement {
  const say = useText('scan');
  const settings = useStation((state) => state.settings);
  const connectionId = profile?.connectionId ?? settings?.defaultConnection ?? settings?.connections[0]?.id;
  const projects = useProjects(connectionId);
  const [typed, setTyped] = useState<string | null>(null);
  const { target } = session;
  const usual =
    profile?.projectId ?? (connectionId === undefined ? undefined : settings?.intake.projects[connectionId]);
  const choose = (change: ScanTarget): void => void editSession({ act: 'target', target: { ...target, ...change } });
  const chooseProject = (projectId: string): void => {
    setTyped(null);
    const { projectId: before, ...others } = target;
    if (projectId === (before ?? '')) return;
    void editSession({ act: 'target', target: projectId === '' ? others : { ...others, projectId } });
  };
  return (
    <div className={styles['fields']}>
      <ProjectField
        connectionId={connectionId ?? ''}
        label={say('project')}
        value={typed ?? target.projectId ?? ''}
        noneLabel={say('project-usual', {
          project: usual === undefined ? say('no-project') : projectName(projects, usual),
        })}
        onChange={setTyped}
        onDone={chooseProject}
      />
      <div className={styles['pair']}>
        <SelectField
          label={say('mode')}
          value={target.mode ?? profile?.mode ?? 'document'}
          options={intakeModes.map((mode) => ({ value: mode, label: say(`mode-${mode}`) }))}
          onChange={(mode) => choose({ mode })}
        />
        <SelectField
          label={say('format')}
          value={target.format ?? profile?.format ?? 'pdf'}
          options={formats.map((format) => ({ value: format, label: format.toUpperCase() }))}
          onChange={(format) => choose({ format })}
        />
      </div>
      {profile !== null && (
        <p className={styles['hint']}>
          {say('for-session', { profile: profile.name })}{' '}
          <Button kind="quiet" onPress={() => openScreen('settings', { section: 'scanners', profileId: profile.id })}>
            {say('to-profile')}
          </Button>
        </p>
      )}
    </div>
  );
}
