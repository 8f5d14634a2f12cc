/** What waits for its answer. */
interface Waiting<Question, Answer> {
  readonly key: string;
  readonly question: Question;
  readonly answer: (answer: Answer) => void;
}

/**
 * Gathers questions that come while a statement runs into the next one, at most `most` of them and none of them twice in one (`keyOf`):
 * a hundred files cost little more than one. Where `askAll` throws, `failed` answers each of its questions: nobody waits for ever.
 */
export function createGathering<Question, Answer>(
  most: number,
  keyOf: (question: Question) => string,
  askAll: (questions: readonly Question[]) => Promise<readonly Answer[]>,
  failed: (error: unknown) => Answer,
): (question: Question) => Promise<Answer> {
  let waiting: Waiting<Question, Answer>[] = [];
  let running = false;

  function take(): readonly Waiting<Question, Answer>[] {
    const taken = new Map<string, Waiting<Question, Answer>>();
    const left: Waiting<Question, Answer>[] = [];
    for (const each of waiting) {
      if (taken.size < most && !taken.has(each.key)) taken.set(each.key, each);
      else left.push(each);
    }
    waiting = left;
    return [...taken.values()];
  }

  async function run(): Promise<void> {
    running = true;
    while (waiting.length > 0) {
      const batch = take();
      const answers = await askAll(batch.map(({ question }) => question)).catch((error: unknown) =>
        batch.map(() => failed(error)),
      );
      batch.forEach(({ answer }, index) => answer(answers[index] ?? failed('no answer')));
    }
    running = false;
  }

  return (question) =>
    new Promise((answer) => {
      waiting.push({ key: keyOf(question), question, answer });
      // What comes in the same turn goes together.
      if (!running) {
        running = true;
        setImmediate(() => void run());
      }
    });
}
