import { beforeAll, describe, expect, it } from 'vitest';
import { changeLanguage, startTexts, textOf } from '../../../src/renderer/text/index.ts';

describe('a text with a count', () => {
  beforeAll(() => startTexts('en'));

  it('chooses the plural and writes the figure as the language does', async () => {
    expect(textOf('intake')('selected', { count: 1 })).toBe('1 selected');
    expect(textOf('intake')('selected', { count: 12_345 })).toBe('12,345 selected');
    await changeLanguage('de');
    expect(textOf('intake')('selected', { count: 12_345 })).toBe('12.345 gewählt');
    await changeLanguage('en');
  });

  it('leaves other figures and texts as they are', () => {
    expect(textOf('exports')('view-written', { number: '' }).trim()).toBe('Written');
    expect(textOf('documents')('range', { from: '1', to: '100', total: 4711 })).toContain('4711');
  });
});
