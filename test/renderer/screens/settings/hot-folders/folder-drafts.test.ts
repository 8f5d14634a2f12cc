import { expect, test } from 'vitest';
import { newFolder, setParts } from '../../../../../src/renderer/screens/settings/hot-folders/folder-drafts.ts';
import { newExportRule } from '../../../../../src/renderer/screens/settings/rules/export-rule.ts';
import { settingsSchema, type HotFolder } from '../../../../../src/shared/settings.ts';

const settings = settingsSchema.parse({ station: { id: 's', name: 'S' } });
const usual = newFolder('/in', settings, null);
const withRule = (rule: Partial<HotFolder['rule']>): HotFolder => ({ ...usual, rule: { ...usual.rule, ...rule } });

test('what stands folded away is named where it is not as a new folder has it', () => {
  expect(setParts(usual, usual)).toEqual([]);
  expect(setParts({ ...usual, folder: '/other', name: 'Other' }, usual)).toEqual([]);
  // Where the XML goes stands above it; how, below.
  expect(setParts(withRule({ export: newExportRule('/xml') }), usual)).toEqual([]);
  expect(setParts(withRule({ export: { ...newExportRule('/xml'), states: ['done'] } }), usual)).toEqual(['part-xml']);
  expect(setParts(withRule({ mode: 'batch', after: 'delete' }), usual)).toEqual(['part-mode', 'part-originals']);
  expect(setParts({ ...usual, claim: true, rescanMs: 1_000 }, usual)).toEqual(['part-files', 'part-times']);
  expect(setParts(withRule({ fields: [{ kind: 'date', key: 'due', label: 'Due', required: true }] }), usual)).toEqual([
    'part-fields',
  ]);
});
