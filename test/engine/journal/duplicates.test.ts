import { describe, expect, it } from 'vitest';
import type { Change } from '../../../src/main/engine/journal/changes.ts';
import type { NewItem } from '../../../src/main/engine/journal/records.ts';
import {
  added,
  committed,
  eventsOf,
  fingerprint,
  moved,
  noon,
  openTestJournal,
  rule,
  someItem,
  someJob,
} from './journal-fixtures.ts';

/** The list by which the intake takes a file in. */
function takeIn(item: NewItem, since: number | null = null): readonly Change[] {
  const job = someJob({ subjectId: item.id });
  return [
    { ...added(item, 'seen', 'settling', 'accepted', 'uploading'), duplicateCheck: { since } },
    { kind: 'job-added', job },
    { kind: 'seen', file: { sourceId: item.sourceId, path: item.path, size: 1, modifiedAt: 1, itemId: item.id } },
    { kind: 'attempt-started', jobId: job.id, at: noon, leaseOwner: 'station', leaseUntil: noon + 1 },
  ];
}

describe('the duplicate check', () => {
  it('sets a second file with the same content aside, drops what would follow, and still remembers it as seen', async () => {
    const { journal } = await openTestJournal();
    const first = someItem({ sha256: fingerprint('a') });
    const second = someItem({ sha256: fingerprint('a') });
    expect(await journal.commit(takeIn(first))).toEqual({ ok: true, revision: 1 });

    const outcome = await journal.commit(takeIn(second));

    expect(outcome).toEqual({ ok: true, revision: 2, duplicateOf: first.id });
    expect(await journal.item(second.id)).toMatchObject({ stage: 'duplicate', duplicateOf: first.id });
    expect(await journal.jobsOf(second.id)).toEqual([]);
    expect(await journal.seenFile('inbox', second.path)).toMatchObject({ itemId: second.id });
    expect(await eventsOf(journal, second.id)).toEqual(['seen', 'settling', 'duplicate']);
    expect(await journal.counts()).toEqual({ uploading: 1, duplicate: 1 });
  });

  it('writes with a duplicate what is to be written then, and nothing of it with the first', async () => {
    const { journal } = await openTestJournal();
    const [first, second] = [someItem({ sha256: fingerprint('a') }), someItem({ sha256: fingerprint('a') })];
    for (const item of [first, second]) {
      const aside = [{ kind: 'job-added', job: someJob({ subjectId: item.id, kind: 'tidy' }) }] as const;
      const job = someJob({ subjectId: item.id });
      await journal.commit([
        { ...added(item, 'seen', 'accepted'), duplicateCheck: { since: null, aside } },
        { kind: 'job-added', job },
      ]);
    }
    expect((await journal.jobsOf(first.id)).map(({ kind }) => kind)).toEqual(['upload']);
    expect((await journal.jobsOf(second.id)).map(({ kind }) => kind)).toEqual(['tidy']);
  });

  it('sees the first one in the same group commit', async () => {
    const { journal } = await openTestJournal();
    const twins = Array.from({ length: 20 }, () => someItem({ sha256: fingerprint('b') }));

    const outcomes = await Promise.all(twins.map((item) => journal.commit(takeIn(item))));

    expect(new Set(outcomes.map((outcome) => (outcome.ok ? outcome.revision : null)))).toEqual(new Set([1]));
    expect(outcomes.filter((outcome) => outcome.ok && outcome.duplicateOf === undefined)).toHaveLength(1);
    expect(outcomes.slice(1)).toEqual(twins.slice(1).map(() => ({ ok: true, revision: 1, duplicateOf: twins[0]?.id })));
  });

  it('looks at accepted items of the same project and connection only', async () => {
    const { journal } = await openTestJournal();
    const content = { sha256: fingerprint('c') };
    await committed(journal, ...takeIn(someItem(content)));
    const elsewhere = [
      { ...rule, projectId: 'letters' },
      { ...rule, connectionId: 'branch' },
    ].map((each) => someItem({ ...content, rule: each }));

    for (const item of elsewhere) {
      expect(await journal.commit(takeIn(item))).not.toHaveProperty('duplicateOf');
    }
  });

  it.each(['cancelled', 'duplicate', 'settling'] as const)(
    'does not take an item that is %s for a first',
    async (stage) => {
      const { journal } = await openTestJournal();
      const first = someItem({ sha256: fingerprint('d') });
      await committed(journal, ...takeIn(first));
      await committed(journal, moved(first.id, 'uploading', stage));

      expect(await journal.commit(takeIn(someItem({ sha256: fingerprint('d') })))).not.toHaveProperty('duplicateOf');
    },
  );

  it('takes a held item for a first, and never an item for its own', async () => {
    const { journal } = await openTestJournal();
    const first = someItem({ sha256: fingerprint('e') });
    await committed(journal, ...takeIn(first));
    await committed(journal, moved(first.id, 'uploading', 'held'));

    expect(await journal.commit(takeIn(someItem({ sha256: fingerprint('e') })))).toHaveProperty(
      'duplicateOf',
      first.id,
    );
    const again = { ...moved(first.id, 'held', 'accepted', 'uploading'), duplicateCheck: { since: null } };
    expect(await journal.commit([again])).not.toHaveProperty('duplicateOf');
  });

  it('counts content only from the given instant on', async () => {
    const { journal } = await openTestJournal();
    const first = someItem({ sha256: fingerprint('f') });
    // Accepted at the third step.
    await committed(journal, ...takeIn(first));

    expect(await journal.commit(takeIn(someItem({ sha256: fingerprint('f') }), noon + 2))).toHaveProperty(
      'duplicateOf',
    );
    expect(await journal.commit(takeIn(someItem({ sha256: fingerprint('f') }), noon + 3))).not.toHaveProperty(
      'duplicateOf',
    );
  });

  it('holds for an item that is accepted later, by the fingerprint it gets then', async () => {
    const { journal } = await openTestJournal();
    const first = someItem({ sha256: fingerprint('1') });
    const second = someItem();
    await committed(journal, ...takeIn(first), added(second, 'seen', 'settling'));

    const outcome = await journal.commit([
      {
        ...moved(second.id, 'settling', 'accepted', 'uploading'),
        set: { sha256: fingerprint('1'), mediaType: 'application/pdf' },
        duplicateCheck: { since: null },
      },
      { kind: 'job-added', job: someJob({ subjectId: second.id }) },
    ]);

    expect(outcome).toMatchObject({ ok: true, duplicateOf: first.id });
    expect(await journal.item(second.id)).toMatchObject({
      stage: 'duplicate',
      duplicateOf: first.id,
      sha256: fingerprint('1'),
    });
    expect(await eventsOf(journal, second.id)).toEqual(['seen', 'settling', 'duplicate']);
    expect(await journal.jobsOf(second.id)).toEqual([]);
  });

  it('lets a duplicate be sent anyway, which is no duplicate any more', async () => {
    const { journal } = await openTestJournal();
    const second = someItem({ sha256: fingerprint('2') });
    await committed(journal, ...takeIn(someItem({ sha256: fingerprint('2') })));
    await committed(journal, ...takeIn(second));

    await committed(journal, moved(second.id, 'duplicate', 'accepted'));

    expect(await journal.item(second.id)).toMatchObject({ stage: 'accepted', duplicateOf: null });
  });

  it('does nothing for content that is not known yet', async () => {
    const { journal } = await openTestJournal();

    expect(await journal.commit(takeIn(someItem()))).not.toHaveProperty('duplicateOf');
    expect(await journal.commit(takeIn(someItem()))).not.toHaveProperty('duplicateOf');
  });
});
