import { FileCode, Trash2, Undo2 } from 'lucide-react';
import type { ReactElement } from 'react';
import { useState } from 'react';
import type { ExportRule } from '../../../shared/settings.ts';
import type { Fault } from '../../../shared/faults.ts';
import { bridge } from '../../bridge/bridge.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import type { RowCommand } from '../../lists/row-commands.ts';
import { loadStation, useStation } from '../../stores/station.ts';
import { showFault, showToast } from '../../stores/toasts.ts';
import { textOf, useText } from '../../text/index.ts';
import { exportRuleProblems, newExportRule } from '../settings/rules/export-rule.ts';
import { isLocked } from '../settings/use-setting.ts';
import type { RuleRow } from './rule-rows.ts';
import { withExportRule } from './rule-rows.ts';

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

/** Why the rule that is written down can't be saved; null where it can. */
function whyNotSaved(row: RuleRow, draft: ExportRule | null): string | null {
  const say = textOf('shared');
  if (draft === null || JSON.stringify(draft) === JSON.stringify(row.rule)) return say('why-unchanged');
  return exportRuleProblems(draft).length > 0 ? say('why-fill') : null;
}

/** What can be done with the rule of a source, from its row or its panel, and the question before it is taken away. */
export function useRuleCommands(
  draftOf: (row: RuleRow) => ExportRule | null,
  onDraft: (row: RuleRow, draft: ExportRule | null) => void,
): {
  readonly commandsOf: (row: RuleRow) => readonly RowCommand[];
  readonly busy: boolean;
  readonly question: ReactElement | null;
} {
  const say = useText('exports');
  const locked = useStation((state) => state.locked);
  const [busy, setBusy] = useState(false);
  const [removes, setRemoves] = useState<RuleRow | null>(null);
  const nameOf = (row: RuleRow): string => (row.id === null ? say('rule-dropped') : row.name);
  const save = async (row: RuleRow, next: ExportRule | null): Promise<void> => {
    setRemoves(null);
    setBusy(true);
    const fault = await saveRule(row, next);
    setBusy(false);
    if (fault !== null) return showFault(fault);
    onDraft(row, null);
    if (next === null) showToast(say('rule-removed', { name: nameOf(row) }));
    else showToast(say('rule-saved'), say('rule-saved-text'));
  };
  return {
    busy,
    commandsOf(row) {
      const draft = draftOf(row);
      const why = isLocked(row.path, locked) ? textOf('shared')('why-locked') : null;
      if (draft === null && row.rule === null) {
        const begin = (): void => onDraft(row, newExportRule(''));
        return [{ id: 'on', label: say('rule-on'), icon: <FileCode aria-hidden />, why, onAction: begin }];
      }
      return [
        {
          id: 'save',
          label: say('rule-save'),
          why: why ?? whyNotSaved(row, draft),
          onAction: () => void save(row, draft),
        },
        {
          id: 'discard',
          label: say('rule-discard'),
          icon: <Undo2 aria-hidden />,
          why: draft === null ? textOf('shared')('why-unchanged') : null,
          onAction: () => onDraft(row, null),
        },
        ...(row.rule === null
          ? []
          : [
              {
                id: 'remove',
                label: say('rule-remove'),
                icon: <Trash2 aria-hidden />,
                why,
                onAction: () => setRemoves(row),
              },
            ]),
      ];
    },
    question: removes && (
      <Dialog
        asks
        title={say('remove-title', { name: nameOf(removes) })}
        onClose={() => setRemoves(null)}
        actions={
          <>
            <Button onPress={() => setRemoves(null)}>{say('again-keep')}</Button>
            <Button kind="danger" onPress={() => void save(removes, null)}>
              {say('remove-do')}
            </Button>
          </>
        }
      >
        <p>{say('remove-text')}</p>
      </Dialog>
    ),
  };
}
