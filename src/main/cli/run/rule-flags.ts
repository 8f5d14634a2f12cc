import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Outcome } from '../../../shared/faults.ts';
import type { afterActions, intakeModes } from '../../../shared/item.ts';
import { intakeRuleSchema, type ExternalData, type IntakeRule, type Settings } from '../../../shared/settings.ts';
import { failure, success } from '../../engine/faults/fault.ts';
import { misuse } from '../../engine/faults/usage-sentences.ts';
import { paths } from '../../engine/platform/names/paths.ts';
import { caseRuleOf, type CaseFlags } from './case-flags.ts';
import { exportRuleOf, type ExportFlags } from './export-flags.ts';

/** Flags that say what becomes of files; those of `watch` and `send`. Durations in ms. */
export interface RuleFlags extends ExportFlags, CaseFlags {
  readonly project?: string;
  readonly mode?: (typeof intakeModes)[number];
  readonly after?: (typeof afterActions)[number];
  readonly externalData?: readonly string[];
  readonly sendDuplicates?: boolean;
  readonly batchQuiet: number;
  readonly batchSize: number;
  readonly settleLimit: number;
}

/** Reads `k=v` pairs by the rules of the interface: at most 20, keys of at most 50 characters that differ by more than case. */
function parseExternalData(pairs: readonly string[]): Outcome<ExternalData> {
  const externalData: Record<string, string> = {};
  const seen = new Set<string>();
  for (const pair of pairs) {
    const at = pair.indexOf('=');
    const key = pair.slice(0, at).trim();
    if (at < 1 || key === '') {
      return misuse('no-pair', { flag: '--external-data', given: pair });
    }
    if (key.length > 50) return failure('external-data-invalid', { problem: 'key-too-long' });
    if (seen.has(key.toLowerCase())) return failure('external-data-invalid', { problem: 'keys-differ-only-by-case' });
    seen.add(key.toLowerCase());
    externalData[key] = pair.slice(at + 1);
  }
  return seen.size > 20 ? failure('external-data-invalid', { problem: 'too-many-pairs' }) : success(externalData);
}

/** The intake rule that the flags describe; what they leave open comes from the settings' intake defaults. */
export function ruleOf(flags: RuleFlags, connectionId: string, defaults: Settings['intake']): Outcome<IntakeRule> {
  const projectId = (flags.project ?? defaults.projects[connectionId] ?? '').trim();
  if (projectId === '') return misuse('project-missing');
  const { mode = defaults.mode, after = defaults.after } = flags;
  const externalData = parseExternalData(flags.externalData ?? []);
  if (!externalData.ok) return externalData;
  const exported = exportRuleOf(flags, defaults.export);
  if (!exported.ok) return exported;
  const caseRule = mode === 'case' ? caseRuleOf(flags, defaults.case) : null;
  if (caseRule?.ok === false) return caseRule;
  return success(
    intakeRuleSchema.parse({
      connectionId,
      projectId,
      mode,
      after,
      ...(defaults.tidyGraceMs === undefined ? {} : { tidyGraceMs: defaults.tidyGraceMs }),
      ...(defaults.trashMs === undefined ? {} : { trashMs: defaults.trashMs }),
      duplicates: flags.sendDuplicates === true ? 'send-anyway' : defaults.duplicates,
      ...(defaults.duplicateDays === undefined ? {} : { duplicateDays: defaults.duplicateDays }),
      batchQuietMs: flags.batchQuiet,
      batchMaximum: flags.batchSize,
      settleLimitMs: flags.settleLimit,
      ...(caseRule === null ? {} : { case: caseRule.value }),
      ...(Object.keys(externalData.value).length === 0 ? {} : { externalData: externalData.value }),
      ...(exported.value === null ? {} : { export: exported.value }),
      ...(defaults.fields === undefined ? {} : { fields: defaults.fields }),
    }),
  );
}

/** The id of a watched folder: the same folder, connection and project are the same source after a restart. */
export function watchSourceId(folder: string, rule: IntakeRule): string {
  let real = resolve(folder);
  try {
    real = realpathSync.native(folder);
  } catch {
    // It may appear later; the name as given stands for it.
  }
  const hash = createHash('sha256')
    .update([paths.keyOf(real), rule.connectionId, rule.projectId].join('\n'))
    .digest('hex');
  return `watch-${hash.slice(0, 16)}`;
}
