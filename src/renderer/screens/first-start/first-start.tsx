import { Check, FileLock, FolderInput, MessageSquareText, ShieldCheck } from 'lucide-react';
import type { ReactElement } from 'react';
import { useState } from 'react';
import { bridge } from '../../bridge/bridge.ts';
import { Segmented } from '../../components/tabs.tsx';
import { loadStation } from '../../stores/station.ts';
import { showFault } from '../../stores/toasts.ts';
import { useText } from '../../text/index.ts';
import { currentLanguage } from '../../text/language.ts';
import { saveSetting } from '../settings/use-setting.ts';
import { rememberProject } from '../intake/taking-in/take-in.ts';
import { ConnectStep, emptyDraft } from './connect-step.tsx';
import { FilesStep } from './files-step.tsx';
import styles from './first-start.module.css';
import type { ChosenProject } from './project-step.tsx';
import { ProjectStep } from './project-step.tsx';
import { useFirstStart } from './under-way.ts';

const promises = [
  ['promise-in', FolderInput],
  ['promise-once', ShieldCheck],
  ['promise-words', MessageSquareText],
  ['promise-originals', FileLock],
] as const;

/** The first start: connect, choose a project, bring in files. Shown while there is no connection, and until its last step. */
export function FirstStart(): ReactElement {
  const say = useText('firstStart');
  const [connection, setConnection] = useState<{ readonly id: string; readonly name: string } | null>(null);
  const [draft, setDraft] = useState(emptyDraft);
  const [project, setProject] = useState<ChosenProject | null>(null);
  const [wanted, setWanted] = useState<string>();
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
            <li
              key={step.title}
              data-done={index < now}
              {...(index === now ? { 'aria-current': 'step' as const } : {})}
            >
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
        <div className={styles['columns']}>
          {connection === null ? (
            <ConnectStep draft={draft} onDraft={setDraft} onConnected={setConnection} />
          ) : project === null ? (
            <ProjectStep
              connectionId={connection.id}
              chosenBefore={wanted}
              onBack={() => setConnection(null)}
              onChosen={(chosen) => {
                setWanted(chosen.id);
                setProject(chosen);
                void rememberProject(connection.id, chosen.id);
              }}
            />
          ) : (
            <FilesStep
              connectionId={connection.id}
              project={project}
              onBack={() => setProject(null)}
              onDone={() => {
                void saveSetting('window.tips', true)
                  .then(loadStation)
                  .then(() => useFirstStart.setState({ underWay: false }));
              }}
            />
          )}
          <aside className={styles['promise']}>
            <h2>{say('promise-title')}</h2>
            <ul>
              {promises.map(([key, Icon]) => (
                <li key={key}>
                  <Icon aria-hidden />
                  <span>{say(key)}</span>
                </li>
              ))}
            </ul>
          </aside>
        </div>
      </main>
    </div>
  );
}
