import { expect, test } from 'vitest';
import { eventKeyOf } from '../../src/shared/history/event-key.ts';

test.each(['one-document', 'nothing-left', 'no-pictures', 'inseparable', 'took-too-long', 'too-large'])(
  'the history says why a file was not separated: %s',
  (because) => {
    const row = {
      sequence: 1,
      at: 0,
      subject: 'item',
      subjectId: 'a',
      event: 'not-separated',
      actor: '',
      hash: '',
    } as const;
    expect(eventKeyOf({ ...row, detail: { because } })).toBe(`item-not-separated-${because}`);
    expect(eventKeyOf({ ...row, detail: {} })).toBe('item-not-separated');
  },
);
