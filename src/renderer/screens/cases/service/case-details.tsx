import { Download, X } from 'lucide-react';
import type { ReactElement } from 'react';
import { useEffect } from 'react';
import type { QueryAnswer } from '../../../../shared/contract.ts';
import type { ProjectView } from '../../../bridge/use-projects.ts';
import { projectName } from '../../../bridge/use-projects.ts';
import { useQuery } from '../../../bridge/use-query.ts';
import { Button } from '../../../components/button.tsx';
import { MiddleName } from '../../../components/middle-name.tsx';
import { Section } from '../../../components/section.tsx';
import { CommandButton } from '../../../lists/command-button.tsx';
import { useRowCommands, type RowCommand } from '../../../lists/row-commands.ts';
import { openScreen } from '../../../stores/navigation.ts';
import { faultSentence, nextStep } from '../../../text/faults/fault-text.ts';
import { formatBytes, formatMoment } from '../../../text/format.ts';
import { useText } from '../../../text/index.ts';
import { saveFile } from '../../documents/acts.ts';
import { pairsOf } from '../../documents/external-pairs.ts';
import { StateMark } from '../../documents/state-mark.tsx';
import type { CasePlace } from './case-acts.ts';
import { useCaseCommands } from './case-commands.tsx';
import { SavingCase } from './saving-case.tsx';
import { CaseStateMark, useCaseName } from './case-name.tsx';
import styles from '../cases.module.css';
import { roleWord } from '../role-words.ts';
import service from './service.module.css';

type Detail = QueryAnswer<'cases.detail'>;

function Files({ place, detail }: { readonly place: CasePlace; readonly detail: Detail }): ReactElement {
  const say = useText('serviceCases');
  return (
    <Section title={`${say('files-of')} ${detail.files.length}`}>
      {detail.files.length === 0 && <p className={styles['quiet']}>{say('no-files')}</p>}
      <ul className={service['rows']}>
        {detail.files.map(({ id, name, type, mainFile, size }) => {
          const facts = [
            type === null ? null : roleWord(type),
            mainFile ? say('main') : null,
            size === null ? null : formatBytes(size),
          ].filter((fact) => fact !== null);
          return (
            <li key={id}>
              <span>
                <MiddleName name={name ?? id} />
                <small>{facts.join(' · ')}</small>
              </span>
              <Button
                kind="icon"
                label={say('save-one', { name: name ?? id })}
                icon={<Download aria-hidden />}
                onPress={() => void saveFile(place.connectionId, id)}
              />
            </li>
          );
        })}
      </ul>
    </Section>
  );
}

function Documents({ place, detail }: { readonly place: CasePlace; readonly detail: Detail }): ReactElement {
  const say = useText('serviceCases');
  return (
    <Section title={`${say('documents-of')} ${detail.documents.length}`}>
      {detail.documents.length === 0 && <p className={styles['quiet']}>{say('no-documents')}</p>}
      <ul className={service['rows']}>
        {detail.documents.map(({ id, title, externalId, state }) => {
          const name = title ?? externalId ?? id;
          return (
            <li key={id}>
              <button
                type="button"
                className={service['documentName']}
                aria-label={say('open-document', { name })}
                onClick={() => openScreen('documents', { documentId: id, connectionId: place.connectionId })}
              >
                <MiddleName name={name} />
              </button>
              <StateMark state={state} />
            </li>
          );
        })}
      </ul>
    </Section>
  );
}

function ExternalData({ detail }: { readonly detail: Detail }): ReactElement {
  const say = useText('serviceCases');
  const pairs = pairsOf(detail.externalData);
  return (
    <Section title={say('external-data')}>
      {pairs.length === 0 && <p className={styles['quiet']}>{say('no-external-data')}</p>}
      <dl className={service['facts']}>
        {pairs.map(({ id, key, value }) => (
          <div key={id}>
            <dt>{key}</dt>
            <dd className="copyable">{value}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

function Origin({ detail }: { readonly detail: Detail }): ReactElement {
  const say = useText('serviceCases');
  const { openCaseId, fileBatchId, itemIds } = detail;
  const names = new Map(detail.files.flatMap(({ itemId, name }) => (itemId === null ? [] : [[itemId, name] as const])));
  return (
    <Section title={say('origin')}>
      {openCaseId === null && itemIds.length === 0 && <p className={styles['quiet']}>{say('not-from-here')}</p>}
      {fileBatchId !== null && <p className="copyable">{say('batch', { id: fileBatchId })}</p>}
      <ul className={service['rows']}>
        {itemIds.map((itemId) => (
          <li key={itemId}>
            <button type="button" className={service['documentName']} onClick={() => openScreen('intake', { itemId })}>
              <MiddleName name={names.get(itemId) ?? itemId} />
            </button>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function metaOf(detail: Detail, projects: readonly ProjectView[], none: string): string {
  const at = detail.updatedAt ?? detail.createdAt;
  const instant = at === null ? Number.NaN : Date.parse(at);
  return [
    detail.externalId ?? none,
    detail.projectId === null ? null : projectName(projects, detail.projectId),
    Number.isNaN(instant) ? null : formatMoment(instant),
  ]
    .filter((part) => part !== null)
    .join(' · ');
}

const none: readonly RowCommand[] = [];

/** All about one case of the service, with the way back to the open case it was made of. */
export function CaseDetails({
  connectionId,
  caseId,
  projects,
  onDetail,
  onClose,
}: CasePlace & {
  readonly projects: readonly ProjectView[];
  readonly onDetail: (detail: Pick<Detail, 'id' | 'state'>) => void;
  readonly onClose: () => void;
}): ReactElement {
  const say = useText('serviceCases');
  const place = { connectionId, caseId };
  // Not live: each look costs calls of the service's quota.
  const {
    value: detail,
    fault,
    reload,
  } = useQuery<'cases.detail'>({ name: 'cases.detail', connectionId, caseId }, { live: false });
  const openCaseId = detail?.openCaseId ?? null;
  const name = useCaseName({ title: detail?.title ?? null, externalId: detail?.externalId ?? caseId, openCaseId });
  useEffect(() => {
    if (detail !== undefined) onDetail(detail);
  }, [detail, onDetail]);
  const { commandsOf, saving, questions } = useCaseCommands(connectionId, reload);
  const commands = detail === undefined ? none : commandsOf({ ...detail, title: name, files: detail.files.length });
  useRowCommands(commands);
  return (
    <section className={styles['details']} aria-label={say('case')}>
      <header className={styles['head']}>
        <div className={styles['headLine']}>
          <h2 className="copyable">{name}</h2>
          <Button kind="icon" label={say('close')} icon={<X aria-hidden />} onPress={onClose} />
        </div>
        {detail !== undefined && (
          <>
            <p className={styles['meta']}>{metaOf(detail, projects, say('no-external-id'))}</p>
            {detail.state !== null && (
              <p className={styles['meta']}>
                <CaseStateMark state={detail.state} />
              </p>
            )}
          </>
        )}
      </header>
      <div className={styles['body']} tabIndex={0} role="group" aria-label={say('case')}>
        {fault !== undefined && (
          <p className={styles['error']} role="alert">
            {faultSentence(fault)} {nextStep(fault)}
          </p>
        )}
        {detail === undefined && fault === undefined && <p className={styles['quiet']}>{say('loading')}</p>}
        {fault !== undefined && <Button onPress={reload}>{say('again')}</Button>}
        {detail !== undefined && (
          <div>
            <Documents place={place} detail={detail} />
            <Files place={place} detail={detail} />
            <ExternalData detail={detail} />
            <Origin detail={detail} />
            <CommandButton commands={commands} id="history" />
          </div>
        )}
      </div>
      {detail !== undefined && (
        <footer className={styles['foot']}>
          <CommandButton commands={commands} id="open-case" />
          {saving.has(caseId) ? (
            <SavingCase place={place} />
          ) : (
            ['zip', 'files'].map((id) => <CommandButton key={id} commands={commands} id={id} />)
          )}
          <CommandButton commands={commands} id="report" />
        </footer>
      )}
      {questions}
    </section>
  );
}
