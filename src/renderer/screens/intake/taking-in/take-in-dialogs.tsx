import type { ReactElement } from 'react';
import { useState } from 'react';
import { useQuery } from '../../../bridge/use-query.ts';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { Progress } from '../../../components/marks.tsx';
import { SelectField } from '../../../components/fields/select-field.tsx';
import { faultSentence } from '../../../text/faults/fault-text.ts';
import { formatNumber } from '../../../text/format.ts';
import { useText } from '../../../text/index.ts';
import styles from '../intake.module.css';
import { answerProject, useTakeIn } from './take-in.ts';

/** Names listed before "and n more". */
const listed = 8;

function Names({ title, names }: { readonly title: string; readonly names: readonly string[] }): ReactElement | null {
  const say = useText('intake');
  if (names.length === 0) return null;
  return (
    <div>
      <p>{title}</p>
      <ul className={styles['names']}>
        {names.slice(0, listed).map((name) => (
          <li key={name}>{name}</li>
        ))}
        {names.length > listed && <li>{say('and-more', { count: names.length - listed })}</li>}
      </ul>
    </div>
  );
}

function AskProject({ connectionId }: { readonly connectionId: string }): ReactElement {
  const say = useText('intake');
  const shared = useText('shared');
  const [chosen, setChosen] = useState<string | null>(null);
  const asked = useQuery<'projects.list'>({ name: 'projects.list', connectionId }, { live: false });
  const projects = asked.value?.projects ?? [];
  const value = chosen ?? projects[0]?.id ?? null;
  const close = (): void => useTakeIn.setState({ asking: null });
  return (
    <Dialog
      title={say('choose-project')}
      onClose={close}
      actions={
        <>
          <Button onPress={close}>{shared('cancel')}</Button>
          <Button
            kind="primary"
            why={value === null ? shared('why-choose') : null}
            onPress={() => {
              if (value !== null) void answerProject(value);
            }}
          >
            {say('choose-project-act')}
          </Button>
        </>
      }
    >
      <p>{asked.fault === undefined ? say('choose-project-text') : faultSentence(asked.fault)}</p>
      {asked.value !== undefined && projects.length === 0 && <p>{say('no-projects')}</p>}
      <SelectField
        label={say('project')}
        value={value}
        options={projects.map(({ id, name }) => ({ value: id, label: name ?? id }))}
        onChange={setChosen}
      />
    </Dialog>
  );
}

/** What files that come in ask or tell: how far, which project, what stayed outside. */
export function TakeInDialogs(): ReactElement {
  const say = useText('intake');
  const { step, asking, report, missingConnection } = useTakeIn();
  const closeReport = (): void => useTakeIn.setState({ report: null });
  const closeMissing = (): void => useTakeIn.setState({ missingConnection: false });
  return (
    <>
      {step !== null && step.total > 200 && (
        <div className={styles['step']} role="status">
          <Progress
            value={step.done / step.total}
            label={say('add-files')}
            words={say(step.kind, { done: formatNumber(step.done), total: formatNumber(step.total) })}
          />
        </div>
      )}
      {asking !== null && <AskProject connectionId={asking.connectionId} />}
      {missingConnection && (
        <Dialog
          title={say('no-connection')}
          onClose={closeMissing}
          actions={
            <Button kind="primary" onPress={closeMissing}>
              {say('understood')}
            </Button>
          }
        >
          <p>{say('no-connection-text')}</p>
        </Dialog>
      )}
      {report !== null && asking === null && (
        <Dialog
          title={say('not-taken-in')}
          onClose={closeReport}
          actions={
            <Button kind="primary" onPress={closeReport}>
              {say('understood')}
            </Button>
          }
        >
          {report.withoutPath > 0 && <p>{say('no-path')}</p>}
          <Names title={say('empty-files')} names={report.empty} />
          <Names title={say('unreadable-files')} names={report.unreadable} />
          <Names
            title={say('refused-files')}
            names={report.refused.map(({ path, fault }) => `${path}: ${faultSentence(fault)}`)}
          />
        </Dialog>
      )}
    </>
  );
}
