import { commandAnswers, queryAnswers, type CommandAnswer } from '../../../shared/contract.ts';
import type { Fault, Outcome } from '../../../shared/faults.ts';
import { success } from '../../engine/faults/fault.ts';
import { describeFault } from '../../engine/faults/describe.ts';
import type { CommandContext } from '../command-context.ts';
import type { Door } from '../control/open-door.ts';
import { readAnswer } from '../control/read-answer.ts';
import { decisionDone, type Decision } from '../output/decision-words.ts';
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

/** Items in one request; the contract takes at most 10,000. */
const itemsAtOnce = 5_000;

/** Carries a decision about the named items, or all, to the engine and says what came of it. */
export function decide(
  context: CommandContext,
  decision: Decision,
  ids: readonly string[],
  options: DecisionOptions,
): Promise<void> {
  return withDoor(context, options, async (door, _station, terminal): Promise<Ending> => {
    const named = await namedItems(door, ids, options.all === true);
    if (!named.ok) return named;
    const refused = named.value === 'all' ? [] : named.value.refused.map(({ id, fault }) => ({ name: id, id, fault }));
    const changed: string[] = [];
    const selections: (readonly string[] | 'all')[] = [];
    if (named.value === 'all') selections.push('all');
    else {
      const { itemIds } = named.value;
      for (let start = 0; start < itemIds.length; start += itemsAtOnce) {
        selections.push(itemIds.slice(start, start + itemsAtOnce));
      }
    }
    for (const selection of selections) {
      const answer = await dispatchDecision(door, decision, selection);
      if (!answer.ok) return answer;
      changed.push(...answer.value.itemIds);
      for (const { itemId, fault } of answer.value.refused) {
        refused.push({ name: await nameOf(door, itemId, fault), id: itemId, fault });
      }
    }
    tell(terminal, decision, changed, refused, { all: named.value === 'all', running: door.running });
    return success(statusOfAll(refused.map(({ fault }) => fault)));
  });
}

/** What a person calls the item; asked for only where the fault does not tell. */
async function nameOf(door: Pick<Door, 'query'>, itemId: string, { code, params }: Fault): Promise<string> {
  const told = params['name'];
  if (typeof told === 'string' || code === 'not-found') return String(told ?? itemId);
  const item = await readAnswer(queryAnswers['items.get'], door.query({ name: 'items.get', idPrefix: itemId }));
  return item.ok ? item.value.name : itemId;
}

function dispatchDecision(
  door: Door,
  name: Decision,
  selection: readonly string[] | 'all',
): Promise<Outcome<CommandAnswer<'items.retry'>>> {
  const itemIds = selection === 'all' ? selection : [...selection];
  return readAnswer(commandAnswers[name], door.dispatch({ name, itemIds }));
}

function tell(
  terminal: Terminal,
  decision: Decision,
  changed: readonly string[],
  refused: readonly { readonly name: string; readonly id: string; readonly fault: Fault }[],
  { all, running }: { readonly all: boolean; readonly running: boolean },
): void {
  const word = decision.slice('items.'.length);
  for (const id of changed) terminal.object({ event: 'decision', decision: word, id, done: true, fault: null });
  for (const { name, id, fault } of refused) {
    const { reason, nextStep, who } = describeFault(fault, terminal.language);
    // What is not there has no name but the one that the sentence says.
    const of = fault.code === 'not-found' ? '' : `${safeText(name)}: `;
    terminal.note(`${of}${reason} ${nextStep} (${who})`);
    terminal.object({
      event: 'decision',
      decision: word,
      id,
      done: false,
      fault: spokenFault(fault, terminal.language),
    });
  }
  terminal.object({ event: 'summary', decision: word, changed: changed.length, refused: refused.length, running });
  if (changed.length > 0 || refused.length === 0) {
    const gone = refused.filter(({ fault }) => ['at-service', 'being-submitted'].includes(String(fault.params['use'])));
    const told = { count: changed.length, gone: gone.length, all, running };
    say(terminal, decisionDone(terminal.language, decision, told));
  }
}
