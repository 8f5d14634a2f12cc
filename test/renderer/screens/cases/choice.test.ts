import { beforeEach, describe, expect, it } from 'vitest';
import {
  chooseFile,
  chooseFiles,
  clearChoice,
  takenWith,
  useChoice,
} from '../../../../src/renderer/screens/cases/choice.ts';

describe('chosen files', () => {
  beforeEach(clearChoice);

  it('are one by a click and more by a toggling one, loose or in an open case', () => {
    chooseFile('a', null, false);
    chooseFile('b', 'open-case', true);
    expect([...useChoice.getState().files]).toEqual([
      ['a', null],
      ['b', 'open-case'],
    ]);
    chooseFile('a', null, true);
    expect([...useChoice.getState().files.keys()]).toEqual(['b']);
    chooseFile('c', null, false);
    expect([...useChoice.getState().files.keys()]).toEqual(['c']);
  });

  it('go together when one of them is dragged, and stay when another one is', () => {
    chooseFiles(
      new Map([
        ['a', null],
        ['b', null],
      ]),
    );
    expect(takenWith('a', null).size).toBe(2);
    expect([...takenWith('z', 'open-case')]).toEqual([['z', 'open-case']]);
  });
});
