import { copyFile, stat } from 'node:fs/promises';
import { extname } from 'node:path';
import type { Fault, Outcome } from '../../../shared/faults.ts';
import { submittedStages, type ItemStage, type SentCopy } from '../../../shared/item.ts';
import type { IntakeRule } from '../../../shared/settings.ts';
import { isAsItWas } from '../copies/converting.ts';
import type { Copies } from '../copies/copies.ts';
import { failure, success } from '../faults/fault.ts';
import { wrongUse } from '../faults/usage-sentences.ts';
import type { Change } from '../journal/changes.ts';
import type { Journal } from '../journal/journal.ts';
import { sentFile, type ItemRecord, type NewItem, type NewJob } from '../journal/records.ts';
import { moveDurably } from '../platform/disk/durable-file.ts';
import { codeOf } from '../platform/disk/errno.ts';
import { createTurn } from '../platform/serial.ts';
import type { Queue } from '../queue/queue.ts';
import { withDiskFault } from '../scanning/disk-fault.ts';
import { queuedJob } from './outstanding.ts';

/** What sending items once more needs. */
export interface SendSecondDependencies {
  readonly journal: Journal;
  readonly queue: Pick<Queue, 'add'>;
  readonly now: () => number;
  readonly newId: () => string;
  /** The account that decides, for custody. */
  readonly actor: string;
  readonly uploadJob: (item: ItemRecord, dueAt: number) => NewJob;
  readonly copies: Pick<Copies, 'place' | 'read' | 'kept' | 'discard'>;
  /** The change that finds an item of mode case its place. */
  readonly placed: (item: NewItem) => Change;
  readonly lookAtCase: (openCaseId: string) => void;
}

const atService: ReadonlySet<ItemStage> = new Set(submittedStages);

/** Whether an item is at the service. */
export const isAtService = ({ stage }: Pick<ItemRecord, 'stage'>): boolean => atService.has(stage);

/**
 * Makes the act that sends an item that is at the service once more, for another project or in another mode: a new item beside it, which has
 * the same content because a person wants it so. The first one stays at the service as it is. The bytes are copied first, as they were
 * sent, then one commit has the new item with its upload, and the history of each names the other; what an end cuts off before leaves a
 * copy that nobody knows, which is swept. Nothing is sent twice the same way. Answers why it can't be; null: it is on its way.
 */
export function createSendSecond(
  dependencies: SendSecondDependencies,
): (item: ItemRecord, rule: IntakeRule) => Promise<Fault | null> {
  const { journal, now, actor, copies } = dependencies;
  const inTurn = createTurn();

  /** Whether this content went this way before, by whatever item, and was not cancelled since. */
  async function isSent({ sha256 }: ItemRecord, { connectionId, projectId, mode }: IntakeRule): Promise<boolean> {
    if (sha256 === null) return false;
    return (await journal.firstWithContent({ sha256, connectionId, projectId, mode }, 0)) !== null;
  }

  /** The bytes that were sent, as a file of the new item's own; null: a picture that is converted anew when it is uploaded. */
  async function copyOf(item: ItemRecord, id: string): Promise<Outcome<SentCopy | null>> {
    // What is sent of a picture is made anew of its original.
    if (item.copy?.kind === 'converted') {
      if (await isAsItWas(item)) return success(null);
      const isThere = await stat(item.path).then(
        () => true,
        () => false,
      );
      return failure(isThere ? 'file-changed' : 'file-gone', { name: item.name });
    }
    const { path, name, mediaType, sha256 } = sentFile(item);
    const placed = await withDiskFault(async () => success(await copies.place(id, extname(name))));
    if (!placed.ok) return placed;
    const temporary = `${placed.value}.part`;
    const made = await withDiskFault(async (): Promise<Outcome<string>> => {
      try {
        await copyFile(path, temporary);
      } catch (error) {
        const code = codeOf(error);
        if (code === 'ENOENT') return failure(item.copy === null ? 'file-gone' : 'copy-gone', { name });
        if (code === 'EACCES' || code === 'EPERM' || code === 'EBUSY')
          return failure('file-unreadable', { name }, code);
        throw error;
      }
      await moveDurably(temporary, placed.value);
      return placed;
    });
    if (!made.ok) {
      for (const left of [temporary, placed.value]) await copies.discard(left);
      return made;
    }
    const of = item.sha256 ?? '';
    const kind = item.copy?.kind ?? 'kept';
    const copy = await copies.read(made.value, { kind, name, mediaType: mediaType ?? '', of });
    if (copy?.sha256 === sha256) return success(copy);
    await copies.discard(made.value);
    return failure('file-changed', { name });
  }

  async function send(item: ItemRecord, rule: IntakeRule): Promise<Fault | null> {
    if (await isSent(item, rule)) return wrongUse('sent-again', { name: item.name });
    const id = dependencies.newId();
    const copied = await copyOf(item, id);
    if (!copied.ok) return copied.fault;
    const copy = copied.value;
    const { sha256, mediaType, externalId, externalData, title, role, caseWord } = item;
    const known = { sha256, mediaType, externalId, externalData, title, role, caseWord, copy };
    // What becomes of the original was decided for the first one; its pages were looked at.
    const added: NewItem = {
      ...{ id, sourceId: item.sourceId, path: item.path, name: item.name, size: item.size },
      ...{ modifiedAt: item.modifiedAt, rule: { ...rule, after: 'keep', paper: undefined } },
      ...known,
    };
    const at = now();
    const job = dependencies.uploadJob({ ...item, ...added, stage: 'accepted', fileId: null }, at);
    const way = { project: rule.projectId, mode: rule.mode };
    const told = (subjectId: string, event: string, other: string): Change => ({
      ...{ kind: 'custody', subject: 'item', subjectId, event, at },
      detail: { id: other, ...way },
    });
    const outcome = await journal.commit(
      [
        {
          kind: 'item-added',
          item: added,
          trail: [
            { stage: 'seen', at },
            { stage: 'accepted', at, detail: { name: item.name, size: item.size, sha256: sha256 ?? '' } },
          ],
        },
        told(item.id, 'sent-again', id),
        told(id, 'second-of', item.id),
        ...(rule.mode === 'case' ? [dependencies.placed(added)] : []),
        { kind: 'job-added', job },
      ],
      actor,
    );
    if (!outcome.ok) throw new Error(`sending once more was refused: ${outcome.reason}`);
    if (copy !== null) copies.kept(copy.path);
    dependencies.queue.add([queuedJob(job)]);
    const [place] = rule.mode === 'case' ? await journal.places([id]) : [];
    if (place !== undefined && place.openCaseId !== null) dependencies.lookAtCase(place.openCaseId);
    return null;
  }

  // One after the other: two that want the same are not both the first.
  return (item, rule) => inTurn(() => send(item, rule));
}
