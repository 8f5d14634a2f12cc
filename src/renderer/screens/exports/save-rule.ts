import type { Fault } from '../../../shared/faults.ts';
import type { ExportRule } from '../../../shared/settings.ts';
import { bridge } from '../../bridge/bridge.ts';
import { loadStation } from '../../stores/station.ts';
import type { RuleRow } from './rule-rows.ts';
import { withExportRule } from './rule-rows.ts';

/** Saves the rule of a source (null: none any more). Answers why not, or null. */
export async function saveRule({ id }: Pick<RuleRow, 'id'>, rule: ExportRule | null): Promise<Fault | null> {
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
