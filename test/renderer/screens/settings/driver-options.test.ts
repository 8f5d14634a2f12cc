import { expect, test } from 'vitest';
import {
  driverOptionsText,
  readDriverOptions,
} from '../../../../src/renderer/screens/settings/scanners/profile-drafts.ts';

test('options of a driver are read as they are typed, and written so again', () => {
  expect(readDriverOptions('')).toEqual({});
  const options = readDriverOptions(' swcrop=yes;--mode = True Gray ; l=0;');
  expect(options).toEqual({ swcrop: 'yes', mode: 'True Gray', l: '0' });
  expect(driverOptionsText(options ?? {})).toBe('swcrop=yes; mode=True Gray; l=0');
  expect(driverOptionsText(undefined)).toBe('');
});

test('what is not written so is nothing', () => {
  for (const typed of ['swcrop', '=yes', '1x=2', 'a b=c', `long=${'x'.repeat(201)}`]) {
    expect(readDriverOptions(typed)).toBeNull();
  }
});
