import { expect, test } from 'vitest';
import { fuseComplaints, readFuses } from '../../tools/fuses.ts';

/** A binary with the given fuses, one character each. */
function binaryWith(states: string, version = 1): Buffer {
  const head = Buffer.from('machine code\0dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX', 'latin1');
  return Buffer.concat([head, Buffer.from([version, states.length]), Buffer.from(`${states}more code`, 'latin1')]);
}

test('a binary packaged as it must be has nothing to complain of', () => {
  const fuses = readFuses(binaryWith('000011'));
  expect(fuses && fuseComplaints(fuses)).toEqual([]);
});

test('each fuse that is not as it must be is named', () => {
  const fuses = readFuses(binaryWith('101100'));
  expect(fuses && fuseComplaints(fuses)).toEqual([
    'fuse RunAsNode must be off',
    'fuse EnableNodeOptionsEnvironmentVariable must be off',
    'fuse EnableNodeCliInspectArguments must be off',
    'fuse EnableEmbeddedAsarIntegrityValidation must be on',
    'fuse OnlyLoadAppFromAsar must be on',
  ]);
});

test('fuses that an older Electron does not have count as off', () => {
  expect(readFuses(binaryWith('00'))?.get('OnlyLoadAppFromAsar')).toBe(false);
});

test('what is no Electron binary, or one of another layout, has none', () => {
  expect(readFuses(Buffer.from('anything'))).toBeNull();
  expect(readFuses(binaryWith('000011', 2))).toBeNull();
});
