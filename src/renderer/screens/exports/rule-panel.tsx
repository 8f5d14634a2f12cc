import { FileCode, Lock, X } from 'lucide-react';
import type { ReactElement } from 'react';
import { useState } from 'react';
import type { ExportRule } from '../../../shared/settings.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { EmptyState } from '../../components/marks.tsx';
import { loadStation, useStation } from '../../stores/station.ts';
import { showFault, showToast } from '../../stores/toasts.ts';
import { textOf, useText } from '../../text/index.ts';
import { ExportRuleFields } from '../settings/rules/export-rule-fields.tsx';
import { exportRuleProblems, newExportRule } from '../settings/rules/export-rule.ts';
import styles from './exports.module.css';
import own from './rules.module.css';
import type { RuleRow } from './rule-rows.ts';
import { isLocked } from '../settings/use-setting.ts';
import { withExportRule } from './rule-rows.ts';
import type { Fault } from '../../../shared/faults.ts';
import { bridge } from '../../bridge/bridge.ts';

/** Saves the rule of a source (null: none any more). Answers why not, or null. */
async function saveRule({ id }: Pick<RuleRow, 'id'>, rule: ExportRule | null): Promise<Fault | null> {
  if (id === null) {
    const set = { name: 'settings.set', path: 'intake.export' } as const;
    return finished(await bridge().desktop({ ...set, value: rule ?? undefined }));
  }
  // Read anew right before: the list is saved as a whole.
  const present = await bridge().desktop({ name: 'settings.get' });
  if (!present.ok) return present.fault;
  const hotFolders = withExportRule(present.value.settings.hotFolders, id, rule);
  return finished(await bridge().desktop({ name: 'settings.set', path: 'hotFolders', value: hotFolders }));
}

async function finished(
  outcome: { readonly ok: true } | { readonly ok: false; readonly fault: Fault },
): Promise<Fault | null> {
  if (!outcome.ok) return outcome.fault;
  await loadStation();
  return null;
}

/** The rule of one source: written down, saved, or taken away. A draft is kept by whoever shows the panel. */
export function RulePanel({
  row,
  draft,
  onDraft,
  onClose,
}: {
  readonly row: RuleRow;
  readonly draft: ExportRule | null;
  readonly onDraft: (draft: ExportRule | null) => void;
  readonly onClose: () => void;
}): ReactElement {
  const say = useText('exports');
  const locked = useStation((state) => isLocked(row.path, state.locked));
  const [busy, setBusy] = useState(false);
  const [asks, setAsks] = useState(false);
  const name = row.id === null ? say('rule-dropped') : row.name;
  const rule = draft ?? row.rule;
  const changed = draft !== null && JSON.stringify(draft) !== JSON.stringify(row.rule);
  const save = async (next: ExportRule | null): Promise<void> => {
    setAsks(false);
    setBusy(true);
    const fault = await saveRule(row, next);
    setBusy(false);
    if (fault !== null) {
      showFault(fault);
      return;
    }
    onDraft(null);
    if (next === null) showToast(say('rule-removed', { name }));
    else showToast(say('rule-saved'), say('rule-saved-text'));
  };
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
            actions={
              <Button
                kind="primary"
                why={locked ? textOf('shared')('why-locked') : null}
                onPress={() => onDraft(newExportRule(''))}
              >
                {say('rule-on')}
              </Button>
            }
          >
            {say('rule-off-text')}
          </EmptyState>
        ) : (
          <ExportRuleFields rule={rule} onChange={onDraft} disabled={locked || busy} />
        )}
      </div>
      {rule !== null && !locked && (
        <footer className={styles['detailsFoot']}>
          <Button
            kind={changed ? 'primary' : 'plain'}
            disabled={busy}
            why={
              exportRuleProblems(rule).length > 0
                ? textOf('shared')('why-fill')
                : changed
                  ? null
                  : textOf('shared')('why-unchanged')
            }
            onPress={() => void save(rule)}
          >
            {say('rule-save')}
          </Button>
          <Button
            disabled={busy}
            why={draft === null ? textOf('shared')('why-unchanged') : null}
            onPress={() => onDraft(null)}
          >
            {say('rule-discard')}
          </Button>
          <span className={styles['grow']} />
          {row.rule !== null && (
            <Button kind="quiet" disabled={busy} onPress={() => setAsks(true)}>
              {say('rule-remove')}
            </Button>
          )}
        </footer>
      )}
      {asks && (
        <Dialog
          asks
          title={say('remove-title', { name })}
          onClose={() => setAsks(false)}
          actions={
            <>
              <Button onPress={() => setAsks(false)}>{say('again-keep')}</Button>
              <Button kind="danger" onPress={() => void save(null)}>
                {say('remove-do')}
              </Button>
            </>
          }
        >
          <p>{say('remove-text')}</p>
        </Dialog>
      )}
    </section>
  );
}
