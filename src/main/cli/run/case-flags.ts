import type { Command } from 'commander';
import { casePatternSchema, caseReleases, caseRuleSchema, type CaseRule } from '../../../shared/case-rule.ts';
import type { Outcome } from '../../../shared/faults.ts';
import { success } from '../../engine/faults/fault.ts';
import { misuse } from '../../engine/faults/usage-sentences.ts';
import { choice, duration } from './flag-values.ts';

/** Flags that say how files of mode `case` find together. Durations in ms. */
export interface CaseFlags {
  readonly caseBy?: (typeof ways)[number];
  readonly casePattern?: string;
  readonly caseRoles?: string;
  readonly caseRequired?: string;
  readonly caseRelease?: (typeof caseReleases)[number];
  readonly caseQuiet?: number;
  readonly caseLimit?: number;
  readonly casePerSource?: boolean;
}

/** Where neither a flag nor a setting says so, ms. */
const usualQuietMs = 10_000;
const usualLimitMs = 24 * 3_600_000;

const ways = ['folder', 'name', 'sidecar', 'hand'] as const;

/** Gives a command these flags. */
export function withCaseFlags(command: Command): Command {
  return command
    .addOption(
      choice(
        '--case-by <way>',
        'with --mode case: what makes a case: folder (each subfolder), name, sidecar or hand (default: as set, else folder)',
        ways,
      ),
    )
    .option(
      '--case-pattern <text>',
      'with --mode case, by name, such as {case}_{role}; without regard to the extension',
    )
    .option('--case-roles <roles>', 'with --mode case: roles that names may tell, separated by commas')
    .option(
      '--case-required <roles>',
      'with --mode case: roles without which a case is not complete, separated by commas',
    )
    .addOption(
      choice('--case-release <when>', 'with --mode case: complete, quiet or decision (mailroom release)', caseReleases),
    )
    .addOption(
      duration(
        '--case-quiet <duration>',
        'with --mode case: release after so long without another file (default: as set, else 10s)',
      ),
    )
    .addOption(
      duration(
        '--case-limit <duration>',
        'with --mode case: hold a case that is not released by then (default: as set, else 24h)',
      ),
    )
    .option('--case-per-source', 'with --mode case: files of other folders never come to the same case');
}

function listOf(text: string | undefined): string[] {
  return (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** When a case goes by the settings; undefined: the flags change what makes a case. */
function keptRelease(flags: CaseFlags, set: CaseRule | undefined, by: CaseRule['by']): CaseRule['release'] | undefined {
  return by === set?.by && flags.caseRequired === undefined ? set.release : undefined;
}

function usualRelease(by: CaseRule['by'], required: readonly string[]): CaseRule['release'] {
  if (by === 'hand') return 'decision';
  return required.length > 0 ? 'complete' : 'quiet';
}

/**
 * The rule that the flags describe; what they leave open is as the settings say. Without either a pattern means names, else each
 * subfolder is a case, and one with required roles is released when it is complete, others after the quiet time. Flags that change
 * what makes a case change with it when it goes: the release that is set was meant for another one.
 */
export function caseRuleOf(flags: CaseFlags, set: CaseRule | undefined): Outcome<CaseRule> {
  const by = flags.caseBy ?? (flags.casePattern === undefined ? (set?.by ?? 'folder') : 'name');
  const pattern = flags.casePattern ?? set?.pattern ?? '{case}_{role}';
  if (!casePatternSchema.safeParse(pattern).success) {
    return misuse('case-pattern', { given: pattern });
  }
  const roles = flags.caseRoles === undefined ? (set?.roles ?? []) : listOf(flags.caseRoles);
  const required = flags.caseRequired === undefined ? (set?.required ?? []) : listOf(flags.caseRequired);
  const rule = caseRuleSchema.safeParse({
    by,
    pattern,
    roles,
    required,
    release: flags.caseRelease ?? keptRelease(flags, set, by) ?? usualRelease(by, required),
    quietMs: flags.caseQuiet ?? set?.quietMs ?? usualQuietMs,
    limitMs: flags.caseLimit ?? set?.limitMs ?? usualLimitMs,
    acrossSources: flags.casePerSource === true ? false : (set?.acrossSources ?? true),
  });
  return rule.success ? success(rule.data) : misuse('roles');
}
