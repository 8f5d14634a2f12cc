import { describe, expect, it } from 'vitest';
import {
  documentThatAsks,
  exportThatAsks,
  standingOf,
  withoutStop,
} from '../../../../src/renderer/screens/intake/item-standing.ts';
import type { Fault } from '../../../../src/shared/faults.ts';
import type { ItemView } from '../../../../src/shared/views.ts';
import { itemViewOf as item } from '../../../support/item-view.ts';

const fault: Fault = { code: 'pdf-password', retry: 'after-person', owner: 'clerk', params: {} };

const inState = (state: string): ItemView['documents'] => [{ id: 'd', state, title: null }];

describe('where an item stands', () => {
  it.each([
    ['reviewRequired', 'review'],
    ['failed', 'failed'],
    ['transferFailed', 'transfer-failed'],
    ['rejected', 'rejected'],
    ['junk', 'junk'],
    ['inCompletion', 'complete'],
    ['done', 'settled'],
  ] as const)('a settled one whose document is %s is told as %s', (state, standing) => {
    expect(standingOf(item({ documents: inState(state) }))).toBe(standing);
  });

  it('says who a held one waits for, and that the service failed', () => {
    expect(standingOf(item({ stage: 'held', fault }))).toBe('held');
    expect(standingOf(item({ stage: 'held', fault: { ...fault, owner: 'it' } }))).toBe('held-it');
    expect(standingOf(item({ stage: 'held', fault: { ...fault, code: 'processing-failed' } }))).toBe('failed');
  });

  it('an export that is held comes before what is done, a document that asks before both', () => {
    const exports: ItemView['exports'] = [{ path: null, state: 'held', fault }];
    expect(standingOf(item({ stage: 'exported', exports, documents: inState('done') }))).toBe('not-exported');
    expect(standingOf(item({ stage: 'exported', exports, documents: inState('reviewRequired') }))).toBe('review');
    expect(exportThatAsks(item({ exports }))).toEqual(fault);
  });

  it('what goes on by itself says so also while it is tried again or paused', () => {
    expect(standingOf(item({ stage: 'uploading' }))).toBe('uploading');
    expect(standingOf(item({ stage: 'uploading', fault }))).toBe('trying-again');
    expect(standingOf(item({ stage: 'submitting', fault: { ...fault, code: 'outcome-unclear' } }))).toBe('unclear');
    expect(standingOf(item({ stage: 'accepted', paused: true, fault }))).toBe('paused');
  });

  it('a cancelled one asks nobody, whatever its document says', () => {
    const cancelled = item({ stage: 'cancelled', documents: inState('failed') });
    expect(documentThatAsks(cancelled)).toBeUndefined();
    expect(standingOf(cancelled)).toBe('cancelled');
  });
});

it('a sentence loses its full stop only where it stands alone', () => {
  expect(withoutStop('This PDF is protected by a password.')).toBe('This PDF is protected by a password');
  expect(withoutStop('It changed. Nothing was sent.')).toBe('It changed. Nothing was sent.');
});
