import { expect, test } from 'vitest';
import { eventKeyOf, notedWords } from '../../src/shared/history/event-key.ts';
import { germanEvents } from '../../src/shared/history/events-de.ts';
import { englishEvents } from '../../src/shared/history/events-en.ts';

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

test('each sentence of the history has only places that are filled in', () => {
  const row = {
    sequence: 1,
    at: 0,
    subject: 'item',
    subjectId: 'a',
    event: 'seen',
    actor: '',
    hash: '',
    detail: {},
  } as const;
  const filled = [
    ...Object.keys(notedWords(row)),
    ...['name', 'job', 'id', 'count', 'number', 'at', 'before', 'state'],
  ];
  for (const [key, text] of [...Object.entries(englishEvents), ...Object.entries(germanEvents)]) {
    const places = [...text.matchAll(/\{(\w+)\}/gu)].map(([, place = '']) => place);
    expect(filled, key).toEqual(expect.arrayContaining(places));
  }
});
