import { describe, expect, it } from 'vitest';
import { describeFault } from '../../../src/main/engine/faults/describe.ts';
import { fault } from '../../../src/main/engine/faults/fault.ts';
import type { ItemRecord } from '../../../src/main/engine/journal/records.ts';
import { createAttempt } from '../../../src/main/engine/queue/attempt.ts';
import type { JobContext, JobResult } from '../../../src/main/engine/queue/job.ts';
import { createLostAnswers } from '../../../src/main/engine/submissions/lost-answers.ts';
import { rule } from '../journal/journal-fixtures.ts';
import { createTestClock } from '../../support/ports.ts';

const clock = createTestClock();

function itemOf(id: string): ItemRecord {
  return {
    id,
    sourceId: 'inbox',
    path: `/in/${id}`,
    name: id,
    size: 1,
    modifiedAt: 1,
    sha256: null,
    mediaType: null,
    stage: 'uploading',
    stageSince: 1,
    fault: null,
    resumeStage: null,
    paused: false,
    rule,
    externalId: null,
    externalData: null,
    title: null,
    role: null,
    caseWord: null,
    note: null,
    assignee: null,
    copy: null,
    duplicateOf: null,
    previousVersion: null,
    fileId: null,
    takenInAt: 1,
    revision: 1,
  };
}

function attempt(attempts: number, signal = new AbortController().signal): JobContext {
  return createAttempt(
    {
      id: 'job',
      kind: 'upload',
      subjectId: 'a',
      connectionId: rule.connectionId,
      sourceId: null,
      priority: 1,
      dueAt: 0,
      attempts,
      payload: {},
    },
    signal,
    { now: clock.now, random: () => 0.5, leaseOwner: 'life', leaseMs: 60_000, failuresBehind: () => 0 },
  );
}

const lost = fault('answer-lost', { host: 'service' }, 'ECONNRESET');

describe('an upload whose answer is lost again and again', () => {
  function loseAll(tries: number, between: (lost: number, answers: ReturnType<typeof createLostAnswers>) => void) {
    const answers = createLostAnswers(clock.now);
    const results: JobResult[] = [];
    for (let attempts = 0; attempts < tries; attempts += 1) {
      clock.advance(1_000);
      results.push(answers.failed(attempt(attempts), itemOf('a'), lost));
      clock.advance(1_000);
      between(attempts + 1, answers);
    }
    return results;
  }

  it('is taken for a line that is down at first, then waits alone, longer each time', () => {
    const results = loseAll(8, () => undefined);
    for (const result of results.slice(0, 3)) {
      expect(result).toMatchObject({
        state: 'ready',
        counts: true,
        fault: { code: 'service-unreachable' },
        block: { scope: 'connection' },
      });
    }
    for (const result of results.slice(3)) {
      expect(result).toMatchObject({ state: 'ready', counts: true, fault: { code: 'answer-lost' } });
      expect(result).not.toHaveProperty('block');
    }
  });

  it('is held for IT once others got through meanwhile', () => {
    const results = loseAll(10, (_lost, answers) => answers.arrived(itemOf('b')));
    expect(results.slice(0, 9).every(({ state }) => state === 'ready')).toBe(true);
    const last = results.at(-1);
    expect(last).toMatchObject({ state: 'held', fault: { code: 'answer-lost', owner: 'it', retry: 'after-person' } });
    if (last?.state !== 'held') throw new Error('not held');
    expect(describeFault(last.fault, 'en').reason).toContain('Others get through');
  });

  it('stays queued where nothing else gets through either: then it is not this file', () => {
    const results = loseAll(30, (count, answers) => {
      if (count === 1) answers.arrived(itemOf('a'));
    });
    expect(results.every(({ state }) => state === 'ready')).toBe(true);
  });

  it('does not count what was broken off on purpose', () => {
    const stopped = new AbortController();
    stopped.abort();
    const result = createLostAnswers(clock.now).failed(attempt(20, stopped.signal), itemOf('a'), lost);
    expect(result).toMatchObject({ state: 'ready', counts: false });
  });
});
