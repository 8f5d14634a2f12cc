import { Ellipsis, X } from 'lucide-react';
import type { ReactElement } from 'react';
import { useState } from 'react';
import { caseReleases } from '../../../../shared/case-rule.ts';
import type { PileSetAside, PileView } from '../../../../shared/case-views.ts';
import type { ProjectView } from '../../../bridge/use-projects.ts';
import { projectName } from '../../../bridge/use-projects.ts';
import { useQuery } from '../../../bridge/use-query.ts';
import { Button } from '../../../components/button.tsx';
import { ReasonCard } from '../../../components/marks.tsx';
import { CustodyDialog } from '../../../custody/custody-dialog.tsx';
import { Menu } from '../../../components/menu.tsx';
import { SelectField } from '../../../components/fields/select-field.tsx';
import { useClock } from '../../../stores/clock.ts';
import { openScreen } from '../../../stores/navigation.ts';
import { showFault } from '../../../stores/toasts.ts';
import { faultSentence } from '../../../text/faults/fault-text.ts';
import { formatBytes, formatMoment, formatTime } from '../../../text/format.ts';
import { useText } from '../../../text/index.ts';
import { changePile, release, takeBack } from '../acts.ts';
import styles from '../cases.module.css';
import { choosePile } from '../choice.ts';
import { longestExternalId, longestName } from '../limits.ts';
import type { PileAsk } from './pile-asks.tsx';
import { PileAsks } from './pile-asks.tsx';
import { PileExternal } from './pile-external.tsx';
import { PileField } from './pile-field.tsx';
import { PileMark } from './pile-mark.tsx';
import { PileNeeds } from './pile-needs.tsx';
import { isOpen } from './terms.ts';
import { MiddleName } from '../../../components/middle-name.tsx';
import { actOnItems } from '../../intake/acts.ts';
import { roleWord } from '../role-words.ts';

/** Files that came for a pile and were set aside as duplicates, each with the way into it and the way to the first one's pile. */
function PileSetAsides({ setAside }: { readonly setAside: readonly PileSetAside[] }): ReactElement | null {
  const say = useText('cases');
  if (setAside.length === 0) return null;
  return (
    <section className={styles['notice']} aria-label={say('set-aside')}>
      <h3>{say('set-aside')}</h3>
      <p>{say('set-aside-text')}</p>
      <ul>
        {setAside.map(({ itemId, name, role, pileId, pileName }) => (
          <li key={itemId}>
            <MiddleName name={name} />
            <p className={styles['quiet']}>
              {role !== null && `${roleWord(role)} · `}
              {pileName === null ? (
                say('first-elsewhere')
              ) : (
                <button type="button" className={styles['link']} onClick={() => choosePile(pileId)}>
                  {say('first-in', { name: pileName })}
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

/** Why a pile waits or what became of it, with what to do. */
function Why({
  pile,
  onAsk,
}: {
  readonly pile: PileView;
  readonly onAsk: (ask: PileAsk) => void;
}): ReactElement | null {
  const say = useText('cases');
  const { state, fault, id } = pile;
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

function Fields({ pile }: { readonly pile: PileView }): ReactElement {
  const say = useText('cases');
  const open = isOpen(pile);
  return (
    <>
      <PileNeeds pile={pile} open={open} />
      <section className={styles['form']}>
        <PileField
          label={say('name')}
          value={pile.name}
          longest={longestName}
          required
          disabled={!open}
          onKeep={(title) => changePile(pile.id, { title })}
        />
        <PileField
          label={say('external-id')}
          value={pile.externalId ?? ''}
          longest={longestExternalId}
          hint={say('external-id-hint')}
          disabled={!open}
          onKeep={(externalId) => changePile(pile.id, { externalId: externalId === '' ? null : externalId })}
        />
      </section>
      <PileExternal pile={pile} open={open} />
      <section className={styles['form']}>
        <SelectField
          label={say('release-when')}
          value={pile.release}
          options={caseReleases.map((value) => ({ value, label: say(`release-${value}`) }))}
          hint={say('sent-once')}
          disabled={!open}
          onChange={(value) =>
            void changePile(pile.id, { release: value }).then((fault) => {
              if (fault !== null) showFault(fault);
            })
          }
        />
      </section>
    </>
  );
}

function Foot({
  pile,
  onAsk,
}: {
  readonly pile: PileView;
  readonly onAsk: (ask: PileAsk) => void;
}): ReactElement | null {
  const say = useText('cases');
  const { state, complete, members, caseId, connectionId, id } = pile;
  if (isOpen(pile)) {
    return (
      <footer className={styles['foot']}>
        {complete ? (
          <Button kind="primary" disabled={members.length === 0} onPress={() => void release(id)}>
            {say('release')}
          </Button>
        ) : (
          <Button disabled={members.length === 0} onPress={() => onAsk('release')}>
            {say(pile.missing.length > 0 ? 'release-without' : 'release-as-is')}
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

function PileHead({
  pile,
  projects,
  onAsk,
}: {
  readonly pile: PileView;
  readonly projects: readonly ProjectView[];
  readonly onAsk: (ask: PileAsk) => void;
}): ReactElement {
  const say = useText('cases');
  const first = Math.min(...pile.members.map(({ takenInAt }) => takenInAt));
  const today = useClock((now) => (now - first < 12 * 3_600_000 ? 1 : 0)) === 1;
  const facts = [
    say('meta-files', { count: pile.members.length }),
    formatBytes(pile.members.reduce((sum, { size }) => sum + size, 0)),
    projectName(projects, pile.projectId),
    ...(pile.members.length === 0
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
        <h2 className="copyable">{pile.name}</h2>
        {isOpen(pile) && (
          <Menu
            label={say('more-acts')}
            icon={<Ellipsis aria-hidden />}
            entries={[
              { id: 'merge', label: say('merge'), onAction: () => onAsk('merge') },
              { id: 'dissolve', label: say('dissolve'), onAction: () => onAsk('dissolve') },
            ]}
          />
        )}
        <Button kind="icon" label={say('close-details')} icon={<X aria-hidden />} onPress={() => choosePile(null)} />
      </div>
      <p className={styles['meta']}>{facts.join(' · ')}</p>
      <p className={styles['meta']}>
        <PileMark pile={pile} />
      </p>
    </header>
  );
}

/** All about one pile: why it waits first, then what belongs to it and what it carries. */
export function PileDetails({
  pileId,
  projects,
}: {
  readonly pileId: string;
  readonly projects: readonly ProjectView[];
}): ReactElement {
  const say = useText('cases');
  const shared = useText('shared');
  const [ask, setAsk] = useState<PileAsk | null>(null);
  const [history, setHistory] = useState(false);
  const { value: pile, fault } = useQuery<'piles.get'>({ name: 'piles.get', idPrefix: pileId });
  return (
    <section className={styles['details']} aria-label={say('pile')}>
      {fault !== undefined && <p className={styles['error']}>{faultSentence(fault)}</p>}
      {pile !== undefined && (
        <>
          <PileHead pile={pile} projects={projects} onAsk={setAsk} />
          <div className={styles['body']} tabIndex={0} role="group" aria-label={say('pile')}>
            <Why pile={pile} onAsk={setAsk} />
            {pile.earlierPileId !== null && (
              <p className={styles['notice']}>
                {say('earlier-pile')}{' '}
                <button type="button" className={styles['link']} onClick={() => choosePile(pile.earlierPileId)}>
                  {say('show-earlier')}
                </button>
              </p>
            )}
            <PileSetAsides setAside={pile.setAside} />
            <Fields key={pile.id} pile={pile} />
            <div>
              <Button onPress={() => setHistory(true)}>{shared('show-custody')}</Button>
            </div>
          </div>
          <Foot pile={pile} onAsk={setAsk} />
          {history && <CustodyDialog id={pile.id} name={pile.name} onClose={() => setHistory(false)} />}
          {ask !== null && <PileAsks pile={pile} ask={ask} onClose={() => setAsk(null)} />}
        </>
      )}
    </section>
  );
}
