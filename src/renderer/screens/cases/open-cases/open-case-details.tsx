import { Ellipsis, X } from 'lucide-react';
import type { ReactElement } from 'react';
import { useState } from 'react';
import { caseReleases } from '../../../../shared/case-rule.ts';
import type { OpenCaseSetAside, OpenCaseView } from '../../../../shared/case-views.ts';
import type { ProjectView } from '../../../bridge/use-projects.ts';
import { projectName } from '../../../bridge/use-projects.ts';
import { useQuery } from '../../../bridge/use-query.ts';
import { Button } from '../../../components/button.tsx';
import { ReasonCard } from '../../../components/marks.tsx';
import { CustodyDialog } from '../../../custody/custody-dialog.tsx';
import { Menu } from '../../../components/menu.tsx';
import { SelectField } from '../../../components/fields/select-field.tsx';
import { RemarksSection } from '../../../notes/remarks.tsx';
import { useClock } from '../../../stores/clock.ts';
import { openScreen } from '../../../stores/navigation.ts';
import { showFault } from '../../../stores/toasts.ts';
import { faultSentence } from '../../../text/faults/fault-text.ts';
import { formatBytes, formatMoment, formatTime } from '../../../text/format.ts';
import { useText } from '../../../text/index.ts';
import { changeOpenCase, noteOpenCase, release, takeBack } from '../acts.ts';
import styles from '../cases.module.css';
import { chooseOpenCase } from '../choice.ts';
import { maxExternalIdLength, maxNameLength } from '../limits.ts';
import type { OpenCaseAsk } from './open-case-asks.tsx';
import { OpenCaseAsks } from './open-case-asks.tsx';
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
  onAsk,
}: {
  readonly openCase: OpenCaseView;
  readonly onAsk: (ask: OpenCaseAsk) => void;
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
          ? { actions: <Button onPress={() => onAsk('release')}>{say('release-as-is')}</Button> }
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

function Foot({
  openCase,
  onAsk,
}: {
  readonly openCase: OpenCaseView;
  readonly onAsk: (ask: OpenCaseAsk) => void;
}): ReactElement | null {
  const say = useText('cases');
  const { state, complete, members, caseId, connectionId, id } = openCase;
  if (isOpen(openCase)) {
    return (
      <footer className={styles['foot']}>
        {complete ? (
          <Button kind="primary" disabled={members.length === 0} onPress={() => void release(id)}>
            {say('release')}
          </Button>
        ) : (
          <Button disabled={members.length === 0} onPress={() => onAsk('release')}>
            {say(openCase.missing.length > 0 ? 'release-without' : 'release-as-is')}
          </Button>
        )}
        <Button onPress={() => onAsk('merge')}>{say('merge')}</Button>
      </footer>
    );
  }
  if (state === 'submitted' && caseId !== null) {
    return (
      <footer className={styles['foot']}>
        <Button kind="primary" onPress={() => openScreen('cases', { view: 'service', caseId, connectionId })}>
          {say('to-case')}
        </Button>
      </footer>
    );
  }
  if (state === 'released') {
    return (
      <footer className={styles['foot']}>
        <Button onPress={() => void takeBack(id)}>{say('take-back')}</Button>
      </footer>
    );
  }
  return null;
}

function OpenCaseHead({
  openCase,
  projects,
  onAsk,
}: {
  readonly openCase: OpenCaseView;
  readonly projects: readonly ProjectView[];
  readonly onAsk: (ask: OpenCaseAsk) => void;
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
            entries={[
              { id: 'merge', label: say('merge'), onAction: () => onAsk('merge') },
              { id: 'dissolve', label: say('dissolve'), onAction: () => onAsk('dissolve') },
            ]}
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

/** All about one open case: why it waits first, then what belongs to it and what it carries. */
export function OpenCaseDetails({
  openCaseId,
  projects,
}: {
  readonly openCaseId: string;
  readonly projects: readonly ProjectView[];
}): ReactElement {
  const say = useText('cases');
  const shared = useText('shared');
  const [ask, setAsk] = useState<OpenCaseAsk | null>(null);
  const [history, setHistory] = useState(false);
  const { value: openCase, fault } = useQuery<'open-cases.get'>({ name: 'open-cases.get', idPrefix: openCaseId });
  return (
    <section className={styles['details']} aria-label={say('open-case')}>
      {fault !== undefined && <p className={styles['error']}>{faultSentence(fault)}</p>}
      {openCase !== undefined && (
        <>
          <OpenCaseHead openCase={openCase} projects={projects} onAsk={setAsk} />
          <div className={styles['body']} tabIndex={0} role="group" aria-label={say('open-case')}>
            <Why openCase={openCase} onAsk={setAsk} />
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
              <Button onPress={() => setHistory(true)}>{shared('show-custody')}</Button>
            </div>
          </div>
          <Foot openCase={openCase} onAsk={setAsk} />
          {history && <CustodyDialog id={openCase.id} name={openCase.name} onClose={() => setHistory(false)} />}
          {ask !== null && <OpenCaseAsks openCase={openCase} ask={ask} onClose={() => setAsk(null)} />}
        </>
      )}
    </section>
  );
}
