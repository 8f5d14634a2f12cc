import { Copy, X } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import type { ExportView } from '../../../shared/views.ts';
import { Button } from '../../components/button.tsx';
import { classes } from '../../components/classes.ts';
import { ReasonCard } from '../../components/marks.tsx';
import { Section } from '../../components/section.tsx';
import { CommandButton } from '../../lists/command-button.tsx';
import type { RowCommand } from '../../lists/row-commands.ts';
import { formatBytes, formatDay, formatTime } from '../../text/format.ts';
import { useText } from '../../text/index.ts';
import { StateMark } from '../documents/state-mark.tsx';
import { copyFingerprint } from './acts.ts';
import { documentName, fileName } from './export-columns.tsx';
import { ExportMark } from './export-state.tsx';
import styles from './exports.module.css';
import type { WriteAgain } from './use-write-again.tsx';
import { useQuery } from '../../bridge/use-query.ts';
import { History } from '../../custody/history.tsx';

/** What a document's own history tells of its hand-over. */
const reports: readonly string[] = ['reporting', 'transfer-reported', 'report-unclear', 'report-refused'];

/** How an export came about and what the service was told of it, newest first. */
function ExportHistory({ view }: { readonly view: ExportView }): ReactElement {
  const say = useText('exports');
  const own = useQuery<'custody.page'>({ name: 'custody.page', subjectId: view.id, limit: 500 }).value?.rows;
  const document = useQuery<'custody.page'>({ name: 'custody.page', subjectId: view.documentId, limit: 500 }).value
    ?.rows;
  const rows = [...(own ?? []), ...(document ?? []).filter(({ event }) => reports.includes(event))].sort(
    (a, b) => b.sequence - a.sequence,
  );
  if (own !== undefined && rows.length === 0) return <p className={styles['quiet']}>{say('no-history')}</p>;
  return <History rows={rows} />;
}

/** Faults that a change of the rule cures. */
const needsRule: readonly string[] = ['export-folder-unusable', 'folder-not-writable', 'folder-missing'];

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }): ReactElement {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="copyable">{children}</dd>
    </div>
  );
}

function when(at: number): string {
  return `${formatDay(at)}, ${formatTime(at, true)}`;
}

interface DetailsProps {
  readonly view: ExportView;
  readonly projectName: string;
  readonly again: WriteAgain;
  readonly commands: readonly RowCommand[];
  readonly onRules: () => void;
  readonly onClose: () => void;
}

function Reason({ view, again, onRules }: DetailsProps): ReactElement | null {
  const say = useText('exports');
  const { fault } = view;
  if (fault === null) return null;
  const held = view.state === 'held';
  const rule = needsRule.includes(fault.code);
  return (
    <ReasonCard
      title={say(held ? 'reason-title' : 'reason-trying')}
      fault={fault}
      actions={
        <>
          <Button
            kind={held ? 'primary' : 'plain'}
            why={again.busy ? say('why-writing') : null}
            onPress={() => again.start([view])}
          >
            {say('write-again')}
          </Button>
          {rule && <Button onPress={onRules}>{say('edit-rules')}</Button>}
        </>
      }
    />
  );
}

/** All about one export: why there is no file first, then file and document, then the history of its hand-over. */
export function ExportDetails(props: DetailsProps): ReactElement {
  const say = useText('exports');
  const { view, commands, onClose } = props;
  const { documentId, path, sha256 } = view;
  const there = path !== null && view.writtenAt !== null;
  return (
    <section className={styles['details']} aria-label={say('details')}>
      <header className={styles['detailsHead']}>
        <div>
          <h2 className="copyable">{documentName(view, say)}</h2>
          <p>
            <ExportMark view={view} />
          </p>
        </div>
        <Button kind="icon" label={say('close-details')} icon={<X aria-hidden />} onPress={onClose} />
      </header>
      <div className={styles['detailsBody']} tabIndex={0} role="group" aria-label={say('details')}>
        <Reason {...props} />
        <Section title={say('history')}>
          <ExportHistory view={view} />
        </Section>
        <Section title={say('facts')}>
          <dl className={styles['facts']}>
            {there && <Fact name={say('path')}>{fileName(path)}</Fact>}
            <Fact name={say('folder')}>{there ? path.slice(0, -fileName(path).length - 1) || '/' : view.folder}</Fact>
            {view.size !== null && <Fact name={say('size')}>{formatBytes(view.size)}</Fact>}
            <Fact name={say('planned')}>{when(view.plannedAt)}</Fact>
            {view.writtenAt !== null && <Fact name={say('when')}>{when(view.writtenAt)}</Fact>}
            <Fact name={say('report')}>{say(view.reportTransfer ? 'report-yes' : 'report-no')}</Fact>
            <Fact name={say('document-state')}>
              <StateMark state={view.documentState} />
            </Fact>
            <Fact name={say('project-id')}>{props.projectName}</Fact>
            <Fact name={say('document-id')}>{documentId}</Fact>
            {sha256 !== null && (
              <div>
                <dt>{say('fingerprint')}</dt>
                <dd className={styles['fingerprint']}>
                  <code className="copyable">{sha256}</code>
                  <Button
                    kind="icon"
                    label={say('copy')}
                    icon={<Copy aria-hidden />}
                    onPress={() => void copyFingerprint(sha256)}
                  />
                </dd>
              </div>
            )}
          </dl>
          <CommandButton commands={commands} id="document" />
        </Section>
      </div>
      <footer className={classes(styles['detailsFoot'], styles['fileActs'])}>
        <CommandButton commands={commands} id="open" />
        <CommandButton commands={commands} id="folder" />
        {there && <CommandButton commands={commands} id="again" />}
      </footer>
    </section>
  );
}
