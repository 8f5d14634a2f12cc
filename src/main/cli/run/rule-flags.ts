import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import type { Outcome } from '../../../shared/faults.ts';
import { afterActions, intakeModes } from '../../../shared/item.ts';
import { intakeRuleSchema, type ExternalData, type IntakeRule } from '../../../shared/settings.ts';
import { failure, success } from '../../engine/faults/fault.ts';
import { misuse } from '../../engine/faults/usage-sentences.ts';

/** Flags that say what becomes of files; those of `watch` and `send`. */
export interface RuleFlags {
  readonly project?: string;
  readonly mode?: string;
  readonly after?: string;
  readonly export?: string;
  readonly exportName?: string;
  readonly exportStates?: string;
  readonly reportTransfer?: boolean;
  readonly externalData?: readonly string[];
  readonly sendDuplicates?: boolean;
  readonly batchQuiet?: string;
  readonly batchSize?: string;
  readonly settleLimit?: string;
}

const units: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** A duration such as `90s`, `30m`, `2h` in ms, at least `leastMs`; a number alone is seconds. */
export function parseDuration(text: string, flag: string, leastMs = 1): Outcome<number> {
  const match = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)?$/.exec(text.trim());
  const value = match === null ? NaN : Number(match[1]) * (units[match[2] ?? 's'] ?? NaN);
  if (!Number.isFinite(value) || value <= 0) return misuse('no-duration', { flag, given: text });
  if (value < leastMs) return misuse('duration-too-short', { flag, given: text, least: `${leastMs / 1_000}s` });
  return success(Math.round(value));
}

function isOneOf<const Word extends string>(words: readonly Word[], text: string): text is Word {
  return words.some((word) => word === text);
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

/** The intake rule that the flags describe. */
export function ruleOf(flags: RuleFlags, connectionId: string): Outcome<IntakeRule> {
  if (flags.project === undefined || flags.project.trim() === '') {
    return misuse('project-missing');
  }
  const mode = flags.mode ?? 'document';
  if (!isOneOf(intakeModes, mode))
    return misuse('unknown-word', { flag: '--mode', given: mode, words: intakeModes.join(', ') });
  const after = flags.after ?? 'keep';
  if (!isOneOf(afterActions, after))
    return misuse('unknown-word', { flag: '--after', given: after, words: afterActions.join(', ') });
  const externalData = parseExternalData(flags.externalData ?? []);
  if (!externalData.ok) return externalData;
  const quiet = parseDuration(flags.batchQuiet ?? '5s', '--batch-quiet');
  if (!quiet.ok) return quiet;
  const settleLimit = parseDuration(flags.settleLimit ?? '24h', '--settle-limit');
  if (!settleLimit.ok) return settleLimit;
  const size = Number(flags.batchSize ?? '50');
  if (!Number.isInteger(size) || size < 1) {
    return misuse('number-too-small', { flag: '--batch-size', given: flags.batchSize ?? '', least: 1 });
  }
  return success(
    intakeRuleSchema.parse({
      connectionId,
      projectId: flags.project.trim(),
      mode,
      after,
      duplicates: flags.sendDuplicates === true ? 'send-anyway' : 'set-aside',
      batchQuietMs: quiet.value,
      batchMaximum: size,
      settleLimitMs: settleLimit.value,
      ...(Object.keys(externalData.value).length === 0 ? {} : { externalData: externalData.value }),
      ...(flags.export === undefined
        ? {}
        : {
            export: {
              folder: resolve(flags.export),
              reportTransfer: flags.reportTransfer === true,
              ...(flags.exportName === undefined ? {} : { template: flags.exportName }),
              ...(flags.exportStates === undefined
                ? {}
                : { states: flags.exportStates.split(',').map((state) => state.trim()) }),
            },
          }),
    }),
  );
}

/** The id of a watched folder: the same folder, connection and project are the same source after a restart. */
export function watchSourceId(folder: string, rule: IntakeRule): string {
  let real = resolve(folder);
  try {
    real = realpathSync(folder);
  } catch {
    // It may appear later; the name as given stands for it.
  }
  const hash = createHash('sha256').update([real, rule.connectionId, rule.projectId].join('\n')).digest('hex');
  return `watch-${hash.slice(0, 16)}`;
}

/** Patterns that keep Mailroom's own files below a watched folder from being taken in. */
export function ownFilesBelow(folder: string, own: readonly string[]): Outcome<readonly string[]> {
  const patterns: string[] = [];
  for (const path of own) {
    const below = relative(resolve(folder), path);
    if (below === '') {
      return misuse('watches-own-folder');
    }
    if (below.startsWith('..') || isAbsolute(below)) continue;
    patterns.push(`${below.split(sep).join('/')}/**`);
  }
  return success(patterns);
}
