import { resolve } from 'node:path';
import type { Outcome } from '../../../shared/faults.ts';
import { exportRuleSchema, type Acknowledgement, type ExportRule } from '../../../shared/settings.ts';
import { success } from '../../engine/faults/fault.ts';
import { misuse } from '../../engine/faults/usage-sentences.ts';
import { isOneOf, parseDuration, wrongWord } from './flag-values.ts';

/** Flags that say what becomes of a document's XML. */
export interface ExportFlags {
  /** A folder; false: none, whatever the settings say. */
  readonly export?: string | false;
  readonly exportName?: string;
  readonly exportStates?: string;
  readonly reportTransfer?: boolean;
  readonly report?: string;
  readonly reportFailedWrites?: boolean;
  readonly ackLimit?: string;
  readonly ackOwner?: string;
  readonly onRefusal?: string;
  readonly binaries?: string;
  readonly versions?: string;
}

const reports = ['after-write', 'after-ack', 'never'] as const;
const owners = ['clerk', 'it'] as const;
const refusals = ['transfer-failed', 'reject', 'nothing'] as const;
const binaryPlaces = ['inline', 'beside'] as const;
const versionWords = ['one', 'each'] as const;

/**
 * The export rule that the flags describe, over the one of the settings (`before`) where its folder is not named anew. null: no
 * XML is written.
 */
export function exportRuleOf(flags: ExportFlags, before: ExportRule | undefined): Outcome<ExportRule | null> {
  if (flags.export === false) return success(null);
  const base = flags.export === undefined ? before : exportRuleSchema.parse({ folder: resolve(flags.export) });
  if (base === undefined) {
    const [flag] = Object.entries(givenFlags).find(([name]) => Object.hasOwn(flags, name)) ?? [];
    if (flag === undefined) return success(null);
    return misuse('no-export', { flag: givenFlags[flag] ?? flag });
  }
  const report = flags.report ?? (flags.reportTransfer === true ? 'after-write' : undefined);
  if (report !== undefined && !isOneOf(reports, report)) return wrongWord('--report', report, reports);
  if (flags.reportTransfer === true && report !== 'after-write') {
    return misuse('report-twice', { given: report ?? '' });
  }
  const binaries = flags.binaries ?? base.binaries;
  if (binaries !== undefined && !isOneOf(binaryPlaces, binaries))
    return wrongWord('--binaries', binaries, binaryPlaces);
  const versions = flags.versions ?? base.versions;
  if (versions !== undefined && !isOneOf(versionWords, versions))
    return wrongWord('--versions', versions, versionWords);
  const acknowledgement = acknowledgementOf(flags, report, base.acknowledgement);
  if (!acknowledgement.ok) return acknowledgement;
  return success({
    folder: base.folder,
    states: base.states,
    template: base.template,
    reportTransfer: base.reportTransfer,
    ...(base.reportFailedWrites === undefined ? {} : { reportFailedWrites: base.reportFailedWrites }),
    ...(flags.exportName === undefined ? {} : { template: flags.exportName }),
    ...(flags.exportStates === undefined ? {} : { states: flags.exportStates.split(',').map((state) => state.trim()) }),
    ...(report === undefined ? {} : { reportTransfer: report !== 'never' }),
    ...(flags.reportFailedWrites === true ? { reportFailedWrites: true } : {}),
    ...(binaries === undefined ? {} : { binaries }),
    ...(versions === undefined ? {} : { versions }),
    ...(acknowledgement.value === null ? {} : { acknowledgement: acknowledgement.value }),
  });
}

/** The flags that mean nothing without an export, as people type them. */
const givenFlags: Readonly<Record<string, string>> = {
  exportName: '--export-name',
  exportStates: '--export-states',
  reportTransfer: '--report-transfer',
  report: '--report',
  reportFailedWrites: '--report-failed-writes',
  ackLimit: '--ack-limit',
  ackOwner: '--ack-owner',
  onRefusal: '--on-refusal',
  binaries: '--binaries',
  versions: '--versions',
};

function acknowledgementOf(
  flags: ExportFlags,
  report: string | undefined,
  before: Acknowledgement | undefined,
): Outcome<Acknowledgement | null> {
  const waits = report === undefined ? before !== undefined : report === 'after-ack';
  if (!waits) {
    const given = (['ackLimit', 'ackOwner', 'onRefusal'] as const).find((name) => flags[name] !== undefined);
    if (given === undefined) return success(null);
    return misuse('no-answer-awaited', { flag: givenFlags[given] ?? given });
  }
  const limit =
    flags.ackLimit === undefined
      ? success(before?.limitMs ?? 24 * 3_600_000)
      : parseDuration(flags.ackLimit, '--ack-limit');
  if (!limit.ok) return limit;
  const owner = flags.ackOwner ?? before?.owner ?? 'clerk';
  if (!isOneOf(owners, owner)) return wrongWord('--ack-owner', owner, owners);
  const onRefusal = flags.onRefusal ?? before?.onRefusal ?? 'transfer-failed';
  if (!isOneOf(refusals, onRefusal)) return wrongWord('--on-refusal', onRefusal, refusals);
  return success({ limitMs: limit.value, owner, onRefusal });
}
