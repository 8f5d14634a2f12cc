import { describe, expect, it } from 'vitest';
import type { OpenCaseMember } from '../../../../../src/shared/case-views.ts';
import { needsOf } from '../../../../../src/renderer/screens/cases/open-cases/terms.ts';

function member(name: string, role: string | null): OpenCaseMember {
  return {
    itemId: name,
    name,
    size: 1,
    mediaType: null,
    sourceId: 'drop',
    stage: 'uploaded',
    fault: null,
    role,
    mainFile: false,
    mainMarked: false,
    takenInAt: 0,
    documentIds: [],
  };
}

describe('what belongs to an open case', () => {
  it('names required roles first, with their file or without', () => {
    const needs = needsOf({
      required: ['invoice', 'deliveryNote'],
      members: [member('photo.jpg', 'photo'), member('a.pdf', 'Invoice'), member('b.pdf', null)],
    });
    expect(needs).toEqual([
      { role: 'invoice', required: true, fileName: 'a.pdf' },
      { role: 'deliveryNote', required: true, fileName: null },
      { role: 'photo', required: false, fileName: 'photo.jpg' },
    ]);
  });

  it('names a role once, however many files have it', () => {
    const needs = needsOf({ required: [], members: [member('a.pdf', 'photo'), member('b.pdf', 'Photo')] });
    expect(needs).toEqual([{ role: 'photo', required: false, fileName: 'a.pdf' }]);
  });
});
