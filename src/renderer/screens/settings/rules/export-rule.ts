import type { ExportRule } from '../../../../shared/settings.ts';
import { exportRuleSchema } from '../../../../shared/settings.ts';

/** Words a template may hold, in the order they are offered. */
export const templateWords = ['title', 'externalId', 'date', 'name', 'project', 'state', 'documentId'] as const;

/** What `{…}` of a template is no word that the engine fills in. */
export function unknownWords(template: string): readonly string[] {
  const known: readonly string[] = templateWords;
  return [...template.matchAll(/\{([^{}/\\]*)\}/gu)].flatMap(([whole, word]) =>
    word === undefined || known.includes(word) ? [] : [whole],
  );
}

/** When the service is told that a document was handed over. */
export const reportChoices = ['no', 'after-write', 'after-answer', 'wait-only'] as const;

/** See {@link reportChoices}. */
export type ReportChoice = (typeof reportChoices)[number];

/** What a rule says about reporting. */
export function reportChoice({ reportTransfer, acknowledgement }: ExportRule): ReportChoice {
  if (acknowledgement === undefined) return reportTransfer ? 'after-write' : 'no';
  return reportTransfer ? 'after-answer' : 'wait-only';
}

/** The rule with another way of reporting; what it says about answers stays where they are still waited for. */
export function withReport(rule: ExportRule, choice: ReportChoice): ExportRule {
  const { acknowledgement, ...others } = rule;
  const reportTransfer = choice === 'after-write' || choice === 'after-answer';
  if (choice === 'no' || choice === 'after-write') return { ...others, reportTransfer };
  return { ...others, reportTransfer, acknowledgement: acknowledgement ?? newAcknowledgement() };
}

function newAcknowledgement(): NonNullable<ExportRule['acknowledgement']> {
  return { limitMs: 24 * 3_600_000, owner: 'clerk', onRefusal: 'transfer-failed' };
}

/** A rule for a folder with the defaults; the folder may still be empty while it is being written down. */
export function newExportRule(folder: string): ExportRule {
  return { ...exportRuleSchema.parse({ folder: '.' }), folder };
}

/** What keeps a rule from being saved, field by field; empty when nothing does. */
export type ExportRuleProblem = 'folder-missing' | 'states-missing' | 'template-missing' | 'template-unknown';

/** See {@link ExportRuleProblem}. */
export function exportRuleProblems(rule: ExportRule): readonly ExportRuleProblem[] {
  const problems: ExportRuleProblem[] = [];
  if (rule.folder.trim() === '') problems.push('folder-missing');
  if (rule.states.length === 0) problems.push('states-missing');
  if (rule.template.trim() === '') problems.push('template-missing');
  else if (unknownWords(rule.template).length > 0) problems.push('template-unknown');
  return problems;
}
