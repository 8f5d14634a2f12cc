import { describe, expect, it } from 'vitest';
import { ruleRows, withExportRule } from '../../../../src/renderer/screens/exports/rule-rows.ts';
import { isLocked } from '../../../../src/renderer/screens/settings/use-setting.ts';
import { settingsSchema } from '../../../../src/shared/settings.ts';

const settings = settingsSchema.parse({
  station: { id: 's', name: 'Reception' },
  hotFolders: [
    { id: 'b', name: 'Scanner', folder: '/scan', rule: { connectionId: 'c', projectId: 'p' } },
    {
      id: 'a',
      name: 'Inbox',
      folder: '/in',
      rule: { connectionId: 'c', projectId: 'p', export: { folder: '/erp' } },
    },
  ],
});

describe('rules of the sources', () => {
  it('come with dropped files first, then the hot folders by name', () => {
    const rows = ruleRows(settings);
    expect(rows.map(({ id, rule }) => [id, rule?.folder ?? null])).toEqual([
      [null, null],
      ['a', '/erp'],
      ['b', null],
    ]);
  });

  it('are set and taken away for one source and leave the others as they are', () => {
    const rule = ruleRows(settings)[1]?.rule ?? null;
    const set = withExportRule(settings.hotFolders, 'b', rule);
    expect(set.map(({ rule: { export: each } }) => each?.folder)).toEqual(['/erp', '/erp']);
    const gone = withExportRule(set, 'a', null);
    expect(gone[1]?.rule).not.toHaveProperty('export');
    expect(gone[0]).toBe(set[0]);
    expect(withExportRule(settings.hotFolders, 'b', null)[0]).toBe(settings.hotFolders[0]);
  });

  it('are locked by policy at their place, above it and below it', () => {
    expect(isLocked('hotFolders', ['hotFolders'])).toBe(true);
    expect(isLocked('intake.export', ['intake'])).toBe(true);
    expect(isLocked('intake.export', ['intake.export.folder'])).toBe(true);
    expect(isLocked('intake.export', ['intake.exports', 'limits'])).toBe(false);
  });
});
