import { FileCode, Lock, X } from 'lucide-react';
import type { ReactElement } from 'react';
import type { ExportRule } from '../../../shared/settings.ts';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/marks.tsx';
import { CommandButton } from '../../lists/command-button.tsx';
import type { RowCommand } from '../../lists/row-commands.ts';
import { useStation } from '../../stores/station.ts';
import { useText } from '../../text/index.ts';
import { ExportRuleFields } from '../settings/rules/export-rule-fields.tsx';
import { isLocked } from '../settings/use-setting.ts';
import styles from './exports.module.css';
import own from './rules.module.css';
import type { RuleRow } from './rule-rows.ts';

/** The rule of one source: written down, saved, or taken away. A draft is kept by whoever shows the panel. */
export function RulePanel({
  row,
  draft,
  busy,
  commands,
  onDraft,
  onClose,
}: {
  readonly row: RuleRow;
  readonly draft: ExportRule | null;
  /** A rule is being saved. */
  readonly busy: boolean;
  readonly commands: readonly RowCommand[];
  readonly onDraft: (draft: ExportRule | null) => void;
  readonly onClose: () => void;
}): ReactElement {
  const say = useText('exports');
  const locked = useStation((state) => isLocked(row.path, state.locked));
  const name = row.id === null ? say('rule-dropped') : row.name;
  const rule = draft ?? row.rule;
  const changed = draft !== null && JSON.stringify(draft) !== JSON.stringify(row.rule);
  return (
    <section className={styles['details']} aria-label={say('rule-panel', { name })}>
      <header className={styles['detailsHead']}>
        <div>
          <h2>{say('rule-panel', { name })}</h2>
          {row.folder !== '' && <p className="copyable">{row.folder}</p>}
        </div>
        <Button kind="icon" label={say('close-details')} icon={<X aria-hidden />} onPress={onClose} />
      </header>
      <div className={styles['detailsBody']} tabIndex={0} role="group" aria-label={say('rule-panel', { name })}>
        {locked && (
          <p className={own['locked']}>
            <Lock aria-hidden size={14} /> {say('rule-locked')}
          </p>
        )}
        {rule === null ? (
          <EmptyState
            icon={<FileCode aria-hidden />}
            title={say('rule-off-title')}
            actions={<CommandButton commands={commands} id="on" kind="primary" />}
          >
            {say('rule-off-text')}
          </EmptyState>
        ) : (
          <ExportRuleFields rule={rule} onChange={onDraft} disabled={locked || busy} />
        )}
      </div>
      {rule !== null && !locked && (
        <footer className={styles['detailsFoot']}>
          <CommandButton commands={commands} id="save" kind={changed ? 'primary' : 'plain'} />
          <CommandButton commands={commands} id="discard" />
          <span className={styles['grow']} />
          <CommandButton commands={commands} id="remove" kind="quiet" />
        </footer>
      )}
    </section>
  );
}
