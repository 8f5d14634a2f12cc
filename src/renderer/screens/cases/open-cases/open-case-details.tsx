import { Ellipsis, X } from 'lucide-react';
import type { ReactElement } from 'react';
import { caseReleases } from '../../../../shared/case-rule.ts';
import type { OpenCaseSetAside, OpenCaseView } from '../../../../shared/case-views.ts';
import type { ProjectView } from '../../../bridge/use-projects.ts';
import { projectName } from '../../../bridge/use-projects.ts';
import { useQuery } from '../../../bridge/use-query.ts';
import { Button } from '../../../components/button.tsx';
import { ReasonCard } from '../../../components/marks.tsx';
import { CommandButton } from '../../../lists/command-button.tsx';
import type { RowCommand } from '../../../lists/row-commands.ts';
import { useRowCommands } from '../../../lists/row-commands.ts';
import { Menu } from '../../../components/menu.tsx';
import { SelectField } from '../../../components/fields/select-field.tsx';
import { RemarksSection } from '../../../notes/remarks.tsx';
import { useClock } from '../../../stores/clock.ts';
import { showFault } from '../../../stores/toasts.ts';
import { faultSentence } from '../../../text/faults/fault-text.ts';
import { formatBytes, formatMoment, formatTime } from '../../../text/format.ts';
import { useText } from '../../../text/index.ts';
import { changeOpenCase, noteOpenCase, release, takeBack } from '../acts.ts';
import styles from '../cases.module.css';
import { chooseOpenCase } from '../choice.ts';
import { maxExternalIdLength, maxNameLength } from '../limits.ts';
import { useOpenCaseCommands } from './open-case-commands.tsx';
import { OpenCaseExternal } from './open-case-external.tsx';
import { OpenCaseField } from './open-case-field.tsx';
import { OpenCaseMark } from './open-case-mark.tsx';
import { OpenCaseNeeds } from './open-case-needs.tsx';
import { isOpen } from './terms.ts';
import { MiddleName } from '../../../components/middle-name.tsx';
import { actOnItems } from '../../intake/acts.ts';
import { roleWord } from '../role-words.ts';

/** Files that came for an open case and were set aside as duplicates, each with the way into it and the way to the first one's open case. */
function OpenCaseSetAsides({ setAside }: { readonly setAside: readonly OpenCaseSetAside[] }): ReactElement | null {
  const say = useText('cases');
  if (setAside.length === 0) return null;
  return (
    <section className={styles['notice']} aria-label={say('set-aside')}>
      <h3>{say('set-aside')}</h3>
      <p>{say('set-aside-text')}</p>
      <ul>
        {setAside.map(({ itemId, name, role, openCaseId, openCaseName }) => (
          <li key={itemId}>
            <MiddleName name={name} />
            <p className={styles['quiet']}>
              {role !== null && `${roleWord(role)} · `}
              {openCaseName === null ? (
                say('first-elsewhere')
              ) : (
                <button type="button" className={styles['link']} onClick={() => chooseOpenCase(openCaseId)}>
                  {say('first-in', { name: openCaseName })}
                </button>
              )}
            </p>
            <Button onPress={() => void actOnItems('items.send-anyway', [itemId])}>{say('put-it-in')}</Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Why an open case waits or what became of it, with what to do. */
function Why({
  openCase,
  commands,
}: {
  readonly openCase: OpenCaseView;
  readonly commands: readonly RowCommand[];
}): ReactElement | null {
  const say = useText('cases');
  const { state, fault, id } = openCase;
  if (fault === null) return null;
  const refused = state === 'refused';
  return (
    <ReasonCard
      title={say(refused ? 'why-refused' : state === 'unclear' ? 'why-unclear' : 'why-held')}
      fault={fault}
      failed={refused}
      {...(refused
        ? {
            actions: (
              <>
                <Button onPress={() => void release(id)}>{say('try-again')}</Button>
                <Button onPress={() => void takeBack(id)}>{say('take-back')}</Button>
              </>
            ),
          }
        : state === 'held'
          ? { actions: <CommandButton commands={commands} id="release" /> }
          : {})}
    />
  );
}

function Fields({ openCase }: { readonly openCase: OpenCaseView }): ReactElement {
  const say = useText('cases');
  const open = isOpen(openCase);
  return (
    <>
      <OpenCaseNeeds openCase={openCase} open={open} />
      <section className={styles['form']}>
        <OpenCaseField
          label={say('name')}
          value={openCase.name}
          maxLength={maxNameLength}
          required
          disabled={!open}
          onKeep={(title) => changeOpenCase(openCase.id, { title })}
        />
        <OpenCaseField
          label={say('external-id')}
          value={openCase.externalId ?? ''}
          maxLength={maxExternalIdLength}
          hint={say('external-id-hint')}
          disabled={!open}
          onKeep={(externalId) => changeOpenCase(openCase.id, { externalId: externalId === '' ? null : externalId })}
        />
      </section>
      <OpenCaseExternal openCase={openCase} open={open} />
      <section className={styles['form']}>
        <SelectField
          label={say('release-when')}
          value={openCase.release}
          options={caseReleases.map((value) => ({ value, label: say(`release-${value}`) }))}
          hint={say('sent-once')}
          disabled={!open}
          onChange={(value) =>
            void changeOpenCase(openCase.id, { release: value }).then((fault) => {
              if (fault !== null) showFault(fault);
            })
          }
        />
      </section>
    </>
  );
}

/** The next act, below the details. */
function Foot({
  openCase: { state, complete, caseId },
  commands,
}: {
  readonly openCase: OpenCaseView;
  readonly commands: readonly RowCommand[];
}): ReactElement | null {
  const ids =
    state === 'released'
      ? ['take-back']
      : state === 'submitted'
        ? caseId === null
          ? []
          : ['case']
        : ['release', 'merge'];
  if (state === 'dissolved' || ids.length === 0) return null;
  return (
    <footer className={styles['foot']}>
      {ids.map((id) => (
        <CommandButton
          key={id}
          commands={commands}
          id={id}
          kind={id === 'case' || (id === 'release' && complete) ? 'primary' : 'plain'}
        />
      ))}
    </footer>
  );
}

function OpenCaseHead({
  openCase,
  projects,
  commands,
}: {
  readonly openCase: OpenCaseView;
  readonly projects: readonly ProjectView[];
  readonly commands: readonly RowCommand[];
}): ReactElement {
  const say = useText('cases');
  const first = Math.min(...openCase.members.map(({ takenInAt }) => takenInAt));
  const today = useClock((now) => (now - first < 12 * 3_600_000 ? 1 : 0)) === 1;
  const facts = [
    say('meta-files', { count: openCase.members.length }),
    formatBytes(openCase.members.reduce((sum, { size }) => sum + size, 0)),
    projectName(projects, openCase.projectId),
    ...(openCase.members.length === 0
      ? []
      : [
          say('first-file', {
            time: today ? formatTime(first) : formatMoment(first),
          }),
        ]),
  ];
  return (
    <header className={styles['head']}>
      <div className={styles['headLine']}>
        <h2 className="copyable">{openCase.name}</h2>
        {isOpen(openCase) && (
          <Menu
            label={say('more-acts')}
            icon={<Ellipsis aria-hidden />}
            entries={commands.filter(({ id }) => id === 'merge' || id === 'dissolve')}
          />
        )}
        <Button
          kind="icon"
          label={say('close-details')}
          icon={<X aria-hidden />}
          onPress={() => chooseOpenCase(null)}
        />
      </div>
      <p className={styles['meta']}>{facts.join(' · ')}</p>
      <p className={styles['meta']}>
        <OpenCaseMark openCase={openCase} />
      </p>
    </header>
  );
}

const none: readonly RowCommand[] = [];

/** All about one open case: why it waits first, then what belongs to it and what it carries. */
export function OpenCaseDetails({
  openCaseId,
  projects,
}: {
  readonly openCaseId: string;
  readonly projects: readonly ProjectView[];
}): ReactElement {
  const say = useText('cases');
  const { commandsOf, questions } = useOpenCaseCommands();
  const { value: openCase, fault } = useQuery<'open-cases.get'>({ name: 'open-cases.get', idPrefix: openCaseId });
  const commands = openCase === undefined ? none : commandsOf(openCase);
  useRowCommands(commands);
  return (
    <section className={styles['details']} aria-label={say('open-case')}>
      {fault !== undefined && <p className={styles['error']}>{faultSentence(fault)}</p>}
      {openCase !== undefined && (
        <>
          <OpenCaseHead openCase={openCase} projects={projects} commands={commands} />
          <div className={styles['body']} tabIndex={0} role="group" aria-label={say('open-case')}>
            <Why openCase={openCase} commands={commands} />
            {openCase.earlierOpenCaseId !== null && (
              <p className={styles['notice']}>
                {say('earlier-open-case')}{' '}
                <button
                  type="button"
                  className={styles['link']}
                  onClick={() => chooseOpenCase(openCase.earlierOpenCaseId)}
                >
                  {say('show-earlier')}
                </button>
              </p>
            )}
            <OpenCaseSetAsides setAside={openCase.setAside} />
            <Fields key={openCase.id} openCase={openCase} />
            <RemarksSection
              name={openCase.name}
              note={openCase.note}
              assignee={openCase.assignee}
              onSave={(remarks) => noteOpenCase(openCase.id, remarks)}
            />
            <div>
              <CommandButton commands={commands} id="history" />
            </div>
          </div>
          <Foot openCase={openCase} commands={commands} />
          {questions}
        </>
      )}
    </section>
  );
}
