import type { ReactElement } from 'react';
import { ListBox, ListBoxItem } from 'react-aria-components';
import type { DocumentView } from '../../../shared/views.ts';
import { MiddleName } from '../../components/middle-name.tsx';
import { formatSince } from '../../text/format.ts';
import { useText } from '../../text/index.ts';
import styles from './documents.module.css';
import { StateMark, stateWord } from './state-mark.tsx';

/** Documents in two lines each: the name has the first to itself, so that it is whole also in a narrow window. */
export function DocumentList({
  documents,
  chosen,
  now,
  onChoose,
}: {
  readonly documents: readonly DocumentView[];
  readonly chosen: string | null;
  /** ms; changes are told as of then. */
  readonly now: number;
  readonly onChoose: (id: string) => void;
}): ReactElement {
  const say = useText('documents');
  return (
    <ListBox
      aria-label={say('list')}
      className={styles['list'] ?? ''}
      selectionMode="single"
      selectionBehavior="replace"
      disallowEmptySelection
      selectedKeys={chosen === null ? [] : [chosen]}
      onSelectionChange={(keys) => {
        const found = documents.find(({ id }) => keys !== 'all' && keys.has(id));
        if (found !== undefined) onChoose(found.id);
      }}
    >
      {documents.map((document) => {
        const name = document.title ?? document.externalId ?? say('untitled');
        const at = Date.parse(document.updatedAt ?? document.createdAt ?? '');
        return (
          <ListBoxItem
            key={document.id}
            id={document.id}
            className={styles['row'] ?? ''}
            textValue={`${name}, ${stateWord(document.state, say)}`}
          >
            <span className={styles['name']}>
              <MiddleName name={name} />
            </span>
            <span className={styles['second']}>
              <StateMark state={document.state} />
              <time className="tabular">{Number.isNaN(at) ? '' : formatSince(at, now)}</time>
            </span>
          </ListBoxItem>
        );
      })}
    </ListBox>
  );
}
