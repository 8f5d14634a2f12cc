import { beforeAll, describe, expect, it } from 'vitest';
import { eventsOf, placeOf, subjectName } from '../../../../src/renderer/screens/activity/log-lines.ts';
import { startTexts } from '../../../../src/renderer/text/index.ts';
import type { LogSubject } from '../../../../src/shared/activity-views.ts';
import type { CustodyView } from '../../../../src/shared/views.ts';

function line(subject: CustodyView['subject'], detail: CustodyView['detail'] = {}): CustodyView {
  return { sequence: 1, at: 0, subject, subjectId: 'subject-1', event: 'held', actor: 'engine', detail, hash: '' };
}

const known: LogSubject = {
  id: 'subject-1',
  name: 'a.pdf',
  items: 1,
  itemId: null,
  documentId: null,
  connectionId: 'c',
};

describe('lines of the log', () => {
  beforeAll(async () => {
    await startTexts('en');
  });

  it('are named as people know it, else by kind and id', () => {
    const source = (id: string): string => `source ${id}`;
    expect(subjectName(line('item'), known, source)).toBe('a.pdf');
    expect(subjectName(line('submission'), { ...known, items: 3 }, source)).toBe('a.pdf and 2 more files');
    expect(subjectName(line('document'), { ...known, name: null, documentId: '0123456789' }, source)).toBe(
      'Document 01234567',
    );
    expect(subjectName(line('case'), undefined, source)).toBe('Case subject-');
    expect(subjectName(line('station', { scope: 'all' }), undefined, source)).toBe('everything');
    expect(subjectName(line('station', { scope: 'source' }), undefined, source)).toBe('source subject-1');
  });

  it('lead to the item, document or export, and nowhere where there is none', () => {
    expect(placeOf(line('item'), { ...known, itemId: 'i' })).toEqual({ screen: 'intake', params: { itemId: 'i' } });
    expect(placeOf(line('document'), { ...known, documentId: 'd' })).toEqual({
      screen: 'documents',
      params: { documentId: 'd', connectionId: 'c' },
    });
    expect(placeOf(line('export'), { ...known, documentId: 'd' })).toEqual({
      screen: 'exports',
      params: { exportId: 'subject-1' },
    });
    expect(placeOf(line('case'), undefined)).toBeNull();
    expect(placeOf(line('station'), undefined)).toBeNull();
  });

  it('can be limited to what happens to their kind', () => {
    expect(eventsOf('station')).toEqual(['paused', 'resumed', 'journal-recovered']);
    expect(eventsOf(null)).toContain('written');
  });
});
