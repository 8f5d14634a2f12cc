import { describe, expect, it } from 'vitest';
import { fault } from '../../../src/main/engine/faults/fault.ts';
import { journalFault } from '../../../src/main/engine/journal/journal-faults.ts';

describe('the faults of the journal', () => {
  it.each([
    'data-directory-taken',
    'data-directory-unusable',
    'disk-full',
    'journal-damaged',
    'record-unreadable',
  ] as const)('say of %s what the closed list says', (code) => {
    expect(journalFault(code, { a: 1 }, 'cause')).toEqual(fault(code, { a: 1 }, 'cause'));
    expect(journalFault(code, {})).toEqual(fault(code));
  });
});
