import type { Fault } from '../../../../shared/faults.ts';
import { isClaimed } from '../../platform/names/claim-places.ts';
import { isSameStat } from '../inspection/file-stat.ts';
import type { FileStat, Inspection } from '../inspection/inspection.ts';
import { statPath } from '../inspection/stat-path.ts';
import { statOddName } from '../inspection/odd-name.ts';
import type { KnownFile } from '../reception/known-files.ts';
import { gone, hold, receive } from '../reception/reception.ts';
import { regain } from '../reception/regain.ts';
import { fileChangedAt, relate } from '../reception/relate.ts';
import type { SidecarRole } from '../sidecar/sidecar-lookup.ts';
import type { Candidate } from './candidate.ts';
import type { SettlerDependencies, SettlingEnd } from './settling.ts';
import { settlingNumbers as numbers } from './settling.ts';
import type { SidecarOutcome } from './sidecar-outcome.ts';
import { decide, found, seen, unseen } from './waiting.ts';
import type { Decision, Finding, WriterSign } from './waiting.ts';
import {
  awayFault,
  incompleteFault,
  nameFault,
  readingFault,
  refusalFault,
  sidecarAloneFault,
  sidecarLateFault,
  staysIncompleteFault,
} from './waiting-faults.ts';

/** What comes next for a file; times in ms. */
export type Next =
  | { readonly kind: 'read' }
  | { readonly kind: 'rest'; readonly ms: number }
  /** It may last: people are told `reason` of the file. */
  | { readonly kind: 'wait'; readonly ms: number }
  /** The journal could not be written: the step is taken again. */
  | { readonly kind: 'retry'; readonly ms: number }
  | { readonly kind: 'end'; readonly end: SettlingEnd };

/** What the steps of one source need. */
export interface StepDependencies extends SettlerDependencies {
  readonly sidecarOutcome: SidecarOutcome;
  readonly isStopped: () => boolean;
}

type FileAt = Pick<FileStat, 'size' | 'modifiedAt'>;

const ended = (end: SettlingEnd): Next => ({ kind: 'end', end });

/** Looks at a file on the disk. Like each step it changes what is known of the file, and the journal, and says what comes next. */
export async function look(dependencies: StepDependencies, file: Candidate): Promise<Next> {
  const at = dependencies.clock.monotonic();
  file.lastLookAt = at;
  const there = await statPath(file.path);
  switch (there.kind) {
    case 'file':
      if (await dependencies.isAway(file.path, there)) return leaveAlone(file, there.stat, at);
      return lookAtFile(dependencies, file, there.stat, at);
    case 'gone':
      return lookForMissing(dependencies, file);
    case 'folder':
      return ended({ kind: 'folder' });
    case 'other':
    case 'not-a-file':
      return ended({ kind: 'not-a-file' });
    case 'busy':
    case 'unreadable': {
      const { kind, code } = there;
      if (code === 'ENAMETOOLONG') return putAside(dependencies, file, nameFault(file.path, 'too-long'));
      return judge(dependencies, file, { kind: 'lacking', reason: readingFault(file.path, kind, code) });
    }
  }
}

/** A file whose content is elsewhere is looked at again; once that is here, the file begins anew, and no pause is learned of it. */
function leaveAlone(file: Candidate, there: FileStat, at: number): Next {
  const reason = awayFault(file.path);
  file.reason = reason;
  file.standing = found(seen(unseen(at), there, at), { kind: 'lacking', reason }, at);
  return { kind: 'wait', ms: numbers.awayRetryMs };
}

async function lookForMissing(dependencies: StepDependencies, file: Candidate): Promise<Next> {
  const { known } = dependencies;
  if (!(await dependencies.sourceIsThere())) {
    file.reason = null;
    return { kind: 'wait', ms: numbers.awayRetryMs };
  }
  const odd = await statOddName(file.path);
  if (odd !== null) {
    // Noticed once more while its item was being held: what changes there is seen by the next look through the folder.
    const memory = file.itemId === null ? known.get(file.path) : undefined;
    if (memory !== undefined) return ended({ kind: 'known', itemId: memory.itemId });
    return putAside(dependencies, file, nameFault(file.path, 'not-utf8'), odd);
  }
  file.missing += 1;
  if (file.itemId !== null && file.missing < 2) return { kind: 'rest', ms: numbers.goneGapMs };
  known.markAbsent(file.path);
  await file.showing;
  await gone(dependencies, file);
  return ended({ kind: 'gone' });
}

async function lookAtFile(dependencies: StepDependencies, file: Candidate, there: FileStat, at: number): Promise<Next> {
  const { known, pauses, clock, source } = dependencies;
  const { path, standing } = file;
  file.missing = 0;
  file.standing = seen(standing, there, at);
  if (file.standing.stillSince !== standing.stillSince && file.standing.moved) {
    file.reason = null;
    pauses.learn(path, file.standing.pauses, clock.now());
  }
  if (!file.related) {
    const before = known.get(path);
    const role = (await endByMemory(dependencies, file, there)) ?? (await roleOf(dependencies, file, there));
    if (role.kind === 'alone') return awaitDocument(dependencies, file, role);
    if (role.kind !== 'document') return ended(role);
    file.related = true;
    const now = clock.now();
    file.first = Math.abs(now - there.changedAt) < source.quietTextMs && pauses.isFirst(path, now);
    if (before !== undefined) learnFromBefore(dependencies, file, before, there);
  }
  if (there.size > 0) return next(dependencies, file);
  const reason = incompleteFault(path, 'still-empty');
  file.reason = reason;
  return judge(dependencies, file, { kind: 'lacking', reason });
}

/** Compares a file with what is known of its path: whether it was taken in before, and what it means for its item that it changed since. */
async function endByMemory(
  dependencies: StepDependencies,
  file: Candidate,
  there: FileStat,
): Promise<SettlingEnd | { readonly kind: 'document' } | null> {
  const { journal, known } = dependencies;
  const { path, itemId } = file;
  if (itemId !== null) {
    await relate(dependencies, file, itemId, null);
    // It went another way since: cancelled, or in by another hand.
    return file.earlier === null ? null : { kind: 'known', itemId };
  }
  const memory = known.get(path);
  if (memory === undefined) {
    return isClaimed(path) && (await regain(dependencies, file)) ? { kind: 'document' } : null;
  }
  if (memory.absent && (await journal.seenFile(file.sourceId, path)) === null) {
    // It was tidied away and forgotten: what is there now came anew, even if it looks the same.
    known.forget(path);
    return null;
  }
  const isUnchanged = known.isUnchanged(memory, there);
  if (isUnchanged && !memory.absent) return { kind: 'known', itemId: memory.itemId };
  file.reappeared = memory.absent || memory.aside;
  // Other numbers alone may be a backup's or a virus scanner's doing: the content decides, in `receive`.
  const isOther = memory.size !== there.size || memory.modifiedAt !== there.modifiedAt;
  await relate(dependencies, file, memory.itemId, isOther ? fileChangedAt(path) : null);
  memory.absent = false;
  // What was cancelled before it had a fingerprint has nothing to compare: the same file stays cancelled.
  const isSame = isUnchanged || (file.earlier?.sha256 === null && memory.inode === there.inode);
  return isSame && file.earlier !== null ? { kind: 'known', itemId: memory.itemId } : null;
}

/** Whether a file is a document, or a sidecar of one: that comes to its end here, or is alone. */
async function roleOf(
  { sidecars, sidecarOutcome }: StepDependencies,
  file: Candidate,
  there: FileStat,
): Promise<SettlingEnd | Exclude<SidecarRole, { readonly kind: 'sidecar' }>> {
  const role = (await sidecars?.roleOf(file.path, file.noticedAt)) ?? { kind: 'document' as const };
  return role.kind === 'sidecar' ? sidecarOutcome(file, there, role.owner) : role;
}

/** A sidecar without its document waits for it, then for a person. */
async function awaitDocument(
  dependencies: StepDependencies,
  file: Candidate,
  { owner, ms, late }: Extract<SidecarRole, { readonly kind: 'alone' }>,
): Promise<Next> {
  const reason = (late ? sidecarLateFault : sidecarAloneFault)(file.path, owner);
  if (ms === 0) return putAside(dependencies, file, reason);
  file.reason = reason;
  return { kind: 'wait', ms: Math.min(ms, numbers.aloneLookMs) };
}

/** What had been taken in, as a whole file, went on after a pause: the folder's files wait longer from now on. */
function learnFromBefore(
  { pauses, clock }: StepDependencies,
  file: Candidate,
  before: KnownFile,
  there: FileStat,
): void {
  const wasTakenIn = file.wasAccepted || file.earlier !== null;
  if (!wasTakenIn || file.reappeared || there.size <= before.size) return;
  const pause = there.modifiedAt - before.modifiedAt;
  if (pause > 0 && pause <= numbers.maxPauseMs) {
    pauses.learn(file.path, { any: pause, whole: pause }, clock.now());
  }
}

/** Reads a file, after another step answered `read`. */
export async function read(dependencies: StepDependencies, file: Candidate): Promise<Next> {
  file.touched = false;
  const { stat: expected } = file.standing;
  if (expected === null) return next(dependencies, file);
  const result = await dependencies.inspector.inspect(file.path, { expected });
  // Its end may be that of the inspector, too.
  return dependencies.isStopped() ? { kind: 'wait', ms: 0 } : judgeReading(dependencies, file, result);
}

async function judgeReading(dependencies: StepDependencies, file: Candidate, result: Inspection): Promise<Next> {
  const { path } = file;
  const lacking = (reason: Fault): Promise<Next> => judge(dependencies, file, { kind: 'lacking', reason });
  switch (result.kind) {
    case 'whole': {
      file.whole = { stat: result.stat, sha256: result.sha256, mediaType: result.mediaType };
      const { needsQuiet } = result;
      // A program may write each of its pages as a whole file: that shows only while it is waited for.
      const needs = file.first && needsQuiet === 'structural' ? 'text' : needsQuiet;
      if (needs !== 'unwritten') return judge(dependencies, file, { kind: 'whole', needs });
      return judge(dependencies, file, { kind: 'unwritten', reason: incompleteFault(path, 'unwritten') });
    }
    case 'incomplete':
      return lacking(incompleteFault(path, result.reason));
    case 'refused':
      file.whole = result.code === 'pdf-password' ? await unlocked(dependencies, file, result.stat) : null;
      if (file.whole !== null) return judge(dependencies, file, { kind: 'whole', needs: 'structural' });
      return judge(dependencies, file, { kind: 'refused', reason: refusalFault(path, result) });
    case 'empty':
      return lacking(incompleteFault(path, 'still-empty'));
    case 'changed':
      file.standing = seen(file.standing, result.stat, dependencies.clock.monotonic());
      return judge(dependencies, file, null);
    case 'busy':
    case 'unreadable':
      return lacking(readingFault(path, result.kind, result.code));
    case 'gone':
      return lookForMissing(dependencies, file);
    case 'not-a-file':
      return ended({ kind: 'not-a-file' });
  }
}

/** A PDF that needs a password, and of which there is a copy that needs none: whole by what was read for that. */
async function unlocked(
  { journal, inspector }: StepDependencies,
  file: Candidate,
  stat: FileStat,
): Promise<Candidate['whole']> {
  const itemId = file.itemId ?? file.heldItem?.id;
  const copy = itemId === undefined ? null : ((await journal.item(itemId))?.copy ?? null);
  const hashed = copy === null ? null : await inspector.hash(file.path);
  const isSame = hashed?.kind === 'hashed' && hashed.sha256 === copy?.of && isSameStat(hashed.stat, stat);
  return isSame ? { stat, sha256: hashed.sha256, mediaType: 'application/pdf' } : null;
}

/** A finding comes in; one of a file that did not stand still long enough counts only where it is whole. */
function judge(dependencies: StepDependencies, file: Candidate, finding: Finding | null): Promise<Next> {
  const at = dependencies.clock.monotonic();
  const { standing } = file;
  const early = at - standing.stillSince < dependencies.source.quietMs;
  const counts = finding?.kind === 'whole' || !early || standing.stat?.size === 0 || standing.stat === null;
  file.standing = found(standing, counts ? finding : null, at);
  return next(dependencies, file);
}

/** What all that is known of the file asks for now. */
async function next(dependencies: StepDependencies, file: Candidate): Promise<Next> {
  const { source, pauses, clock } = dependencies;
  const decideWith = (sign: WriterSign | null): Decision =>
    decide(file.standing, source, pauses.of(file.path, clock.now()), clock.monotonic(), sign);
  let decision = decideWith(null);
  const { stat: there, stillSince } = file.standing;
  if (decision.act !== 'rest' && decision.act !== 'wait' && there !== null) {
    const sign = await dependencies.writerSign(file.path, there, clock.monotonic() - stillSince);
    if (sign !== null) {
      file.standing = { ...file.standing, signed: true };
      decision = decideWith(sign);
    }
  }
  switch (decision.act) {
    case 'rest':
      return { kind: 'rest', ms: decision.inMs };
    case 'wait':
      file.reason = decision.reason;
      return { kind: 'wait', ms: decision.inMs };
    case 'read':
      return { kind: 'read' };
    case 'take':
      return take(dependencies, file);
    case 'hold':
      return putAside(dependencies, file, decision.reason);
  }
}

async function take(dependencies: StepDependencies, file: Candidate): Promise<Next> {
  if (file.whole === null) return { kind: 'read' };
  await file.showing;
  const reception = await receive(dependencies, file, file.whole);
  dependencies.troubled(null);
  if (reception.kind !== 'wait') return ended(reception);
  file.reason = reception.reason ?? null;
  return { kind: 'rest', ms: reception.ms };
}

/** It is held, for a person. */
async function putAside(
  dependencies: StepDependencies,
  file: Candidate,
  reason: Fault,
  at: FileAt = file.standing.stat ?? { size: 0, modifiedAt: 0 },
): Promise<Next> {
  await file.showing;
  const lasting = reason.code === 'file-incomplete' ? staysIncompleteFault(file.path, reason) : reason;
  const end = await hold(dependencies, file, lasting, at);
  dependencies.troubled(null);
  return ended(end);
}
