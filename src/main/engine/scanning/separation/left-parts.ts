import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { externalDataSchema, intakeRuleSchema } from '../../../../shared/settings.ts';
import { saveFile } from '../../platform/disk/durable-file.ts';
import type { AcceptedItem, IntakeDependencies } from '../../intake/reception/intake.ts';
import { isThere } from '../../platform/disk/is-there.ts';
import { readJson } from '../../platform/disk/read-json.ts';
import type { Change } from '../../journal/changes.ts';
import type { Journal } from '../../journal/journal.ts';
import type { ItemRecord } from '../../journal/records.ts';
import { fault } from '../../faults/fault.ts';
import { unchanged } from '../../submissions/file-body.ts';

/** File in the folder of a separated file's parts: what they are, should the journal forget them. */
export const partsRecordName = 'parts.json';

/** A part as an item, with the pages of the file that it has (as people write them). */
const partSchema = z.object({
  id: z.string(),
  sourceId: z.string(),
  path: z.string(),
  name: z.string(),
  size: z.number(),
  modifiedAt: z.number(),
  rule: intakeRuleSchema,
  sha256: z.string(),
  mediaType: z.string(),
  externalId: z.string().exactOptional(),
  externalData: externalDataSchema.exactOptional(),
  title: z.string().exactOptional(),
  role: z.string().exactOptional(),
  caseWord: z.string().exactOptional(),
});

/** A file, and the pages of it (as people write them) that a part has. */
const originSchema = z.object({ original: z.string(), from: z.string(), sha256: z.string(), pages: z.string() });

const originalSchema = z.object({
  id: z.string(),
  name: z.string(),
  path: z.string(),
  size: z.number(),
  modifiedAt: z.number(),
  sha256: z.string(),
});

const recordSchema = z.object({
  version: z.literal(1),
  original: originalSchema,
  /** Further files whose pages the parts have. */
  others: z.array(originalSchema).exactOptional(),
  parts: z.array(z.object({ item: partSchema, pages: z.string(), from: z.array(originSchema).exactOptional() })),
});

type PartsRecord = z.infer<typeof recordSchema>;

/** A part that comes in, and the pages it has. */
export interface ArrivingPart {
  readonly item: AcceptedItem;
  readonly pages: string;
  /** Where it has pages of other files than the one. */
  readonly from?: readonly z.infer<typeof originSchema>[];
}

/** What bringing parts in that the journal forgot needs. */
export interface LeftPartsParts {
  readonly journal: Pick<Journal, 'commit' | 'item'>;
  readonly now: () => number;
  readonly intake: () => Pick<IntakeDependencies, 'doubtWork' | 'taken'>;
}

const originalOf = ({ id, name, path, size, modifiedAt, sha256 }: ItemRecord): PartsRecord['original'] => ({
  ...{ id, name, path, size, modifiedAt },
  sha256: sha256 ?? '',
});

/** Remembers the parts of a file, and of `others`, beside them: durable before the journal has them. */
export async function recordParts(
  folder: string,
  item: ItemRecord,
  parts: readonly ArrivingPart[],
  others: readonly ItemRecord[] = [],
): Promise<void> {
  const more = others.length === 0 ? {} : { others: others.map(originalOf) };
  const record = { version: 1, original: originalOf(item), ...more, parts };
  await saveFile(join(folder, partsRecordName), `${JSON.stringify(record)}\n`);
}

/** The changes by which parts of a file come in; `work` = what follows for each. */
export function arrivals(
  original: Pick<ItemRecord, 'id' | 'name' | 'sha256'>,
  parts: readonly ArrivingPart[],
  at: number,
  work: (item: AcceptedItem) => readonly Change[],
): readonly Change[] {
  const origin = { original: original.id, from: original.name, sha256: original.sha256 ?? '' };
  return parts.flatMap(({ item, pages, from = [{ ...origin, pages }] }): readonly Change[] => [
    {
      kind: 'item-added',
      item,
      trail: [
        { stage: 'seen', at },
        { stage: 'accepted', at },
      ],
    },
    ...from.map((detail): Change => ({
      kind: 'custody',
      subject: 'item',
      subjectId: item.id,
      event: 'part',
      at,
      detail,
    })),
    ...work(item),
  ]);
}

async function lieUnchanged(originals: readonly PartsRecord['original'][]): Promise<boolean> {
  try {
    for (const each of originals) if (!unchanged(await stat(each.path), each)) return false;
    return true;
  } catch {
    return false;
  }
}

/**
 * Brings in parts that lie in a folder and that a rebuilt journal has forgotten: held, for nobody knows whether they were sent
 * (decision 0020). `again` = the file itself (and each other one whose pages they have) lies where it lay and is forgotten with all its
 * parts: it comes in once more, with all its pages, so they do not. `unknown` = nothing tells what they are. `refused` = the journal did not take them.
 */
export async function bringInLeft(
  { journal, now, intake }: LeftPartsParts,
  folder: string,
  original: ItemRecord | null,
): Promise<'done' | 'again' | 'unknown' | 'refused'> {
  const record = await readJson(join(folder, partsRecordName), recordSchema);
  if (record === null) return 'unknown';
  const left: ArrivingPart[] = [];
  let isKnown = false;
  for (const part of record.parts) {
    if ((await journal.item(part.item.id)) !== null) isKnown = true;
    else if (await isThere(part.item.path)) left.push(part);
  }
  // A part that the journal knows is on its way: its file must not go, whatever became of the rest.
  if (original === null && !isKnown && (await lieUnchanged([record.original, ...(record.others ?? [])])))
    return 'again';
  if (left.length === 0) return 'done';
  const { doubtWork, taken } = intake();
  const outcome = await journal.commit(arrivals(record.original, left, now(), (item) => doubtWork(item).changes));
  // One of them came in meanwhile: none of these has, and their files stay for the next look.
  if (!outcome.ok) return 'refused';
  for (const { item } of left) taken({ kind: 'held', itemId: item.id, fault: fault('outcome-unclear'), jobs: [] });
  return 'done';
}
