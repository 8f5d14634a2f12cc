import type { Fault, Outcome } from '../../../shared/faults.ts';
import type { Field } from '../../../shared/fields/field-rule.ts';
import { readField, withValues } from '../../../shared/fields/field-values.ts';
import type { ExternalData } from '../../../shared/settings.ts';
import { fault, success } from '../faults/fault.ts';
import { misuse, wrongUse } from '../faults/usage-sentences.ts';
import { fieldFaults, hindranceOf, unfit } from '../fields/field-faults.ts';
import type { Lookups } from '../fields/lookups.ts';
import { problemOfExternalData } from '../intake/sidecar/sidecar-fields.ts';
import type { Change } from '../journal/changes.ts';
import type { Journal } from '../journal/journal.ts';
import type { ItemRecord, NewJob } from '../journal/records.ts';
import type { Queue } from '../queue/queue.ts';
import type { KnownItems } from '../submissions/known-items.ts';
import { createSerial } from '../platform/serial.ts';
import { isLive } from './cancel-item.ts';
import { queuedJob } from './outstanding.ts';

/** What filling in fields needs. */
export interface FillDependencies {
  readonly journal: Journal;
  readonly queue: Pick<Queue, 'add'>;
  readonly known: Pick<KnownItems, 'forget'>;
  readonly now: () => number;
  /** The account that decides, for custody. */
  readonly actor: string;
  readonly uploadJob: (item: ItemRecord, dueAt: number) => NewJob;
  readonly lookups: Pick<Lookups, 'row'>;
  /** The form of an item as its source has it now. */
  readonly fieldsOf: (item: ItemRecord) => readonly Field[];
}

/** What a person filled in, and since when (ms since 1970) the file stood as they saw it; undefined: they saw none. */
export interface Filled {
  readonly values: Readonly<Record<string, string>>;
  readonly since: number | undefined;
}

/** Filling in fields of held items. */
export interface FillFields {
  /** Answers why not, null where the values are kept; what lacks nothing any more goes on. */
  fill(item: ItemRecord, filled: Filled): Promise<Fault | null>;
  /** Lets an item go on that was held for its fields, by the form as it is now. Answers what it still lacks. */
  goOn(item: ItemRecord): Promise<Fault | null>;
}

/** Where nothing of an item is at the service, so that what is filled in still goes along. */
const unsent: readonly (ItemRecord['resumeStage'] | null)[] = [null, 'seen', 'settling', 'accepted', 'uploading'];

/** Whether an item is held for its fields. */
export function waitsForFields({ stage, fault: reason }: Pick<ItemRecord, 'stage' | 'fault'>): boolean {
  return stage === 'held' && reason !== null && fieldFaults.has(reason.code);
}

/** The values as they are kept, or why one of them is none; '' takes a value away. */
async function readValues(
  { lookups }: FillDependencies,
  fields: readonly Field[],
  item: ItemRecord,
  typed: Readonly<Record<string, string>>,
): Promise<Outcome<Readonly<Record<string, string>>>> {
  const values: Record<string, string> = {};
  for (const [key, text] of Object.entries(typed)) {
    const field = fields.find((each) => each.key.toLowerCase() === key.toLowerCase());
    if (field === undefined) return misuse('no-such-field', { name: item.name, field: key });
    const read = text.trim() === '' ? ({ ok: true, value: '' } as const) : readField(field, text, null);
    if (!read.ok) return { ok: false, fault: unfit(field, read.problem) };
    values[field.key] = read.value;
    if (field.kind !== 'lookup' || read.value === '') continue;
    const row = await lookups.row(field, read.value);
    if (!row.ok) return row;
    if (row.value === null) return { ok: false, fault: unfit(field, 'not-in-list') };
    values[field.key] = row.value.value;
  }
  return success(values);
}

/** Makes it. */
export function createFillFields(dependencies: FillDependencies): FillFields {
  const { journal, queue, known, now, actor, lookups } = dependencies;
  const turns = createSerial();

  /** One commit: what is filled in, and that the item goes on where it lacks nothing any more; answers what it lacks. Refused where another decision was faster. */
  async function keep(
    item: ItemRecord,
    fields: readonly Field[],
    externalData: ExternalData | null,
    told: readonly Change[],
  ): Promise<Outcome<Fault | null>> {
    const found = await hindranceOf(lookups, fields, externalData);
    // The upload waits for a list that can't be read, with its reason; a held item waits for a person.
    const lack = found?.code === 'lookup-unreadable' ? null : found;
    const rule = { ...item.rule, fields: fields.length === 0 ? undefined : [...fields] };
    const tooLate = misuse('fields-too-late', { name: item.name });
    const move = { kind: 'item-moved', itemId: item.id, from: ['held'], since: item.stageSince } as const;
    known.forget(item.id);
    if (!waitsForFields(item) || lack !== null) {
      const set = { externalData, rule, ...(waitsForFields(item) ? { fault: lack } : {}) };
      const kept = await journal.commit([{ ...move, trail: [], set }, ...told], actor);
      return kept.ok ? success(lack) : tooLate;
    }
    const left = (await journal.jobsOf(item.id)).filter((job) => isLive(job) || job.state === 'held');
    const job = dependencies.uploadJob({ ...item, rule }, now());
    const outcome = await journal.commit(
      [
        ...told,
        {
          ...move,
          trail: [{ stage: 'accepted', at: now(), detail: { decision: 'fill-fields' } }],
          set: { externalData, rule, fault: null, resumeStage: null },
        },
        ...left.map(({ id }): Change => ({ kind: 'job-set', jobId: id, set: { state: 'cancelled' } })),
        { kind: 'job-added', job },
      ],
      actor,
    );
    known.forget(item.id);
    if (!outcome.ok) return tooLate;
    queue.add([queuedJob(job)]);
    return success(null);
  }

  async function fill(item: ItemRecord, { values: typed, since }: Filled): Promise<Fault | null> {
    const isUnsent = item.stage === 'held' && unsent.includes(item.resumeStage);
    const isEdited = item.fault?.code === 'pages-edited';
    const isOther = since !== undefined && since !== item.stageSince;
    if (!isUnsent || isEdited || isOther) return wrongUse('fields-too-late', { name: item.name });
    const fields = dependencies.fieldsOf(item);
    const values = await readValues(dependencies, fields, item, typed);
    if (!values.ok) return values.fault;
    const externalData = withValues(item.externalData, values.value);
    const wrong = problemOfExternalData(externalData ?? {});
    if (wrong !== null) return fault('external-data-invalid', { problem: wrong.problem });
    const filled = fields.filter(({ key }) => Object.hasOwn(values.value, key));
    const detail = {
      keys: filled.map(({ label }) => label).join(', '),
      fields: JSON.stringify(filled.map(({ key }) => key)),
    };
    const told = {
      kind: 'custody',
      subject: 'item',
      subjectId: item.id,
      event: 'fields-filled',
      at: now(),
      detail,
    } as const;
    const kept = await keep(item, fields, externalData, filled.length === 0 ? [] : [told]);
    return kept.ok ? null : kept.fault;
  }

  return {
    fill: (item, filled) =>
      // Whoever fills in other fields of it just now is waited for, so that the values of both are kept.
      turns.run([item.id], async () => fill((await journal.item(item.id)) ?? item, filled)),
    async goOn(item) {
      const kept = await keep(item, dependencies.fieldsOf(item), item.externalData, []);
      return kept.ok ? kept.value : kept.fault;
    },
  };
}
