import { describe, expect, it } from 'vitest';
import {
  exportRuleProblems,
  newExportRule,
  reportChoice,
  reportChoices,
  unknownWords,
  withReport,
} from '../../../../../src/renderer/screens/settings/rules/export-rule.ts';
import { exportRuleSchema } from '../../../../../src/shared/settings.ts';

describe('an export rule being written down', () => {
  it('names the words of a template that the engine does not fill in', () => {
    expect(unknownWords('{date}/{Title}-{name}{}{foo bar}')).toEqual(['{Title}', '{}', '{foo bar}']);
    expect(unknownWords('{date}/{title}{externalId}{documentId}{project}{state}{name}')).toEqual([]);
  });

  it('stays a rule of the schema whichever way of reporting is chosen, and says it back', () => {
    for (const choice of reportChoices) {
      const rule = withReport(newExportRule('/xml'), choice);
      expect(exportRuleSchema.parse(rule)).toEqual(rule);
      expect(reportChoice(rule)).toBe(choice);
    }
  });

  it('keeps what was said about answers while they are waited for, and drops it when they are not', () => {
    const waiting = withReport(newExportRule('/xml'), 'after-answer');
    const own = { ...waiting, acknowledgement: { limitMs: 1_000, owner: 'it', onRefusal: 'reject' } } as const;
    expect(withReport(own, 'wait-only').acknowledgement).toEqual(own.acknowledgement);
    expect('acknowledgement' in withReport(own, 'no')).toBe(false);
  });

  it('finds what is missing', () => {
    expect(exportRuleProblems(newExportRule(''))).toEqual(['folder-missing']);
    const rule = newExportRule('/xml');
    expect(exportRuleProblems(rule)).toEqual([]);
    expect(exportRuleProblems({ ...rule, states: [], template: ' ' })).toEqual(['states-missing', 'template-missing']);
    expect(exportRuleProblems({ ...rule, template: '{what}' })).toEqual(['template-unknown']);
  });
});
