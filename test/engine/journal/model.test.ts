import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Change } from '../../../src/main/engine/journal/changes.ts';
import { migrate } from '../../../src/main/engine/journal/migrations/migrate.ts';
import { createReads } from '../../../src/main/engine/journal/reading/reads.ts';
import { openDatabase, setUpWriting } from '../../../src/main/engine/journal/storage/database.ts';
import { walkBegun, walkOn } from '../../../src/main/engine/journal/storage/custody-chain.ts';
import { createRules } from '../../../src/main/engine/journal/storage/rules.ts';
import { createWriter } from '../../../src/main/engine/journal/writing/writer.ts';
import { itemStages } from '../../../src/shared/item.ts';
import type { ItemStage } from '../../../src/shared/item.ts';
import { makeTestFolder } from '../../support/ports.ts';
import { fingerprint, noon, rule, someItem, someJob } from './some-records.ts';
import { fc } from '../../support/property.ts';

/** The steps of a random life: few ids and contents, so that they meet. */
type Step =
  | {
      readonly kind: 'add';
      readonly item: number;
      readonly content: number | null;
      readonly project: number;
      readonly last: ItemStage;
    }
  | {
      readonly kind: 'move';
      readonly item: number;
      readonly from: readonly ItemStage[];
      readonly to: ItemStage;
      readonly check: boolean;
    }
  | { readonly kind: 'job'; readonly job: number }
  | { readonly kind: 'start'; readonly job: number; readonly owner: number }
  | { readonly kind: 'end'; readonly job: number; readonly state: 'done' | 'ready' | 'held' | 'cancelled' };

const stage = fc.constantFrom(...itemStages);
const some = (max: number) => fc.nat(max - 1);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant('add' as const),
    item: some(8),
    content: fc.option(some(3)),
    project: some(2),
    last: fc.constantFrom('accepted' as const, 'uploading' as const, 'settling' as const, 'held' as const),
  }),
  fc.record({
    kind: fc.constant('move' as const),
    item: some(8),
    from: fc.oneof(fc.constant(itemStages), fc.uniqueArray(stage, { minLength: 1, maxLength: 5 })),
    to: stage,
    check: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('job' as const), job: some(4) }),
  fc.record({ kind: fc.constant('start' as const), job: some(4), owner: some(2) }),
  fc.record({
    kind: fc.constant('end' as const),
    job: some(4),
    state: fc.constantFrom('done' as const, 'ready' as const, 'held' as const, 'cancelled' as const),
  }),
);

interface ModelItem {
  readonly id: string;
  readonly order: number;
  readonly stage: ItemStage;
  readonly content: number | null;
  readonly project: number;
  readonly accepted: boolean;
  readonly duplicateOf: string | null;
}

interface ModelJob {
  readonly state: string;
  readonly attempts: number;
  readonly leaseOwner: string | null;
}

/** What the journal promises, in the simplest words: two maps. */
interface Model {
  readonly items: ReadonlyMap<string, ModelItem>;
  readonly jobs: ReadonlyMap<string, ModelJob>;
}

const accepting: readonly ItemStage[] = [
  'accepted',
  'uploading',
  'uploaded',
  'submitting',
  'submitted',
  'tracking',
  'settled',
  'exported',
  'handed-over',
  'separated',
];

function original(model: Model, item: Pick<ModelItem, 'id' | 'content' | 'project'>): string | null {
  if (item.content === null) return null;
  const candidates = [...model.items.values()].filter(
    (other) =>
      other.id !== item.id &&
      other.content === item.content &&
      other.project === item.project &&
      other.accepted &&
      other.stage !== 'duplicate' &&
      other.stage !== 'cancelled',
  );
  return candidates.sort((a, b) => a.order - b.order)[0]?.id ?? null;
}

type Applied = { readonly model: Model; readonly outcome: unknown };

/** Applies a list to the model; the outcome without its revision. */
function applyToModel(before: Model, steps: readonly Step[]): Applied {
  const items = new Map(before.items);
  const jobs = new Map(before.jobs);
  const model = { items, jobs };
  const refuse = (index: number, reason: string, found: string | null): Applied => ({
    model: before,
    outcome: { ok: false, index, reason, found },
  });
  for (const [index, each] of steps.entries()) {
    if (each.kind === 'add' || each.kind === 'move') {
      const id = `item-${each.item}`;
      const present = items.get(id);
      if (each.kind === 'add' && present !== undefined) return refuse(index, 'taken', present.stage);
      if (each.kind === 'move' && present === undefined) return refuse(index, 'missing', null);
      if (each.kind === 'move' && present !== undefined && !each.from.includes(present.stage)) {
        return refuse(index, 'stage', present.stage);
      }
      const base =
        each.kind === 'add'
          ? { id, order: items.size, content: each.content, project: each.project, accepted: false }
          : (present ?? { id, order: 0, content: null, project: 0, accepted: false });
      const duplicateOf = each.kind === 'add' || each.check ? original(model, base) : null;
      const to = duplicateOf !== null ? 'duplicate' : each.kind === 'add' ? each.last : each.to;
      const accepted = to === 'seen' || to === 'settling' ? false : base.accepted || accepting.includes(to);
      items.set(id, { ...base, stage: to, accepted, duplicateOf });
      if (duplicateOf !== null) return { model, outcome: { ok: true, duplicateOf } };
      continue;
    }
    const id = `job-${each.job}`;
    const present = jobs.get(id);
    if (each.kind === 'job') {
      if (present !== undefined) return refuse(index, 'taken', present.state);
      jobs.set(id, { state: 'ready', attempts: 0, leaseOwner: null });
      continue;
    }
    if (present === undefined) return refuse(index, 'missing', null);
    if (each.kind === 'start') {
      const leaseOwner = `owner-${each.owner}`;
      const goesOn = present.state === 'running' && present.leaseOwner === leaseOwner;
      if (present.state !== 'ready' && !goesOn) return refuse(index, 'stage', present.state);
      jobs.set(id, { ...present, state: 'running', leaseOwner });
      continue;
    }
    if (present.state !== 'running') return refuse(index, 'stage', present.state);
    const failed = each.state === 'ready' || each.state === 'held';
    jobs.set(id, { state: each.state, attempts: present.attempts + (failed ? 1 : 0), leaseOwner: null });
  }
  return { model, outcome: { ok: true } };
}

function changeOf(each: Step): Change {
  switch (each.kind) {
    case 'add':
      return {
        kind: 'item-added',
        item: someItem({
          id: `item-${each.item}`,
          sourceId: `source-${each.item % 2}`,
          sha256: each.content === null ? null : fingerprint(String(each.content)),
          rule: { ...rule, projectId: `project-${each.project}` },
        }),
        trail: [
          { stage: 'seen', at: noon },
          { stage: each.last, at: noon },
        ],
        duplicateCheck: { since: null },
      };
    case 'move':
      return {
        kind: 'item-moved',
        itemId: `item-${each.item}`,
        from: each.from,
        trail: [{ stage: each.to, at: noon }],
        ...(each.check ? { duplicateCheck: { since: null } } : {}),
      };
    case 'job':
      return { kind: 'job-added', job: someJob({ id: `job-${each.job}` }) };
    case 'start':
      return {
        kind: 'attempt-started',
        jobId: `job-${each.job}`,
        at: noon,
        leaseOwner: `owner-${each.owner}`,
        leaseUntil: noon,
      };
    case 'end':
      return { kind: 'attempt-ended', jobId: `job-${each.job}`, at: noon, state: each.state };
  }
}

/** What happens to the journal after a batch: nothing, what waits is written, or its process is gone and another one opens it. */
const afterwards = fc.constantFrom('nothing', 'written', 'crashed');

describe('any sequence of batches of lists of changes', () => {
  it.each([
    ['each in the tables at once', { min: 1_000, max: 1_000 }],
    ['durable as they came, and in the tables later', { min: 1, max: 12 }],
  ])('leaves the journal as a simple model of it says: %s', async (_, limits) => {
    const folder = await makeTestFolder();
    let run = 0;
    const lists = fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { maxLength: 5 });
    const batches = fc.array(fc.tuple(lists, afterwards), { maxLength: 8 });
    fc.assert(
      fc.property(batches, (life) => {
        run += 1;
        const database = openDatabase(join(folder, `journal-${run}.sqlite`));
        try {
          setUpWriting(database);
          database.exec('PRAGMA synchronous = OFF');
          migrate(database);
          const rules = createRules(database);
          let writer = createWriter(database, rules, limits);
          const reads = createReads(database, rules, { item: () => undefined, row: () => undefined });
          let model: Model = { items: new Map(), jobs: new Map() };
          for (const [batch, after] of life) {
            const expected: unknown[] = [];
            for (const list of batch) {
              const applied = applyToModel(model, list);
              model = applied.model;
              expected.push(applied.outcome);
            }
            const { results } = writer.writeBatch(
              batch.map((list) => ({ changes: list.map(changeOf), actor: null, at: noon })),
            );
            const withoutRevision = results.map((result) =>
              Object.fromEntries(Object.entries(result).filter(([name]) => name !== 'revision')),
            );
            expect(withoutRevision).toEqual(expected);
            if (after === 'written') expect(writer.writeWaiting()).toBe(0);
            if (after === 'crashed') writer = createWriter(database, rules, limits);
          }
          expect(writer.writeWaiting()).toBe(0);
          const counts: Partial<Record<ItemStage, number>> = {};
          for (const item of model.items.values()) counts[item.stage] = (counts[item.stage] ?? 0) + 1;
          expect(reads.counts()).toEqual(counts);
          expect(reads.items({ limit: 100, order: 'oldest' }).rows).toMatchObject(
            [...model.items.values()]
              .sort((a, b) => a.order - b.order)
              .map(({ id, stage: present, duplicateOf }) => ({ id, stage: present, duplicateOf })),
          );
          for (const [id, job] of model.jobs) expect(reads.job(id)).toMatchObject(job);
          expect(walkOn(database, walkBegun, 100_000).brokenAt).toBeNull();
        } finally {
          database.close();
        }
      }),
      { numRuns: 150 },
    );
  });
});
