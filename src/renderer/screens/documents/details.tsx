import { Download, Ellipsis, Pencil, X } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { Button } from '../../components/button.tsx';
import { Menu } from '../../components/menu.tsx';
import { MiddleName } from '../../components/middle-name.tsx';
import { Section } from '../../components/section.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { documentFacts } from '../../entities/document-facts.ts';
import { Preview } from '../../preview/preview.tsx';
import { CommandButton } from '../../lists/command-button.tsx';
import { useRowCommands } from '../../lists/row-commands.ts';
import { openScreen } from '../../stores/navigation.ts';
import { formatDay, formatTime } from '../../text/format.ts';
import { useText } from '../../text/index.ts';
import type { DocumentPlace } from './acts.ts';
import { saveFile } from './acts.ts';
import styles from './details.module.css';
import { useDocumentCommands } from './document-commands.tsx';
import type { EntityNode } from '../../entities/entity-tree.ts';
import { EntityList } from './entity-list.tsx';
import { pairsOf } from './external-pairs.ts';
import { roleWord } from '../cases/role-words.ts';
import { StateMark } from './state-mark.tsx';

function when(at: string | null): string {
  const instant = at === null ? Number.NaN : Date.parse(at);
  return Number.isNaN(instant) ? '–' : `${formatDay(instant)}, ${formatTime(instant)}`;
}

function DataTab({ place, tree, active, onActive }: DetailsProps): ReactElement {
  const say = useText('documents');
  const pairs = pairsOf(place.document.externalData);
  return (
    <>
      {tree.length === 0 ? (
        <p className={styles['quiet']}>{say('no-data')}</p>
      ) : (
        <EntityList
          nodes={tree}
          currency={documentFacts(place.document.entities).currency}
          active={active}
          onActive={onActive}
        />
      )}
      <Section title={say('external-data')}>
        {pairs.length === 0 && <p className={styles['quiet']}>{say('no-external-data')}</p>}
        <dl className={styles['facts']}>
          {pairs.map(({ id, key, value }) => (
            <div key={id}>
              <dt>{key}</dt>
              <dd className="copyable">{value}</dd>
            </div>
          ))}
        </dl>
      </Section>
    </>
  );
}

function FilesTab({ place: { connectionId, document } }: { readonly place: DocumentPlace }): ReactElement {
  const say = useText('documents');
  return document.files.length === 0 ? (
    <p className={styles['quiet']}>{say('no-files')}</p>
  ) : (
    <ul className={styles['rows']}>
      {document.files.map(({ id, type, mainFile }) => (
        <li key={id}>
          <span>
            <span title={type ?? id}>{type === null ? id : roleWord(type)}</span>
            {mainFile && <span className={styles['quiet']}> · {say('main')}</span>}
            <span className={styles['quiet']}>
              <MiddleName name={id} />
            </span>
          </span>
          <Button icon={<Download aria-hidden />} onPress={() => void saveFile(connectionId, id)}>
            {say('save-file')}
          </Button>
        </li>
      ))}
    </ul>
  );
}

function HistoryTab({ place: { document } }: { readonly place: DocumentPlace }): ReactElement {
  const say = useText('documents');
  return (
    <>
      {document.history === null && <p className={styles['quiet']}>{say('no-history')}</p>}
      <ol className={styles['rows']}>
        {document.history?.map(({ state, updatedAt }, index) => (
          <li key={index}>
            <StateMark state={state} />
            <time className="tabular">{when(updatedAt)}</time>
          </li>
        ))}
      </ol>
      {document.createdBy !== null && <p className={styles['quiet']}>{say('created', { who: document.createdBy })}</p>}
      {document.completedBy !== null && (
        <p className={styles['quiet']}>{say('completed', { who: document.completedBy })}</p>
      )}
    </>
  );
}

function CustodyTab({ place: { document } }: { readonly place: DocumentPlace }): ReactElement {
  const say = useText('documents');
  return (
    <>
      <h3>{say('items-here')}</h3>
      {document.itemIds.length === 0 && <p className={styles['quiet']}>{say('no-items')}</p>}
      {document.itemIds.map((itemId) => (
        <p key={itemId}>
          <Button onPress={() => openScreen('intake', { itemId })}>
            {say('open-item', { id: itemId.slice(0, 8) })}
          </Button>
        </p>
      ))}
      <h3>{say('exports-here')}</h3>
      {document.exports.length === 0 && <p className={styles['quiet']}>{say('no-exports')}</p>}
      <ul className={styles['rows']}>
        {document.exports.map(({ id, path, folder, writtenAt }) => (
          <li key={id}>
            <MiddleName name={path ?? folder} />
            <time className="tabular">{writtenAt === null ? '–' : formatTime(writtenAt)}</time>
          </li>
        ))}
      </ul>
    </>
  );
}

interface DetailsProps {
  readonly place: DocumentPlace;
  readonly tree: readonly EntityNode[];
  readonly active: string | null;
  readonly onActive: (id: string) => void;
}

/** All about one document, with what can be done with it. */
export function Details(
  props: DetailsProps & {
    /** Where it has no room beside the details: it is one of them. */
    readonly page: ReactNode;
    readonly onClose: () => void;
    readonly onChanged: () => void;
  },
): ReactElement {
  const say = useText('documents');
  const { place, onClose, onChanged } = props;
  const { connectionId, document } = place;
  const { commandsOf, questions } = useDocumentCommands(connectionId, document, onChanged);
  const commands = commandsOf(document);
  useRowCommands(commands);
  return (
    <section className={styles['details']} aria-label={say('document')}>
      <header className={styles['head']}>
        <div className={styles['headLine']}>
          <h2 className="copyable">{document.title ?? say('untitled')}</h2>
          <Button
            kind="icon"
            label={say('edit')}
            icon={<Pencil aria-hidden />}
            onPress={() => commands.find(({ id }) => id === 'edit')?.onAction()}
          />
          <Button kind="icon" label={say('close')} icon={<X aria-hidden />} onPress={onClose} />
        </div>
        <p className={styles['meta']}>
          <StateMark state={document.state} />
          <span className="copyable">
            {document.externalId === null ? say('no-external-id') : `${say('external-id')} ${document.externalId}`}
          </span>
          {document.caseId !== null && (
            <button
              type="button"
              className={styles['link']}
              onClick={() => openScreen('cases', { view: 'service', caseId: document.caseId ?? '', connectionId })}
            >
              {say('open-case')}
            </button>
          )}
        </p>
      </header>
      <div className={styles['body']} tabIndex={0} role="group" aria-label={say('document')}>
        <Tabs
          label={say('document')}
          tabs={[
            { id: 'data', title: say('data'), content: <DataTab {...props} /> },
            ...(props.page === null
              ? []
              : [{ id: 'page', title: say('page'), content: <div className={styles['xml']}>{props.page}</div> }]),
            { id: 'files', title: `${say('files')} ${document.files.length}`, content: <FilesTab place={place} /> },
            { id: 'history', title: say('history'), content: <HistoryTab place={place} /> },
            {
              id: 'xml',
              title: say('xml'),
              content: (
                <div className={styles['xml']}>
                  <Preview content={{ kind: 'document-xml', connectionId, documentId: document.id }} />
                </div>
              ),
            },
            { id: 'custody', title: say('custody'), content: <CustodyTab place={place} /> },
          ]}
        />
      </div>
      <footer className={styles['foot']}>
        {document.url !== null && (
          <CommandButton
            commands={commands}
            id="browser"
            kind={document.state === 'reviewRequired' ? 'primary' : 'plain'}
          />
        )}
        <CommandButton commands={commands} id="reject" />
        <span className={styles['push']}>
          <Menu
            label={say('more')}
            icon={<Ellipsis aria-hidden />}
            entries={commands.filter(({ id }) => id !== 'browser' && id !== 'reject')}
          />
        </span>
      </footer>
      {questions}
    </section>
  );
}
