import { describe, expect, it } from 'vitest';
import { fault } from '../../../src/main/engine/faults/fault.ts';
import {
  added,
  committed,
  eventsOf,
  fingerprint,
  moved,
  newId,
  noon,
  openTestJournal,
  rule,
  someItem,
} from './journal-fixtures.ts';

describe('an item', () => {
  it('is kept with everything it was taken in with', async () => {
    const { journal } = await openTestJournal();
    const item = someItem({
      sha256: fingerprint('a'),
      mediaType: 'application/pdf',
      externalId: 'Order 7',
      externalData: { cost: 12.5, urgent: true, note: null, who: 'Ä' },
      title: 'Rechnung',
      role: 'invoice',
      caseWord: '4711',
      previousVersion: 'older',
    });

    const revision = await committed(journal, added(item, 'seen', 'settling', 'accepted'));

    expect(await journal.item(item.id)).toEqual({
      ...item,
      stage: 'accepted',
      stageSince: noon + 2,
      takenInAt: noon,
      fault: null,
      resumeStage: null,
      paused: false,
      copy: null,
      duplicateOf: null,
      fileId: null,
      note: null,
      assignee: null,
      revision,
    });
    expect(await eventsOf(journal, item.id)).toEqual(['seen', 'settling', 'accepted']);
  });

  it('is refused where its id is there already, and nothing of the list is written', async () => {
    const { journal } = await openTestJournal();
    const item = someItem();
    const other = someItem();
    await committed(journal, added(item));

    const outcome = await journal.commit([added(other), added(item)]);

    expect(outcome).toEqual({ ok: false, index: 1, reason: 'taken', found: 'accepted' });
    expect(await journal.item(other.id)).toBeNull();
    expect(await journal.counts()).toEqual({ accepted: 1 });
  });

  it('moves along its trail with one line of history a step', async () => {
    const { journal } = await openTestJournal();
    const item = someItem();
    await committed(journal, added(item));

    await journal.commit(
      [
        {
          ...moved(item.id, 'accepted', 'uploading', 'uploaded'),
          set: { fileId: 'file-1', title: 'New title', paused: true, externalData: { a: 1 } },
        },
      ],
      'maria',
    );

    expect(await journal.item(item.id)).toMatchObject({
      stage: 'uploaded',
      stageSince: noon + 100,
      fileId: 'file-1',
      title: 'New title',
      paused: true,
      externalData: { a: 1 },
    });
    const history = await journal.custody({ subjectIds: [item.id], limit: 10 });
    expect(history.map((row) => [row.event, row.actor])).toEqual([
      ['seen', 'engine'],
      ['accepted', 'engine'],
      ['uploading', 'maria'],
      ['uploaded', 'maria'],
    ]);
  });

  it('does not move from a stage the caller did not expect', async () => {
    const { journal } = await openTestJournal();
    const item = someItem();
    await committed(journal, added(item));

    const outcome = await journal.commit([moved(item.id, ['uploaded', 'held'], 'submitting')]);

    expect(outcome).toEqual({ ok: false, index: 0, reason: 'stage', found: 'accepted' });
    expect(await eventsOf(journal, item.id)).toEqual(['seen', 'accepted']);
  });

  it('is missing where nobody took it in', async () => {
    const { journal } = await openTestJournal();

    expect(await journal.commit([moved('nobody', 'accepted', 'uploading')])).toEqual({
      ok: false,
      index: 0,
      reason: 'missing',
      found: null,
    });
    expect(await journal.commit([{ kind: 'item-set', itemId: 'nobody', set: { title: 'x' } }])).toMatchObject({
      reason: 'missing',
    });
    expect(await journal.item('nobody')).toBeNull();
  });

  it('remembers the stage it was held from, through being held again, until it goes on', async () => {
    const { journal } = await openTestJournal();
    const item = someItem();
    const reason = fault('file-gone', { name: item.name });
    await committed(journal, added(item, 'seen', 'accepted', 'uploading'));

    await committed(journal, { ...moved(item.id, 'uploading', 'held'), set: { fault: reason } });
    expect(await journal.item(item.id)).toMatchObject({ stage: 'held', resumeStage: 'uploading', fault: reason });
    await committed(journal, moved(item.id, 'held', 'cancelled'));
    expect(await journal.item(item.id)).toMatchObject({ stage: 'cancelled', resumeStage: 'uploading' });
    await committed(journal, { ...moved(item.id, 'cancelled', 'accepted'), set: { fault: null } });
    expect(await journal.item(item.id)).toMatchObject({ stage: 'accepted', resumeStage: null, fault: null });

    const held = (await journal.custody({ subjectIds: [item.id], limit: 10 })).find((row) => row.event === 'held');
    expect(held?.detail).toEqual({ fault: 'file-gone' });
  });

  it('takes the resume stage that the caller names', async () => {
    const { journal } = await openTestJournal();
    const item = someItem();
    await committed(journal, added(item));

    await committed(journal, { ...moved(item.id, 'accepted', 'held'), set: { resumeStage: 'settling' } });

    expect(await journal.item(item.id)).toMatchObject({ resumeStage: 'settling' });
  });

  it('is guarded and set without a move by a trail without steps', async () => {
    const { journal } = await openTestJournal();
    const item = someItem();
    await committed(journal, added(item));

    await committed(journal, { ...moved(item.id, 'accepted'), set: { path: '/processed/a.pdf' } });

    expect(await journal.item(item.id)).toMatchObject({ stage: 'accepted', path: '/processed/a.pdf' });
    expect(await eventsOf(journal, item.id)).toEqual(['seen', 'accepted']);
  });

  it('is set in place, with a line of history only where there is a note', async () => {
    const { journal } = await openTestJournal();
    const item = someItem();
    await committed(journal, added(item));
    const otherRule = { ...rule, projectId: 'letters' };

    await committed(journal, { kind: 'item-set', itemId: item.id, set: { path: '/moved.pdf', rule: otherRule } });
    await committed(journal, {
      kind: 'item-set',
      itemId: item.id,
      set: { externalId: 'E-9' },
      note: { event: 'tidied', detail: { to: '/moved.pdf' } },
    });

    expect(await journal.item(item.id)).toMatchObject({ path: '/moved.pdf', rule: otherRule, externalId: 'E-9' });
    expect(await eventsOf(journal, item.id)).toEqual(['seen', 'accepted', 'tidied']);
  });

  it('is paused and goes on', async () => {
    const { journal } = await openTestJournal();
    const item = someItem();
    await committed(journal, added(item));

    await committed(journal, { kind: 'pause-set', scope: 'item', id: item.id, paused: true, at: noon });
    expect(await journal.item(item.id)).toMatchObject({ paused: true });
    await committed(journal, { kind: 'pause-set', scope: 'item', id: item.id, paused: false, at: noon });

    expect(await journal.item(item.id)).toMatchObject({ paused: false });
    expect(await eventsOf(journal, item.id)).toEqual(['seen', 'accepted', 'paused', 'resumed']);
  });

  it('is found by the first characters of its id', async () => {
    const { journal } = await openTestJournal();
    const ids = ['0abc1', '0abc2', '0abd1'];
    await committed(journal, ...ids.map((id) => added(someItem({ id }))));

    expect((await journal.itemsByIdPrefix('0ABC', 10)).map((item) => item.id)).toEqual(['0abc1', '0abc2']);
    expect((await journal.itemsByIdPrefix('0a', 2)).map((item) => item.id)).toEqual(['0abc1', '0abc2']);
    expect((await journal.itemsByIds(['0abd1', 'none', '0abd1'])).map((item) => item.id)).toEqual(['0abd1']);
  });

  it('counts by stage and source without being counted', async () => {
    const { journal } = await openTestJournal();
    const here = [someItem(), someItem()];
    const there = someItem({ sourceId: 'scanner' });
    await committed(journal, ...[...here, there].map((item) => added(item)));
    await committed(journal, moved(there.id, 'accepted', 'uploading', 'uploaded'));

    expect(await journal.counts()).toEqual({ accepted: 2, uploaded: 1 });
    expect(await journal.counts('scanner')).toEqual({ uploaded: 1 });
    expect(await journal.counts('nowhere')).toEqual({});
  });

  it('keeps names and paths that are awkward', async () => {
    const { journal } = await openTestJournal();
    const name = 'a\n"b" \u202e💥 ü.pdf';
    const item = someItem({ id: newId(), name, path: `/in/${'ü'.normalize('NFD')}/${name}` });

    await committed(journal, added(item));

    expect(await journal.item(item.id)).toMatchObject({ name, path: item.path });
  });
});
