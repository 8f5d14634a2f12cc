import { describe, expect, it } from 'vitest';
import { findSections } from '../../../../src/renderer/screens/settings/sections.ts';
import { sections } from '../../../../src/renderer/screens/settings/sections.ts';
import { startTexts, textOf } from '../../../../src/renderer/text/index.ts';

describe('looking for a setting', () => {
  it('finds sections by their name and by what is in them, in the language of the window', async () => {
    await startTexts('de');
    const find = (text: string): readonly (readonly [string, readonly string[]])[] =>
      findSections(sections, text, textOf('settings')).map(({ section, matches }) => [section.id, matches]);
    expect(find('')).toHaveLength(sections.length);
    expect(find('BANDBREITE')).toEqual([['limits', ['Bandbreite']]]);
    expect(find('netz')).toEqual([['network', []]]);
    expect(find('nichts davon')).toEqual([]);
  });
});
