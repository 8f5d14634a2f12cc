import type { ExportRule, Settings } from '../../../shared/settings.ts';

/** A source of files and its rule; `id` null = dropped and pasted files. */
export interface RuleRow {
  readonly id: string | null;
  /** Name of the hot folder; '' for dropped files. */
  readonly name: string;
  readonly folder: string;
  readonly connectionId: string | null;
  readonly projectId: string | null;
  readonly rule: ExportRule | null;
  /** Where the rule stands in the settings, as far as policy may lock it. */
  readonly path: string;
}

/** All sources with their export rules: dropped files first, then the hot folders by name. */
export function ruleRows(settings: Settings): readonly RuleRow[] {
  const dropped: RuleRow = {
    id: null,
    name: '',
    folder: '',
    connectionId: null,
    projectId: null,
    rule: settings.intake.export ?? null,
    path: 'intake.export',
  };
  const folders = settings.hotFolders.map(({ id, name, folder, rule }): RuleRow => ({
    id,
    name,
    folder,
    connectionId: rule.connectionId,
    projectId: rule.projectId,
    rule: rule.export ?? null,
    path: 'hotFolders',
  }));
  return [dropped, ...folders.sort((a, b) => a.name.localeCompare(b.name))];
}

/** The settings' list of hot folders with another export rule for one of them (null: none). */
export function withExportRule(
  hotFolders: Settings['hotFolders'],
  sourceId: string,
  rule: ExportRule | null,
): Settings['hotFolders'] {
  return hotFolders.map((source) => {
    if (source.id !== sourceId) return source;
    const { export: before, ...others } = source.rule;
    if (before === undefined && rule === null) return source;
    return { ...source, rule: rule === null ? others : { ...others, export: rule } };
  });
}
