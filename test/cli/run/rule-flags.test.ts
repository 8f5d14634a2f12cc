import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { settingsSchema, type Settings } from '../../../src/shared/settings.ts';
import { describeFault } from '../../../src/main/engine/faults/describe.ts';
import { ruleOf, type RuleFlags } from '../../../src/main/cli/run/rule-flags.ts';
import { builtCommand } from '../../support/mailroom-command.ts';

const none = settingsSchema.parse({ station: { id: 's', name: 'S' } }).intake;
const set: Settings['intake'] = settingsSchema.parse({
  station: { id: 's', name: 'S' },
  intake: {
    projects: { office: 'invoices' },
    mode: 'batch',
    after: 'move',
    duplicates: 'send-anyway',
    duplicateDays: 30,
    export: {
      folder: '/srv/xml',
      template: '{date}/{title}',
      acknowledgement: { limitMs: 60_000 },
      reportTransfer: true,
    },
  },
}).intake;

function rule(flags: Partial<RuleFlags>, intake = none): unknown {
  const made = ruleOf({ batchQuiet: 5_000, batchSize: 50, settleLimit: 86_400_000, ...flags }, 'office', intake);
  return made.ok ? made.value : describeFault(made.fault, 'en').reason;
}

describe('a rule', () => {
  test('comes from the settings where no flag is given', () => {
    expect(rule({}, set)).toMatchObject({
      projectId: 'invoices',
      mode: 'batch',
      after: 'move',
      duplicates: 'send-anyway',
      duplicateDays: 30,
      export: { folder: '/srv/xml', template: '{date}/{title}', acknowledgement: { limitMs: 60_000, owner: 'clerk' } },
    });
    expect(rule({})).toBe('No project is named.');
  });

  test('is what the flags say, over the settings', () => {
    const made = rule({ project: 'other', mode: 'document', after: 'keep', export: '/tmp/x' }, set);
    expect(made).toMatchObject({ projectId: 'other', mode: 'document', after: 'keep' });
    // A folder that is named anew begins anew.
    expect(made).toHaveProperty('export', {
      folder: resolve('/tmp/x'),
      states: ['done', 'doneAutomatically', 'extracted'],
      template: '{title}',
      reportTransfer: false,
    });
    expect(rule({ export: false }, set)).not.toHaveProperty('export');
    expect(rule({ report: 'never' }, set)).toMatchObject({ export: { reportTransfer: false } });
    expect(rule({ report: 'never' }, set)).not.toHaveProperty('export.acknowledgement');
    expect(rule({ ackLimit: 300_000, binaries: 'beside' }, set)).toMatchObject({
      export: { folder: '/srv/xml', binaries: 'beside', acknowledgement: { limitMs: 300_000 } },
    });
  });

  test('of mode case is the one that is set, as far as no flag says otherwise', () => {
    const { intake } = settingsSchema.parse({
      station: { id: 's', name: 'S' },
      intake: {
        mode: 'case',
        case: {
          by: 'name',
          pattern: '{role}-{case}',
          roles: ['photo'],
          required: ['invoice'],
          release: 'decision',
          quietMs: 5_000,
          limitMs: 60_000,
          acrossSources: false,
        },
      },
    });
    const flags = { project: 'p' };
    expect(rule(flags, intake)).toMatchObject({ mode: 'case', case: intake.case });
    expect(rule({ ...flags, caseQuiet: 1_000, caseRoles: 'a, b' }, intake)).toHaveProperty('case', {
      ...intake.case,
      quietMs: 1_000,
      roles: ['a', 'b'],
    });
    // Another way to find cases, or other roles: the release that is set was meant for something else.
    expect(rule({ ...flags, caseBy: 'folder' }, intake)).toMatchObject({
      case: { by: 'folder', release: 'complete', limitMs: 60_000, required: ['invoice'], acrossSources: false },
    });
    expect(rule({ ...flags, caseRequired: 'note' }, intake)).toMatchObject({
      case: { by: 'name', pattern: '{role}-{case}', required: ['note'], release: 'complete' },
    });
    expect(rule({ ...flags, caseRelease: 'quiet' }, intake)).toMatchObject({ case: { by: 'name', release: 'quiet' } });
    // Nothing set: each subfolder, after 10 s.
    expect(rule({ ...flags, mode: 'case' })).toMatchObject({
      case: { by: 'folder', release: 'quiet', quietMs: 10_000, limitMs: 24 * 3_600_000, acrossSources: true },
    });
  });

  test('says when the transfer is reported', () => {
    const flags = { project: 'p', export: '/tmp/x' };
    expect(rule({ ...flags, reportTransfer: true })).toMatchObject({ export: { reportTransfer: true } });
    expect(rule({ ...flags, report: 'after-write' })).toMatchObject({ export: { reportTransfer: true } });
    expect(rule({ ...flags, report: 'after-write' })).not.toHaveProperty('export.acknowledgement');
    expect(
      rule({
        ...flags,
        report: 'after-ack',
        ackLimit: 7_200_000,
        ackOwner: 'it',
        onRefusal: 'reject',
        reportFailedWrites: true,
      }),
    ).toMatchObject({
      export: {
        reportTransfer: true,
        reportFailedWrites: true,
        acknowledgement: { limitMs: 7_200_000, owner: 'it', onRefusal: 'reject' },
      },
    });
  });

  test.each([
    [{ report: 'after-ack' }, '--report says what becomes of the XML, but none is written.'],
    [{ binaries: 'beside' }, '--binaries says what becomes of the XML, but none is written.'],
    [{ export: '/x', ackLimit: 3_600_000 }, "--ack-limit is about the target system's answer, but none is waited for."],
    [
      { export: '/x', report: 'after-ack', reportTransfer: true },
      '--report-transfer is --report after-write, and --report after-ack was given.',
    ],
  ] as const)('that cannot be meant is refused: %o', (flags, complaint) => {
    expect(rule({ project: 'p', ...flags })).toBe(complaint);
  });
});

describe('a value', () => {
  const command = builtCommand();

  test.each([
    ['--report', 'sometimes', 'is not known. Use after-write, after-ack, never.'],
    ['--binaries', 'away', 'is not known. Use inline, beside.'],
    ['--on-refusal', 'cry', 'is not known. Use transfer-failed, reject, nothing.'],
    ['--ack-owner', "m'e's", 'is not known. Use clerk, it.'],
    ['--case-quiet', 'soon', 'is no duration. Write it like 90s, 30m or 2h.'],
    ['--sidecar-wait', '5ms', 'is too short. Give at least 1s.'],
    ['--batch-size', '0', "can't be used. Give a number of at least 1."],
    ['--blank-below', '21', "can't be used. Give a number from 0 to 20."],
  ])('%s %j is refused: it %s', async (flag, value, complaint) => {
    const { status, stderr } = await command.call(['watch', '.', flag, value]);
    expect(stderr).toContain(`${flag} ${value} ${complaint}`);
    expect(status).toBe(2);
  });
});
