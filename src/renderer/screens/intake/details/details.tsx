import { Ellipsis, FolderOpen, X } from 'lucide-react';
import type { ReactElement } from 'react';
import type { ItemView } from '../../../../shared/views.ts';
import type { ProjectView } from '../../../bridge/use-projects.ts';
import { projectName } from '../../../bridge/use-projects.ts';
import { useQuery } from '../../../bridge/use-query.ts';
import { Button } from '../../../components/button.tsx';
import { Menu } from '../../../components/menu.tsx';
import { Section } from '../../../components/section.tsx';
import { History } from '../../../custody/history.tsx';
import type { RowCommand } from '../../../lists/row-commands.ts';
import { openScreen } from '../../../stores/navigation.ts';
import { faultSentence } from '../../../text/faults/fault-text.ts';
import { formatBytes, formatDay } from '../../../text/format.ts';
import { useText } from '../../../text/index.ts';
import { RemarksSection } from '../../../notes/remarks.tsx';
import { noteItems } from '../acts.ts';
import styles from './details.module.css';
import { kindWord, useSourceName } from '../item-columns.tsx';
import { documentThatAsks } from '../item-standing.ts';
import { PageAndData } from './page-and-data.tsx';
import { Reason } from './reason.tsx';

/** All about one item: why it waits first, then its page and data, then its history. */
export function Details({
  item,
  ...others
}: {
  /** Undefined until it is there. */
  readonly item: ItemView | undefined;
  readonly projects: readonly ProjectView[];
  readonly commands: readonly RowCommand[];
  readonly onClose: () => void;
}): ReactElement {
  const say = useText('intake');
  return (
    <section className={styles['details']} aria-label={say('details')}>
      {item !== undefined && <ItemDetails item={item} {...others} />}
    </section>
  );
}

/** The case that an item is part of, with the way to it. */
function OpenCaseLink({ openCaseId }: { readonly openCaseId: string }): ReactElement {
  const say = useText('intake');
  const openCase = useQuery<'open-cases.get'>({ name: 'open-cases.get', idPrefix: openCaseId }).value;
  return (
    <p className={styles['caseLine']}>
      <span>
        {say('in-case')} {openCase?.name}
      </span>
      <button
        type="button"
        className={styles['link']}
        onClick={() => openScreen('cases', { view: 'open-cases', openCaseId })}
      >
        {say('to-open-case')}
      </button>
    </p>
  );
}

const saidBeside: readonly string[] = ['file-uploaded', 'document-linked'];

/** What the item is called, and what, from where and for which project it is. */
function Head({
  item,
  projects,
  onClose,
}: {
  readonly item: ItemView;
  readonly projects: readonly ProjectView[];
  readonly onClose: () => void;
}): ReactElement {
  const say = useText('intake');
  const sourceName = useSourceName();
  return (
    <header className={styles['detailsHead']}>
      <div>
        <h2 className="copyable">{item.name}</h2>
        <p>
          {[
            kindWord(item.name),
            formatBytes(item.size),
            sourceName(item.sourceId),
            projectName(projects, item.projectId),
          ]
            .filter((part) => part !== '')
            .join(' · ')}
        </p>
      </div>
      <Button kind="icon" label={say('close-details')} icon={<X aria-hidden />} onPress={onClose} />
    </header>
  );
}

/** Commands that have a button of their own below the details. */
const footButtons = ['folder', 'copy-custody'];

function ItemDetails({
  item,
  projects,
  commands,
  onClose,
}: {
  readonly item: ItemView;
  readonly projects: readonly ProjectView[];
  readonly commands: readonly RowCommand[];
  readonly onClose: () => void;
}): ReactElement {
  const say = useText('intake');
  const shared = useText('shared');
  const itemId = item.id;
  const custody = useQuery<'custody.page'>({ name: 'custody.page', subjectId: itemId, limit: 500 }).value;
  // What only machines need beside the step that says the same stays in the copied history.
  const steps = (custody?.rows ?? []).filter(({ event }) => !saidBeside.includes(event)).toReversed();
  const day = steps[0] === undefined ? '' : formatDay(steps[0].at);
  const document = documentThatAsks(item) ?? item.documents[0];
  const asked = useQuery<'documents.detail'>(
    document === undefined
      ? null
      : { name: 'documents.detail', connectionId: item.connectionId, documentId: document.id },
    { live: false },
  );
  return (
    <>
      <Head item={item} projects={projects} onClose={onClose} />
      <div className={styles['detailsBody']} tabIndex={0} role="group" aria-label={say('details')}>
        <Reason item={item} commands={commands} detail={asked.value} onChanged={asked.reload} />
        {item.openCaseId !== undefined && <OpenCaseLink openCaseId={item.openCaseId} />}
        <RemarksSection
          name={item.name}
          note={item.note ?? null}
          assignee={item.assignee ?? null}
          onSave={(remarks) => noteItems([itemId], remarks)}
        />
        <Section
          title={say('page-and-data')}
          aside={
            document !== undefined && (
              <button
                type="button"
                className={styles['link']}
                onClick={() => openScreen('documents', { connectionId: item.connectionId, documentId: document.id })}
              >
                {say('open-document')}
              </button>
            )
          }
        >
          <PageAndData
            key={itemId}
            item={item}
            detail={asked.value}
            trouble={asked.fault === undefined ? null : faultSentence(asked.fault)}
          />
        </Section>
        <Section title={say('custody')} aside={<span className={styles['day']}>{day}</span>}>
          <History rows={steps} day={day} />
        </Section>
      </div>
      <footer className={styles['detailsFoot']}>
        {commands
          .filter(({ id }) => footButtons.includes(id))
          .map(({ id, label, onAction }) => (
            <Button key={id} icon={id === 'folder' ? <FolderOpen aria-hidden /> : undefined} onPress={onAction}>
              {label}
            </Button>
          ))}
        <span className={styles['push']}>
          <Menu
            label={shared('more')}
            icon={<Ellipsis aria-hidden />}
            entries={commands.filter(({ id }) => !footButtons.includes(id))}
          />
        </span>
      </footer>
    </>
  );
}
