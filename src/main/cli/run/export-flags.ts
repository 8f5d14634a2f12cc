import { resolve } from 'node:path';
import type { Outcome } from '../../../shared/faults.ts';
import { exportRuleSchema, type Acknowledgement, type ExportRule } from '../../../shared/settings.ts';
import { success } from '../../engine/faults/fault.ts';
import { misuse } from '../../engine/faults/usage-sentences.ts';

/** Words of `--report`. */
export const reports = ['after-write', 'after-ack', 'never'] as const;
/** Words of `--ack-owner`. */
export const owners = ['clerk', 'it'] as const;
/** Words of `--on-refusal`. */
export const refusals = ['transfer-failed', 'reject', 'nothing'] as const;
/** Words of `--binaries`. */
export const binaryPlaces = ['inline', 'beside'] as const;
/** Words of `--versions`. */
export const versionWords = ['one', 'each'] as const;

/** Flags that say what becomes of a document's XML. Durations in ms. */
export interface ExportFlags {
  /** A folder; false: none, whatever the settings say. */
  readonly export?: string | false;
  readonly exportName?: string;
  readonly exportStates?: string;
  readonly reportTransfer?: boolean;
  readonly report?: (typeof reports)[number];
  readonly reportFailedWrites?: boolean;
  readonly ackLimit?: number;
  readonly ackOwner?: (typeof owners)[number];
  readonly onRefusal?: (typeof refusals)[number];
  readonly binaries?: (typeof binaryPlaces)[number];
  readonly versions?: (typeof versionWords)[number];
}

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
  if (flags.reportTransfer === true && report !== 'after-write') {
    return misuse('report-twice', { given: report ?? '' });
  }
  const { binaries = base.binaries, versions = base.versions } = flags;
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
  report: ExportFlags['report'],
  before: Acknowledgement | undefined,
): Outcome<Acknowledgement | null> {
  const waits = report === undefined ? before !== undefined : report === 'after-ack';
  if (!waits) {
    const given = (['ackLimit', 'ackOwner', 'onRefusal'] as const).find((name) => flags[name] !== undefined);
    if (given === undefined) return success(null);
    return misuse('no-answer-awaited', { flag: givenFlags[given] ?? given });
  }
  return success({
    limitMs: flags.ackLimit ?? before?.limitMs ?? 24 * 3_600_000,
    owner: flags.ackOwner ?? before?.owner ?? 'clerk',
    onRefusal: flags.onRefusal ?? before?.onRefusal ?? 'transfer-failed',
  });
}
