import type { Command } from 'commander';
import { casePatternSchema, caseReleases, caseRuleSchema, type CaseRule } from '../../../shared/case-rule.ts';
import type { Outcome } from '../../../shared/faults.ts';
import { success } from '../../engine/faults/fault.ts';
import { misuse } from '../../engine/faults/usage-sentences.ts';
import { isOneOf, parseDuration, wrongWord } from './flag-values.ts';

/** Flags that say how files of mode `case` find together. */
export interface CaseFlags {
  readonly caseBy?: string;
  readonly casePattern?: string;
  readonly caseRoles?: string;
  readonly caseRequired?: string;
  readonly caseRelease?: string;
  readonly caseQuiet?: string;
  readonly caseLimit?: string;
  readonly casePerSource?: boolean;
}

const ways = ['folder', 'name', 'sidecar', 'hand'] as const;

/** Gives a command these flags. */
export function withCaseFlags(command: Command): Command {
  return command
    .option('--case-by <way>', 'case mode: what makes a case: folder (each subfolder), name, sidecar or hand')
    .option('--case-pattern <text>', 'case mode by name, such as {case}_{role}; without regard to the extension')
    .option('--case-roles <roles>', 'case mode: roles that names may tell, separated by commas')
    .option('--case-required <roles>', 'case mode: roles without which a case is not complete')
    .option('--case-release <when>', 'case mode: complete, quiet or decision (mailroom release)')
    .option('--case-quiet <duration>', 'case mode: release after so long without another file', '10s')
    .option('--case-limit <duration>', 'case mode: hold a case that is not released by then', '24h')
    .option('--case-per-source', 'case mode: files of other folders never come to the same case');
}

function listOf(text: string | undefined): string[] {
  return (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/**
 * The rule that the flags describe. Without `--case-by` a pattern means names, else each subfolder is a case; without
 * `--case-release` a case with required roles is released when it is complete, others after the quiet time.
 */
export function caseRuleOf(flags: CaseFlags): Outcome<CaseRule> {
  const by = flags.caseBy ?? (flags.casePattern === undefined ? 'folder' : 'name');
  if (!isOneOf(ways, by)) {
    return wrongWord('--case-by', by, ways);
  }
  const pattern = flags.casePattern ?? '{case}_{role}';
  if (!casePatternSchema.safeParse(pattern).success) {
    return misuse('case-pattern', { given: pattern });
  }
  const required = listOf(flags.caseRequired);
  const release = flags.caseRelease ?? (by === 'hand' ? 'decision' : required.length > 0 ? 'complete' : 'quiet');
  if (!isOneOf(caseReleases, release)) {
    return wrongWord('--case-release', release, caseReleases);
  }
  const quiet = parseDuration(flags.caseQuiet ?? '10s', '--case-quiet');
  if (!quiet.ok) return quiet;
  const limit = parseDuration(flags.caseLimit ?? '24h', '--case-limit');
  if (!limit.ok) return limit;
  const rule = caseRuleSchema.safeParse({
    by,
    pattern,
    roles: listOf(flags.caseRoles),
    required,
    release,
    quietMs: quiet.value,
    limitMs: limit.value,
    acrossSources: flags.casePerSource !== true,
  });
  return rule.success ? success(rule.data) : misuse('roles');
}
