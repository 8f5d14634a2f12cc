import { ChevronDown, ChevronUp, Info, ScanLine, Send } from 'lucide-react';
import type { ReactElement } from 'react';
import type { Fault } from '../../../shared/faults.ts';
import { scanNoteWords } from '../../../shared/scan/scan-notes.ts';
import type { ScanProfile, ScanSessionView } from '../../../shared/scanning.ts';
import { Button } from '../../components/button.tsx';
import { ReasonCard, TaskCard } from '../../components/marks.tsx';
import { openScreen } from '../../stores/navigation.ts';
import { type Say, textOf, useText } from '../../text/index.ts';
import { currentLanguage } from '../../text/language.ts';
import type { Arrangement } from './pages/arrangement.ts';
import { DocumentFields } from './document-fields.tsx';
import { replaceItems } from './edit-acts.tsx';
import { PageNotes } from './pages/page-notes.tsx';
import { lookForScanners, saveDocuments, scanUnencrypted, sendDocuments, startScan } from './scan-acts.ts';
import { showPage, useScan } from './scan-store.ts';
import styles from './scan.module.css';
import { TargetFields } from './target-fields.tsx';

/** The one thing to do about what stopped the scanning. */
export function FaultAct({
  fault,
  profile,
}: {
  readonly fault: Fault;
  readonly profile: ScanProfile | null;
}): ReactElement {
  const say = useText('scan');
  if (fault.code === 'scanner-refused' || fault.code === 'profile-unknown' || fault.code === 'project-unknown') {
    const params = { section: 'scanners', ...(profile === null ? {} : { profileId: profile.id }) };
    return <Button onPress={() => openScreen('settings', params)}>{say('to-profile')}</Button>;
  }
  if (fault.code === 'scanner-missing') {
    return <Button onPress={() => void lookForScanners()}>{say('choose-other')}</Button>;
  }
  if (fault.code === 'scanner-unreachable' && fault.params['problem'] === 'no-common-encryption') {
    return <Button onPress={() => void scanUnencrypted()}>{say('scan-unencrypted')}</Button>;
  }
  return (
    <Button icon={<ScanLine aria-hidden />} onPress={() => void startScan()}>
      {say(fault.code === 'scanner-jammed' || fault.code === 'scanner-failed' ? 'scan-on' : 'try-again')}
    </Button>
  );
}

/** Which document is being written, counted by those that still wait; several are told apart, one is not. */
function writingWords(number: number, count: number, say: Say<'scan'>): string {
  return count === 1 ? say('writing') : say('writing-of', { number: Math.min(count, Math.max(1, number)), count });
}

/** The document of the chosen page: what it is called, what is doubtful, what is left out; and the way on. */
export function ScanDetails({
  session,
  arrangement,
  profile,
  fault,
}: {
  readonly session: ScanSessionView;
  readonly arrangement: Arrangement;
  readonly profile: ScanProfile | null;
  readonly fault: Fault | null;
}): ReactElement {
  const say = useText('scan');
  const pageId = useScan((state) => state.pageId);
  const writing = useScan((state) => state.writing);
  const { documents, sendable } = arrangement;
  const found = documents.findIndex(({ pages }) => pages.some(({ page }) => page.id === pageId));
  const place = Math.max(0, found);
  const shown = documents[place];
  const edits = session.edited !== undefined;
  const go = (by: 1 | -1): void => showPage(documents[place + by]?.pages[0]?.page.id ?? null);
  return (
    <div className={styles['details']}>
      <header className={styles['detailsHead']}>
        <h2>{say('document-of', { number: place + 1, count: documents.length })}</h2>
        <span>
          <Button
            kind="icon"
            label={say('previous-document')}
            icon={<ChevronUp />}
            why={place === 0 ? say('why-first') : null}
            onPress={() => go(-1)}
          />
          <Button
            kind="icon"
            label={say('next-document')}
            icon={<ChevronDown />}
            why={place >= documents.length - 1 ? textOf('shared')('why-last') : null}
            onPress={() => go(1)}
          />
        </span>
        {shown !== undefined && (
          <p>{say(edits ? 'kept-back' : 'kept-here', { pages: say('pages', { count: shown.kept }) })}</p>
        )}
      </header>
      <div className={styles['detailsBody']} tabIndex={0} role="group" aria-label={say('details')}>
        {fault !== null && !session.scanning && (
          <div role="alert">
            <ReasonCard
              title={say(fault.params['picture'] === undefined ? 'stopped-title' : 'import-stopped-title')}
              fault={fault}
              actions={<FaultAct fault={fault} profile={profile} />}
            />
          </div>
        )}
        {session.notes.length > 0 && (
          <section className={styles['notes']} role="status">
            <h3>{say('run-notes')}</h3>
            <ul>
              {session.notes.map((note) => (
                <li key={note.about} className={styles['note']}>
                  <Info aria-hidden />
                  <span>{scanNoteWords(note, currentLanguage())}</span>
                </li>
              ))}
            </ul>
          </section>
        )}
        {session.interrupted && fault === null && (
          <TaskCard
            icon={<ScanLine aria-hidden />}
            title={say('interrupted-title')}
            reason={say('interrupted-reason', { count: arrangement.pages.length })}
            next={say('interrupted-next')}
            who={say('who-you')}
            actions={
              <Button icon={<ScanLine aria-hidden />} onPress={() => void startScan()}>
                {say('scan-on')}
              </Button>
            }
          />
        )}
        {shown !== undefined && (
          <DocumentFields key={shown.document.id} session={session} shown={shown} profile={profile} />
        )}
        <PageNotes session={session} arrangement={arrangement} profile={profile} />
        {!edits && <TargetFields session={session} profile={profile} />}
      </div>
      <footer className={styles['foot']}>
        <Button
          kind="primary"
          icon={<Send aria-hidden />}
          disabled={writing > 0}
          why={sendable.length === 0 ? say('why-empty') : session.scanning ? say('why-scanning') : null}
          onPress={() =>
            void (edits ? replaceItems(session.id, sendable.length) : sendDocuments(undefined, 0, sendable.length))
          }
        >
          {writing > 0
            ? writingWords(writing - sendable.length + 1, writing, say)
            : say(edits ? 'replace' : 'send', { count: sendable.length })}
        </Button>
        {!edits && (
          <Button
            disabled={writing > 0}
            why={sendable.length === 0 ? say('why-empty') : session.scanning ? say('why-scanning') : null}
            onPress={() => void saveDocuments()}
          >
            {say('save-as')}
          </Button>
        )}
      </footer>
    </div>
  );
}
