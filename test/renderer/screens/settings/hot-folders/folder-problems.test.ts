import { describe, expect, it } from 'vitest';
import { newExportRule } from '../../../../../src/renderer/screens/settings/rules/export-rule.ts';
import { nameOfPath, newFolder } from '../../../../../src/renderer/screens/settings/hot-folders/folder-drafts.ts';
import { folderProblems } from '../../../../../src/renderer/screens/settings/hot-folders/folder-problems.ts';
import type { HotFolder } from '../../../../../src/shared/settings.ts';
import { hotFolderSchema, settingsSchema } from '../../../../../src/shared/settings.ts';

function hotFolder(changes: Partial<HotFolder> = {}): HotFolder {
  const rule = { connectionId: 'c', projectId: 'p' };
  return { ...hotFolderSchema.parse({ id: 'a', name: 'In', folder: '/in', rule }), ...changes };
}

function writing(folder: string, xml: string, recursive = true): HotFolder {
  const draft = hotFolder({ folder, recursive });
  return { ...draft, rule: { ...draft.rule, export: newExportRule(xml) } };
}

describe('what keeps a hot folder from being saved', () => {
  it('is nothing for a whole one', () => {
    expect(folderProblems(hotFolder(), [hotFolder()])).toEqual({});
  });

  it('is what is missing', () => {
    const empty = hotFolder({ folder: ' ', name: '' });
    expect(folderProblems({ ...empty, rule: { ...empty.rule, connectionId: '', projectId: ' ' } }, [])).toEqual({
      folder: 'folder-missing',
      name: 'name-missing',
      connection: 'connection-missing',
      project: 'project-missing',
    });
    expect(folderProblems(hotFolder({ folder: 'in' }), [])).toEqual({ folder: 'folder-relative' });
  });

  it('is another one on the same folder, however its path is written', () => {
    const watched = hotFolder({ id: 'b', folder: 'C:\\Users\\me\\In\\' });
    expect(folderProblems(hotFolder({ folder: 'c:/users/me/in' }), [watched])).toEqual({ folder: 'folder-watched' });
    expect(folderProblems(hotFolder({ folder: '/In' }), [hotFolder({ id: 'b' })])).toEqual({});
  });

  it('is XML that would be taken in again', () => {
    expect(folderProblems(writing('/in', '/in/xml/'), [])).toEqual({ export: 'export-inside' });
    expect(folderProblems(writing('/in', '/in/xml', false), [])).toEqual({});
    expect(folderProblems(writing('/in', '/in', false), [])).toEqual({ export: 'export-inside' });
    expect(folderProblems(writing('/in', '/in-xml'), [])).toEqual({});
    expect(folderProblems(writing('\\\\files\\In', '\\\\FILES\\in\\xml'), [])).toEqual({ export: 'export-inside' });
    expect(folderProblems(writing('/in', ''), [])).toEqual({ export: 'export-incomplete' });
  });
});

describe('a new hot folder', () => {
  const settings = settingsSchema.parse({
    station: { id: 's', name: 'S' },
    connections: [{ id: 'c', name: 'C', baseUrl: 'https://x/v2', clientId: 'x' }],
    intake: { projects: { c: 'invoices' }, after: 'move', duplicateDays: 30, export: { folder: '/xml' } },
  });

  it('begins with the defaults of the settings', () => {
    expect(newFolder('/scans/Third floor', settings, null)).toMatchObject({
      name: 'Third floor',
      folder: '/scans/Third floor',
      rule: {
        connectionId: 'c',
        projectId: 'invoices',
        after: 'move',
        duplicateDays: 30,
        export: { folder: '/xml', template: '{title}' },
      },
    });
  });

  it('has the project of the practice service there, and none where nothing is known', () => {
    const practice = { connectionId: 'practice', projectId: 'trying' };
    const trying = newFolder('/in', { ...settings, defaultConnection: 'practice' }, practice);
    expect(trying.rule).toMatchObject({ connectionId: 'practice', projectId: 'trying' });
    expect(newFolder('/in', { ...settings, connections: [] }, null).rule).toMatchObject({
      connectionId: '',
      projectId: '',
    });
    expect(nameOfPath('C:\\Scans\\')).toBe('Scans');
    expect(nameOfPath('/')).toBe('/');
  });
});
