import type { Outcome } from '../../../shared/faults.ts';
import { failure } from '../faults/fault.ts';
import type { Clock } from '../platform/ports.ts';
import { createStop, type Stop, type StopSignal } from '../platform/stop-signal.ts';
import { createPageWalk, type ListPage } from './page-walk.ts';

/** A walk as one of those who share it sees it: page `index` from 0 with its new rows, null after the end of the list. */
export type WalkedPage<Row> = (index: number) => Promise<Outcome<readonly Row[] | null>>;

/** A question to a list. */
export interface WalkQuestion<Row, Answer> {
  /**
   * From when on nothing more can have come into the list that the answer depends on, ms since 1970: a walk that began after it
   * may answer. Null = only one that begins after the question.
   */
  readonly askedAt: number | null;
  /** Reads one page from a zero-based offset. */
  readonly read: (offset: number, signal: StopSignal) => Promise<Outcome<ListPage<Row>>>;
  /** Ends this question's part in the walk. */
  readonly signal: StopSignal | undefined;
  readonly answer: (page: WalkedPage<Row>) => Promise<Outcome<Answer>>;
}

/** Where walks are shared: what has the same place reads the same list. */
export interface SharedWalks<Row> {
  ask<Answer>(place: string, question: WalkQuestion<Row, Answer>): Promise<Outcome<Answer>>;
}

/** What sharing walks needs. */
export interface SharedWalksDependencies {
  readonly clock: Clock;
  /** Milliseconds that no change of the clock moves. */
  readonly monotonic: () => number;
}

interface Walk<Row> {
  readonly page: WalkedPage<Row>;
  /** Its place among all questions and walks. */
  readonly order: number;
  readonly begunAt: number;
  readonly begunMonotonic: number;
  readonly ending: Stop;
  /** Questions that read it now. */
  readers: number;
  /** A page failed, or was given up: nobody else may join. */
  broken: boolean;
  /** Called when nobody reads it any more. */
  readonly whenFree: (() => void)[];
  forget: () => void;
}

/** What was read is remembered so long after the last question, ms. */
const rememberedMs = 10_000;
/** A question counts as older than a walk only by more than this; so far the two clocks may drift apart, ms. */
const clockTolerance = 500;

function givenUp(): Outcome<never> {
  return failure('service-unreachable', {}, 'aborted');
}

function untilAborted<Value>(work: Promise<Outcome<Value>>, signal: StopSignal | undefined): Promise<Outcome<Value>> {
  if (signal === undefined) return work;
  if (signal.aborted) return Promise.resolve(givenUp());
  return new Promise((resolve, reject) => {
    const end = (): void => resolve(givenUp());
    signal.addEventListener('abort', end, { once: true });
    void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', end));
  });
}

/**
 * Lets questions to one list share its walk: those that come while a walk is under way wait for the next one, which then serves
 * them all. A walk that began before a question could be answered never answers it: what it read may be too old to say that
 * something is not there.
 */
export function createSharedWalks<Row extends { readonly id: string }>(
  dependencies: SharedWalksDependencies,
): SharedWalks<Row> {
  const { clock, monotonic } = dependencies;
  const walks = new Map<string, Walk<Row>>();
  let order = 0;

  function begin(place: string, read: WalkQuestion<Row, unknown>['read']): Walk<Row> {
    walks.get(place)?.forget();
    const ending = createStop();
    order += 1;
    const walk: Walk<Row> = {
      page: createPageWalk(async (offset) => {
        const answer = await read(offset, ending.signal);
        if (!answer.ok) walk.broken = true;
        return answer;
      }),
      order,
      begunAt: clock.now(),
      begunMonotonic: monotonic(),
      ending,
      readers: 0,
      broken: false,
      whenFree: [],
      forget: () => undefined,
    };
    walks.set(place, walk);
    return walk;
  }

  /** Whether a walk began when the question could be answered already. Where the clock was changed since, nobody can tell. */
  function serves(walk: Walk<Row>, asked: number, askedAt: number | null): boolean {
    if (walk.broken) return false;
    if (walk.order > asked) return true;
    const drift = clock.now() - walk.begunAt - (monotonic() - walk.begunMonotonic);
    return askedAt !== null && Math.abs(drift) < clockTolerance && askedAt + clockTolerance < walk.begunAt;
  }

  async function readIn<Answer>(
    place: string,
    walk: Walk<Row>,
    question: WalkQuestion<Row, Answer>,
  ): Promise<Outcome<Answer>> {
    walk.readers += 1;
    walk.forget();
    try {
      return await question.answer((index) => untilAborted(walk.page(index), question.signal));
    } catch (error) {
      walk.broken = true;
      throw error;
    } finally {
      walk.readers -= 1;
      if (walk.readers === 0) left(place, walk, question.signal?.aborted === true);
    }
  }

  function left(place: string, walk: Walk<Row>, aborted: boolean): void {
    const drop = (): void => {
      if (walks.get(place) === walk) walks.delete(place);
    };
    if (aborted) {
      walk.broken = true;
      walk.ending.abort();
    }
    if (walk.broken) drop();
    else walk.forget = clock.after(rememberedMs, drop, { unref: true });
    for (const go of walk.whenFree.splice(0)) go();
  }

  return {
    async ask(place, question) {
      order += 1;
      const asked = order;
      for (;;) {
        if (question.signal?.aborted === true) return givenUp();
        const present = walks.get(place);
        if (present !== undefined && serves(present, asked, question.askedAt)) return readIn(place, present, question);
        if (present === undefined || present.readers === 0) return readIn(place, begin(place, question.read), question);
        // One walk at a time: this question and all that come meanwhile share the next.
        await new Promise<void>((go) => {
          present.whenFree.push(go);
          question.signal?.addEventListener('abort', () => go(), { once: true });
        });
      }
    },
  };
}
