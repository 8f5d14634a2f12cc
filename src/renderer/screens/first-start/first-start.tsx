import { Check } from 'lucide-react';
import type { ReactElement } from 'react';
import { useState } from 'react';
import { bridge } from '../../bridge/bridge.ts';
import { Segmented } from '../../components/tabs.tsx';
import { loadStation } from '../../stores/station.ts';
import { showFault } from '../../stores/toasts.ts';
import { useText } from '../../text/index.ts';
import { currentLanguage } from '../../text/language.ts';
import { ConnectStep } from './connect-step.tsx';
import { FilesStep } from './files-step.tsx';
import styles from './first-start.module.css';
import type { ChosenProject } from './project-step.tsx';
import { ProjectStep } from './project-step.tsx';
import { useFirstStart } from './under-way.ts';

/** The first start: connect, choose a project, bring in files. Shown while there is no connection, and until its last step. */
export function FirstStart(): ReactElement {
  const say = useText('firstStart');
  const [connection, setConnection] = useState<{ readonly id: string; readonly name: string } | null>(null);
  const [project, setProject] = useState<ChosenProject | null>(null);
  const now = connection === null ? 0 : project === null ? 1 : 2;
  const steps = [
    { title: say('step-connect'), chosen: connection?.name },
    { title: say('step-project'), chosen: project?.name },
    { title: say('step-files'), chosen: undefined },
  ];
  const setLanguage = async (language: 'en' | 'de'): Promise<void> => {
    const outcome = await bridge().desktop({ name: 'settings.set', path: 'language', value: language });
    if (outcome.ok) await loadStation();
    else showFault(outcome.fault);
  };
  return (
    <div className={styles['first']}>
      <aside className={styles['side']}>
        <p className={styles['name']}>Mailroom</p>
        <ol className={styles['steps']} aria-label={say('steps')}>
          {steps.map((step, index) => (
            <li key={step.title} {...(index === now ? { 'aria-current': 'step' as const } : {})}>
              <span className={styles['number']}>{index < now ? <Check aria-hidden size={12} /> : index + 1}</span>
              <span>
                {step.title}
                {index < now && <small>{step.chosen}</small>}
              </span>
            </li>
          ))}
        </ol>
        <div className={styles['language']}>
          <Segmented
            label={say('language')}
            value={currentLanguage()}
            options={[
              { value: 'en', label: 'English' },
              { value: 'de', label: 'Deutsch' },
            ]}
            onChange={(language) => void setLanguage(language)}
          />
        </div>
      </aside>
      <main className={styles['main']}>
        {connection === null ? (
          <ConnectStep onConnected={setConnection} />
        ) : project === null ? (
          <ProjectStep connectionId={connection.id} onBack={() => setConnection(null)} onChosen={setProject} />
        ) : (
          <FilesStep
            connectionId={connection.id}
            project={project}
            onBack={() => setProject(null)}
            onDone={() => {
              void loadStation().then(() => useFirstStart.setState({ underWay: false }));
            }}
          />
        )}
      </main>
    </div>
  );
}
