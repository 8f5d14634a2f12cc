import { basename } from 'node:path';
import type { Fault } from '../../../../shared/faults.ts';
import type { Acknowledgement } from '../../../../shared/settings.ts';
import { fault } from '../../faults/fault.ts';
import type { Change } from '../../journal/changes.ts';
import type { Journal } from '../../journal/journal.ts';
import type { ExportAnswer, ExportRecord, NewJob } from '../../journal/records.ts';
import type { Clock, Log } from '../../platform/ports.ts';
import type { JobContext, JobHandler, JobResult } from '../../queue/job.ts';
import { createAdvanceExported, commitWithMoves } from '../advance-exported.ts';
import { diskFault } from '../export-files.ts';
import { rejectJob, transferJob, writeBackJob, type FollowUp } from '../follow-up-jobs.ts';
import { isUnanswered } from '../hand-over-state.ts';
import { isPaused } from '../../journal/is-paused.ts';
import type { AnswerFile, AnswerFiles } from './answer-files.ts';
import { createItemHolder } from './hold-items.ts';
import type { AnswerContent } from './parse-answer.ts';
import { createAnswerReading } from './read-answer-file.ts';

/** What the handler of `acknowledge` jobs needs. */
export interface AcknowledgeDependencies {
  readonly journal: Journal;
  readonly clock: Clock;
  readonly ids: () => string;
  readonly log: Log;
  readonly files: AnswerFiles;
  /** Priority of the jobs that an answer leads to. */
  readonly priority: number;
  /** Tells the queue of jobs that are now in the journal. */
  readonly announceJobs: (jobs: readonly NewJob[]) => void;
}

/** Name of the mark, in memory only, of a job that was woken because a file showed up; others are woken by time or a person. */
export const wokenByFile = 'wokenByFile';

/** An answer that is not whole yet is looked at again after this, ms. */
const againMs = 500;

interface Awaiting extends AcknowledgeDependencies {
  readonly advance: ReturnType<typeof createAdvanceExported>;
  readonly read: ReturnType<typeof createAnswerReading>;
  readonly holdItems: ReturnType<typeof createItemHolder>;
}

interface Answer extends AnswerContent {
  readonly file: AnswerFile;
  readonly sha256: string;
}

interface Looked {
  readonly answers: readonly Answer[];
  /** Their content is in the journal already. */
  readonly known: readonly AnswerFile[];
}

function waitedWords(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  if (minutes < 1) return `${String(Math.round(ms / 1_000))} s`;
  return minutes < 120 ? `${String(minutes)} min` : `${String(Math.round(minutes / 60))} h`;
}

async function end(
  parts: Awaiting,
  context: JobContext,
  result: JobResult,
  changes: readonly Change[] = [],
): Promise<JobResult> {
  const { journal } = parts;
  const outcome = await journal.commit([...changes, context.ended(result)]);
  if (outcome.ok) return result;
  return changes.length === 0 ? { state: 'cancelled' } : movedOn(parts, context);
}

/** Somebody else moved the export meanwhile, as a person who has the XML written once more: nothing of this look counts. */
function movedOn(parts: Awaiting, context: JobContext): Promise<JobResult> {
  const { clock } = parts;
  return end(parts, context, { state: 'ready', dueAt: clock.now(), counts: false });
}

async function held(parts: Awaiting, context: JobContext, record: ExportRecord, told: Fault): Promise<JobResult> {
  const { clock, log, holdItems } = parts;
  const result: JobResult = { state: 'held', fault: told };
  const at = clock.now();
  const waits = isUnanswered(record);
  const ended = await end(parts, context, result, [
    {
      kind: 'export-set',
      exportId: record.id,
      from: record.state,
      set: waits ? { state: 'held', fault: told } : {},
      at,
      event: told.code === 'hand-over-unanswered' ? 'unanswered' : 'answer-invalid',
      detail: { fault: told.code },
    },
  ]);
  if (ended.state !== 'held') return ended;
  if (waits) await holdItems(record.documentId, told);
  log.warn('hand-over-held', { export: record.id, fault: told.code });
  return result;
}

/** Nothing is there: wait on, or ask a person. A person who asks for it gives the target system the same time again. */
async function unanswered(
  parts: Awaiting,
  context: JobContext,
  record: ExportRecord,
  rule: Acknowledgement,
): Promise<JobResult> {
  const { clock } = parts;
  if (!isUnanswered(record)) return end(parts, context, { state: 'done' });
  const at = clock.now();
  const asked = record.state === 'held' && context.job.payload[wokenByFile] !== true;
  // A deadline further off than the target system was given was set by a clock that was ahead: the job's own time counts.
  const ahead = (record.answerDueAt ?? at) - at > rule.limitMs;
  const due = asked
    ? at + rule.limitMs
    : ahead
      ? Math.min(context.job.dueAt, at + rule.limitMs)
      : (record.answerDueAt ?? at);
  if (record.state === 'held' && !asked && record.fault !== null) return held(parts, context, record, record.fault);
  if (at < due) {
    const result: JobResult = { state: 'ready', dueAt: due, counts: false };
    if (!asked) return end(parts, context, result);
    const set = { state: 'waiting', answerDueAt: due, fault: null } as const;
    return end(parts, context, result, [
      { kind: 'export-set', exportId: record.id, from: record.state, set, at, event: 'waiting-again' },
    ]);
  }
  const params = { name: basename(record.path ?? ''), waited: waitedWords(at - (record.writtenAt ?? at)) };
  return held(parts, context, record, { ...fault('hand-over-unanswered', params), owner: rule.owner });
}

function stateAfter(record: ExportRecord, kind: ExportAnswer['kind'], rule: Acknowledgement): ExportRecord['state'] {
  if (kind === 'ok') return record.state === 'reported' ? 'reported' : 'acknowledged';
  return kind === 'reject' || rule.onRefusal === 'reject' ? 'rejected' : 'refused';
}

function followUp(record: ExportRecord, answer: ExportAnswer, follow: FollowUp, rule: Acknowledgement): NewJob | null {
  const { message } = answer;
  if (answer.kind === 'ok') {
    if (!answer.writtenBack) return writeBackJob(record, follow);
    const due = record.reportTransfer && record.state !== 'reported';
    return due ? transferJob(record, follow, { successful: true, message }) : null;
  }
  if (answer.kind === 'reject' || rule.onRefusal === 'reject') return rejectJob(record, follow, message);
  return rule.onRefusal === 'nothing' ? null : transferJob(record, follow, { successful: false, message });
}

async function receipt(
  parts: Awaiting,
  context: JobContext,
  record: ExportRecord,
  { file, sha256, message, externalId, externalData }: Answer,
  rule: Acknowledgement,
): Promise<JobResult> {
  const { journal, clock, advance, holdItems } = parts;
  const at = clock.now();
  const result: JobResult = { state: 'done' };
  const writtenBack = file.kind !== 'ok' || (externalId === null && externalData === null);
  const answer = { kind: file.kind, message, externalId, externalData, path: file.path, sha256, at, writtenBack };
  const state = stateAfter(record, file.kind, rule);
  const set = {
    state,
    answer,
    fault: null,
    answerDueAt: null,
    reportedAt: state === 'reported' ? record.reportedAt : null,
  } as const;
  const follow = {
    id: parts.ids(),
    sourceId: context.job.sourceId,
    priority: parts.priority,
    dueAt: at,
  };
  const job = followUp(record, answer, follow, rule);
  const base: readonly Change[] = [
    {
      kind: 'export-set',
      exportId: record.id,
      from: record.state,
      set,
      at,
      event: file.kind === 'ok' ? 'acknowledged' : state,
      detail: { answer: file.kind, path: file.path, sha256, message, externalId },
    },
    context.ended(result),
    ...(job === null ? [] : [{ kind: 'job-added', job } as const]),
  ];
  // Nothing is written down: the answer stays where it lies.
  if (!(await commitWithMoves(journal, record, base, at))) return movedOn(parts, context);
  await advance(record.documentId);
  if (state === 'refused') {
    const params = { name: basename(record.path ?? ''), ...(message === null ? {} : { message }) };
    await holdItems(record.documentId, { ...fault('hand-over-refused', params), owner: rule.owner });
  }
  if (job !== null) parts.announceJobs([job]);
  return result;
}

/** A look that finds nothing before its time is no attempt: nothing is written down for it. */
async function waitsOn(parts: Awaiting, { state, path, answerDueAt }: ExportRecord): Promise<boolean> {
  const { clock, files } = parts;
  if (state !== 'waiting' || path === null || answerDueAt === null || clock.now() >= answerDueAt) return false;
  // What the disk says is looked at by the attempt.
  return (await files.of(path).catch(() => [null])).length === 0;
}

/** What lies beside the XML; a result where it can't be judged yet, or not by Mailroom. */
async function lookAround(parts: Awaiting, context: JobContext, record: ExportRecord): Promise<Looked | JobResult> {
  const { clock, files, read } = parts;
  const answers: Answer[] = [];
  const known: AnswerFile[] = [];
  for (const file of await files.of(record.path ?? '')) {
    const reading = await read(file);
    if (reading.kind === 'gone') continue;
    if (reading.kind === 'later') {
      return end(parts, context, { state: 'ready', dueAt: clock.now() + againMs, counts: false });
    }
    if (reading.kind === 'problem') {
      const params = { name: basename(file.path), problem: reading.problem };
      return held(parts, context, record, fault('hand-over-answer-invalid', params));
    }
    // The same once more changes nothing.
    const same =
      record.answer?.kind === file.kind && (record.answer.sha256 === reading.sha256 || !isUnanswered(record));
    if (same) known.push(file);
    else answers.push({ ...reading.content, file, sha256: reading.sha256 });
  }
  return { answers, known };
}

async function judge(
  parts: Awaiting,
  context: JobContext,
  record: ExportRecord,
  rule: Acknowledgement,
): Promise<JobResult> {
  const looked = await lookAround(parts, context, record);
  if ('state' in looked) return looked;
  const [answer, second] = looked.answers;
  if (answer !== undefined && second !== undefined) {
    const params = { name: basename(answer.file.path), problem: 'contradictory' };
    return held(parts, context, record, fault('hand-over-answer-invalid', params));
  }
  const result =
    answer === undefined
      ? await unanswered(parts, context, record, rule)
      : await receipt(parts, context, record, answer, rule);
  const written = answer !== undefined && result.state === 'done' ? [answer.file] : [];
  for (const file of [...looked.known, ...written]) await putAway(parts, record, file);
  return result;
}

/** What is in the journal goes out of the way; where that can't be done it stays, and nothing else fails for it. */
async function putAway(parts: Awaiting, record: ExportRecord, { path }: AnswerFile): Promise<void> {
  const { journal, clock, log, files } = parts;
  try {
    const to = await files.putAway(path);
    const detail = { from: path, path: to };
    const at = clock.now();
    await journal.commit([
      { kind: 'custody', subject: 'export', subjectId: record.id, event: 'answer-filed', at, detail },
    ]);
  } catch (error) {
    const known = diskFault(error, path);
    if (known === null) throw error;
    log.warn('answer-left', { export: record.id, cause: known.cause });
  }
}

/**
 * Makes the handler of `acknowledge` jobs (subject: the export). It looks for the target system's answer beside the XML, and
 * writes down what it says with what follows from it; then the answer's file is put away. Where none comes in time a person is
 * asked, and one that comes later still counts.
 */
export function createAcknowledgeHandler(dependencies: AcknowledgeDependencies): JobHandler {
  const { journal, clock, files } = dependencies;
  const parts: Awaiting = {
    ...dependencies,
    advance: createAdvanceExported(journal, () => clock.now()),
    read: createAnswerReading({ files, clock }),
    holdItems: createItemHolder(journal, () => clock.now()),
  };

  return async (context) => {
    const record = await journal.export(context.job.subjectId);
    if (record !== null && (await isPaused(journal, record.documentId))) return { state: 'cancelled' };
    if (record !== null && (await waitsOn(parts, record)))
      return { state: 'ready', dueAt: record.answerDueAt ?? 0, counts: false };
    const begun = await journal.commit([context.started()]);
    if (!begun.ok) return { state: 'cancelled' };
    if (record === null || record.path === null || record.handOver.acknowledgement === null) {
      return end(parts, context, { state: 'cancelled' });
    }
    try {
      return await judge(parts, context, record, record.handOver.acknowledgement);
    } catch (error) {
      const known = diskFault(error, record.folder);
      if (known === null) throw error;
      return end(parts, context, context.failed(known));
    }
  };
}
