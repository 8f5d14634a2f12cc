import type { ReactElement } from 'react';
import { useState } from 'react';
import { useQuery } from '../../bridge/use-query.ts';
import { Button } from '../../components/button.tsx';
import { textOf, useText } from '../../text/index.ts';
import { Choice } from './choice.tsx';
import { Trouble } from './connect-step.tsx';
import styles from './first-start.module.css';

/** A project by its id and the name it is shown with. */
export interface ChosenProject {
  readonly id: string;
  readonly name: string;
}

/** Second step: the project that files go to. */
export function ProjectStep({
  connectionId,
  chosenBefore,
  onBack,
  onChosen,
}: {
  readonly connectionId: string;
  readonly chosenBefore: string | undefined;
  readonly onBack: () => void;
  readonly onChosen: (project: ChosenProject) => void;
}): ReactElement {
  const say = useText('firstStart');
  const [wanted, setWanted] = useState(chosenBefore);
  const { value, fault, reload } = useQuery<'projects.list'>({ name: 'projects.list', connectionId }, { live: false });
  const projects = value?.projects ?? [];
  const chosen = projects.find((project) => project.id === wanted) ?? projects[0];
  const nothing = value !== undefined && projects.length === 0;
  return (
    <section className={styles['page']}>
      <h1>{say('project-title')}</h1>
      <p className={styles['lead']}>{say('project-lead')}</p>
      <div role="status">
        {value === undefined && fault === undefined && <p className={styles['hint']}>{say('loading-projects')}</p>}
        {nothing && <p>{say('no-projects')}</p>}
      </div>
      {fault !== undefined && <Trouble fault={fault} />}
      {projects.length > 0 && (
        <Choice
          label={say('step-project')}
          value={chosen?.id ?? null}
          options={projects.map((project) => ({
            value: project.id,
            title: project.name ?? project.id,
            ...(project.name === null ? {} : { hint: project.id }),
          }))}
          onChange={setWanted}
        />
      )}
      <div className={styles['foot']}>
        <Button onPress={onBack}>{say('back')}</Button>
        {(nothing || fault !== undefined) && <Button onPress={reload}>{say('look-again')}</Button>}
        <Button
          kind="primary"
          why={chosen === undefined ? textOf('shared')('why-choose') : null}
          onPress={() => {
            if (chosen !== undefined) onChosen({ id: chosen.id, name: chosen.name ?? chosen.id });
          }}
        >
          {say('continue')}
        </Button>
      </div>
    </section>
  );
}
