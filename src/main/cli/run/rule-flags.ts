import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Outcome } from '../../../shared/faults.ts';
import { afterActions, intakeModes } from '../../../shared/item.ts';
import { intakeRuleSchema, type ExternalData, type IntakeRule, type Settings } from '../../../shared/settings.ts';
import { failure, success } from '../../engine/faults/fault.ts';
import { misuse } from '../../engine/faults/usage-sentences.ts';
import { paths } from '../../engine/platform/names/paths.ts';
import { caseRuleOf, type CaseFlags } from './case-flags.ts';
import { exportRuleOf, type ExportFlags } from './export-flags.ts';
import { isOneOf, parseDuration, wrongWord } from './flag-values.ts';

/** Flags that say what becomes of files; those of `watch` and `send`. */
export interface RuleFlags extends ExportFlags, CaseFlags {
  readonly project?: string;
  readonly mode?: string;
  readonly after?: string;
  readonly externalData?: readonly string[];
  readonly sendDuplicates?: boolean;
  readonly batchQuiet?: string;
  readonly batchSize?: string;
  readonly settleLimit?: string;
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
  const mode = flags.mode ?? defaults.mode;
  if (!isOneOf(intakeModes, mode)) return wrongWord('--mode', mode, intakeModes);
  const after = flags.after ?? defaults.after;
  if (!isOneOf(afterActions, after)) return wrongWord('--after', after, afterActions);
  const externalData = parseExternalData(flags.externalData ?? []);
  if (!externalData.ok) return externalData;
  const quiet = parseDuration(flags.batchQuiet ?? '5s', '--batch-quiet');
  if (!quiet.ok) return quiet;
  const exported = exportRuleOf(flags, defaults.export);
  if (!exported.ok) return exported;
  const settleLimit = parseDuration(flags.settleLimit ?? '24h', '--settle-limit');
  if (!settleLimit.ok) return settleLimit;
  const caseRule = mode === 'case' ? caseRuleOf(flags, defaults.case) : null;
  if (caseRule?.ok === false) return caseRule;
  const size = Number(flags.batchSize ?? '50');
  if (!Number.isInteger(size) || size < 1) {
    return misuse('number-too-small', { flag: '--batch-size', given: flags.batchSize ?? '', least: 1 });
  }
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
      batchQuietMs: quiet.value,
      batchMaximum: size,
      settleLimitMs: settleLimit.value,
      ...(caseRule === null ? {} : { case: caseRule.value }),
      ...(Object.keys(externalData.value).length === 0 ? {} : { externalData: externalData.value }),
      ...(exported.value === null ? {} : { export: exported.value }),
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
