import type { ReactElement } from 'react';
import { ListBox, ListBoxItem } from 'react-aria-components';
import type { DocumentView } from '../../../shared/views.ts';
import type { MenuEntry } from '../../components/menu.tsx';
import { useContextMenu } from '../../components/menu.tsx';
import { MiddleName } from '../../components/middle-name.tsx';
import { formatAmount } from '../../entities/document-facts.ts';
import { useText } from '../../text/index.ts';
import { Changed, useDocumentFacts } from './document-columns.tsx';
import styles from './documents.module.css';
import { StateMark, stateWord } from './state-mark.tsx';

/** Two lines of a document: who and how much, then its state and when it changed. */
function Lines({
  connectionId,
  document,
}: {
  readonly connectionId: string;
  readonly document: DocumentView;
}): ReactElement {
  const say = useText('documents');
  const facts = useDocumentFacts(connectionId, document);
  const supplier = facts?.supplier ?? null;
  const number = facts?.number ?? null;
  const gross = facts?.gross ?? null;
  return (
    <>
      <span className={styles['first']}>
        <span className={styles['name']}>
          {supplier ?? <MiddleName name={document.title ?? document.externalId ?? say('untitled')} />}
        </span>
        {gross !== null && <span className="tabular">{formatAmount(gross, facts?.currency ?? null)}</span>}
      </span>
      <span className={styles['second']}>
        <StateMark state={document.state} isKept={document.isKept} />
        {number !== null && <span className={styles['number']}>{number}</span>}
        <span className={styles[number === null ? 'when' : 'whenWide'] ?? ''}>
          <Changed document={document} />
        </span>
      </span>
    </>
  );
}

/** Documents in two lines each, beside the one that is open. */
export function DocumentList({
  connectionId,
  documents,
  chosen,
  commandsOf,
  onChoose,
}: {
  readonly connectionId: string;
  readonly documents: readonly DocumentView[];
  readonly chosen: string;
  readonly commandsOf: (document: DocumentView) => readonly MenuEntry[];
  readonly onChoose: (id: string) => void;
}): ReactElement {
  const say = useText('documents');
  const { on, menu } = useContextMenu(say('list'), (inside) => {
    const key = inside.closest('[role=option]')?.getAttribute('data-key');
    const document = documents.find(({ id }) => id === key);
    return document === undefined ? null : commandsOf(document);
  });
  return (
    <div className={styles['listRoom']} {...on}>
      <ListBox
        aria-label={say('list')}
        className={styles['list'] ?? ''}
        selectionMode="single"
        selectionBehavior="replace"
        disallowEmptySelection
        autoFocus
        selectedKeys={[chosen]}
        onSelectionChange={(keys) => {
          const found = documents.find(({ id }) => keys !== 'all' && keys.has(id));
          if (found !== undefined) onChoose(found.id);
        }}
      >
        {documents.map((document) => (
          <ListBoxItem
            key={document.id}
            id={document.id}
            className={styles['row'] ?? ''}
            textValue={`${document.title ?? document.externalId ?? say('untitled')}, ${stateWord(document.state, say)}`}
          >
            <Lines connectionId={connectionId} document={document} />
          </ListBoxItem>
        ))}
      </ListBox>
      {menu}
    </div>
  );
}
