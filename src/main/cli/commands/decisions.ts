import { randomUUID } from 'node:crypto';
import { commandAnswers, queryAnswers, type CommandAnswer } from '../../../shared/contract.ts';
import { success } from '../../engine/faults/fault.ts';
import { describeFault } from '../../engine/faults/describe.ts';
import type { CommandContext } from '../command-context.ts';
import { connectControl } from '../control/ask-control.ts';
import type { Door } from '../control/open-door.ts';
import { readAnswer } from '../control/read-answer.ts';
import { exitStatus } from '../exit-status.ts';
import {
  decisionDone,
  decisionMore,
  decisionProgress,
  decisionStopped,
  type Decision,
} from '../output/decision-words.ts';
import { say } from '../output/paragraph.ts';
import { spokenFault, type Terminal } from '../output/terminal.ts';
import { safeText } from '../output/text.ts';
import type { CommonOptions } from '../station.ts';
import { namedItems } from './named-items.ts';
import { statusOfAll, withDoor, type Ending } from './with-station.ts';

/** Flags of every decision. */
export interface DecisionOptions extends CommonOptions {
  readonly all?: boolean;
}

/** ms between two looks at how far it is. */
const lookPause = 200;

/** Carries a decision about the named items, or all, to the engine and says what came of it. An interruption stops it after the slice in hand. */
export function decide(
  context: CommandContext,
  decision: Decision,
  ids: readonly string[],
  options: DecisionOptions,
): Promise<void> {
  return withDoor(context, options, async (door, station, terminal): Promise<Ending> => {
    const named = await namedItems(door, ids, options.all === true);
    if (!named.ok) return named;
    const all = named.value === 'all';
    const unknown = named.value === 'all' ? [] : named.value.refused;
    const itemIds = named.value === 'all' ? 'all' : [...named.value.itemIds];
    const refused: Refused[] = unknown.map(({ id, fault }) => ({ count: 1, first: [{ itemId: id, name: id, fault }] }));
    let changed: readonly string[] = [];
    let left = 0;
    if (itemIds.length > 0) {
      const act = randomUUID();
      const beside = door.running ? createBeside(station.dataDirectory) : null;
      const stopWatching = watch(beside?.door ?? (() => Promise.resolve(door)), act, context.interrupted, terminal);
      const answer = await readAnswer(commandAnswers[decision], door.dispatch({ name: decision, itemIds, act }));
      stopWatching();
      await beside?.close();
      if (!answer.ok) return answer;
      changed = answer.value.itemIds;
      left = answer.value.left;
      refused.push(...answer.value.refused);
    }
    tell(terminal, decision, { changed, refused, left, all, running: door.running });
    return success(
      left > 0 ? exitStatus.interrupted : statusOfAll(refused.flatMap(({ first }) => first.map(({ fault }) => fault))),
    );
  });
}

type Refused = CommandAnswer<'items.retry'>['refused'][number];

/** A second connection to the owner: each answers one after the other, and the act is answered last. One that can't be had is asked for again. */
function createBeside(dataDirectory: string): {
  readonly door: () => Promise<Pick<Door, 'dispatch' | 'query'> | null>;
  readonly close: () => Promise<void>;
} {
  let connecting: ReturnType<typeof connectControl> = Promise.resolve(null);
  let isHad = false;
  return {
    door() {
      if (isHad) return connecting;
      isHad = true;
      connecting = connectControl(dataDirectory).then((connection) => {
        isHad = connection !== null;
        return connection;
      });
      return connecting;
    },
    close: async () => (await connecting)?.close(),
  };
}

/** Draws how far the act is, and lets an interruption stop it. Answers how to end that. */
function watch(
  way: () => Promise<Pick<Door, 'dispatch' | 'query'> | null>,
  act: string,
  interrupted: Promise<void>,
  terminal: Terminal,
): () => void {
  let over = false;
  const look = async (): Promise<void> => {
    if (!terminal.live) return;
    const door = await way();
    if (door === null) return;
    const asked = await readAnswer(queryAnswers['items.acting'], door.query({ name: 'items.acting', act }));
    if (over || !asked.ok || asked.value.progress === null) return;
    const { done, total } = asked.value.progress;
    terminal.draw([decisionProgress(terminal.language, done, total)]);
  };
  // Again and again: the act may begin after the first word.
  let tick = look;
  void interrupted.then(() => {
    tick = async () => {
      await (await way())?.dispatch({ name: 'items.stop', act });
    };
  });
  const timer = setInterval(() => void tick(), lookPause);
  return () => {
    over = true;
    clearInterval(timer);
    terminal.draw([]);
  };
}

function tell(
  terminal: Terminal,
  decision: Decision,
  told: {
    readonly changed: readonly string[];
    readonly refused: readonly Refused[];
    readonly left: number;
    readonly all: boolean;
    readonly running: boolean;
  },
): void {
  const { changed, refused, left, all, running } = told;
  const { language } = terminal;
  const word = decision.slice('items.'.length);
  for (const id of changed) terminal.object({ event: 'decision', decision: word, id, done: true, fault: null });
  for (const { count, first } of refused) {
    for (const { itemId, name, fault } of first) {
      const { reason, nextStep, who } = describeFault(fault, language);
      // What is not there has no name but the one that the sentence says.
      const of = fault.code === 'not-found' ? '' : `${safeText(name)}: `;
      terminal.note(`${of}${reason} ${nextStep} (${who})`);
      terminal.object({
        event: 'decision',
        decision: word,
        id: itemId,
        done: false,
        fault: spokenFault(fault, language),
      });
    }
    if (count > first.length) terminal.note(decisionMore(language, count - first.length));
  }
  const notChanged = sum(refused);
  terminal.object({
    event: 'summary',
    decision: word,
    changed: changed.length,
    refused: notChanged,
    reasons: refused.map(({ count, first }) => ({
      code: first[0]?.fault.code,
      count,
      names: first.map(({ name }) => name),
    })),
    left,
    running,
  });
  if (changed.length > 0 || notChanged === 0) {
    const gone = sum(
      refused.filter(({ first: [each] }) =>
        ['at-service', 'being-submitted'].includes(String(each?.fault.params['use'])),
      ),
    );
    say(terminal, decisionDone(language, decision, { count: changed.length, gone, all, running }));
  }
  if (left > 0) terminal.note(decisionStopped(language, left));
}

function sum(refused: readonly Refused[]): number {
  return refused.reduce((total, { count }) => total + count, 0);
}
