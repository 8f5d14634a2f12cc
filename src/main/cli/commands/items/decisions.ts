import { randomUUID } from 'node:crypto';
import { commandAnswers, queryAnswers, type Command as EngineCommand } from '../../../../shared/contract.ts';
import type { Refused } from '../../../../shared/decisions.ts';
import { idsInMessage, nothingDecided, together } from '../../../../shared/decisions.ts';
import type { Fault } from '../../../../shared/faults.ts';
import { intakeModes } from '../../../../shared/item.ts';
import type { IntakeRule } from '../../../../shared/settings.ts';
import { success } from '../../../engine/faults/fault.ts';
import { misuse } from '../../../engine/faults/usage-sentences.ts';
import { describeFault } from '../../../engine/faults/describe.ts';
import type { CommandContext } from '../../command-context.ts';
import { terminalOf, withCommonFlags } from '../../command-context.ts';
import { connectControl } from '../../control/ask-control.ts';
import type { Door } from '../../control/open-door.ts';
import { readAnswer } from '../../control/read-answer.ts';
import { exitStatus } from '../../exit-status.ts';
import type { Decision } from '../../output/decision-words.ts';
import { decisionDone, decisionMore, decisionProgress, decisionStopped } from '../../output/decision-words.ts';
import { say } from '../../output/paragraph.ts';
import type { Terminal } from '../../output/terminal.ts';
import { spokenFault } from '../../output/terminal.ts';
import { safeText } from '../../output/text.ts';
import { serviceWordsIn } from '../../output/service-words.ts';
import { askLine, readPiped } from '../../input.ts';
import { choice } from '../../run/flag-values.ts';
import type { CommonOptions } from '../../station.ts';
import { namedItems } from './named-items.ts';
import type { Ending } from '../with-station.ts';
import { statusOfAll, withDoor, withStation } from '../with-station.ts';
import type { Command } from 'commander';
import { helpNote } from '../../help/speak-help.ts';

/** Flags of every decision. */
export interface DecisionOptions extends CommonOptions {
  readonly all?: boolean;
}

/** ms between two looks at how far it is. */
const lookPause = 200;

type IntakeMode = IntakeRule['mode'];

/** What goes with a note, with a password, with values of fields, or another way. */
type Remarks = Pick<Extract<EngineCommand, { name: 'items.note' }>, 'note' | 'assignee'> & {
  readonly password?: string;
  readonly projectId?: string;
  readonly mode?: IntakeMode;
  readonly second?: true;
  readonly values?: Readonly<Record<string, string>>;
};

/** Carries a decision about the named items, or all, to the engine and says what came of it; `more` = what goes with it, by the items. An interruption stops it after the slice in hand. */
export function decide(
  context: CommandContext,
  decision: Decision,
  ids: readonly string[],
  options: DecisionOptions,
  remarks: Remarks = {},
  more?: (door: Door, itemIds: readonly string[]) => Promise<Remarks>,
): Promise<void> {
  return withDoor(context, options, async (door, station, terminal): Promise<Ending> => {
    const named = await namedItems(door, ids, options.all === true);
    if (!named.ok) return named;
    const all = named.value === 'all';
    const unknown = named.value === 'all' ? [] : named.value.refused;
    const itemIds = named.value === 'all' ? 'all' : [...named.value.itemIds];
    const notFound = unknown.map(({ id, fault }) => ({ count: 1, first: [{ itemId: id, name: id, fault }] }));
    let decided = nothingDecided;
    let failed: Fault | null = null;
    const beyond = { ...remarks, ...(more === undefined || itemIds === 'all' ? {} : await more(door, itemIds)) };
    if (itemIds.length > 0) {
      const act = randomUUID();
      const beside = door.running ? createBeside(station.dataDirectory) : null;
      let before = 0;
      const progress = (done: number, total: number): string =>
        decisionProgress(terminal.language, before + done, itemIds === 'all' ? total : itemIds.length);
      const way = beside?.door ?? (() => Promise.resolve(door));
      const stopWatching = watch(way, act, context.interrupted, terminal, progress);
      for (const asked of messagesOf(itemIds)) {
        const answer = await readAnswer(
          commandAnswers[decision],
          door.dispatch(messageOf(decision, asked, beyond, act)),
        );
        failed = answer.ok ? null : answer.fault;
        if (!answer.ok) break;
        decided = together(decided, answer.value);
        before += asked.length;
        if (decided.left > 0) break;
      }
      stopWatching();
      await beside?.close();
      if (itemIds !== 'all') decided = { ...decided, left: decided.left + itemIds.length - before };
      if (failed !== null && decided.itemIds.length === 0) return { ok: false, fault: failed };
    }
    const { itemIds: changed, left } = decided;
    const refused = [...notFound, ...decided.refused];
    tell(terminal, decision, { changed, refused, left, all, running: door.running });
    if (failed !== null) return { ok: false, fault: failed };
    return success(
      left > 0 ? exitStatus.interrupted : statusOfAll(refused.flatMap(({ first }) => first.map(({ fault }) => fault))),
    );
  });
}

function messageOf(
  name: Decision,
  itemIds: string[] | 'all',
  remarks: Remarks,
  act: string,
): Extract<EngineCommand, { name: Decision }> {
  // None of these ever goes to all there is.
  const named = itemIds === 'all' ? [] : itemIds;
  const { password = '', projectId, mode, second, values = {}, ...note } = remarks;
  if (name === 'items.note') return { name, itemIds: named, ...note, act };
  if (name === 'items.set-fields') return { name, itemIds: named, values, act };
  if (name === 'items.unlock') return { name, itemIds: named, password, act };
  if (name === 'items.take-in-again')
    return {
      ...{ name, itemIds: named, act },
      ...(projectId === undefined ? {} : { projectId }),
      ...(mode === undefined ? {} : { mode }),
      ...(second === undefined ? {} : { second }),
    };
  return { name, itemIds, act };
}

/** The ids in messages that nobody has to look through for long. */
function messagesOf(ids: readonly string[] | 'all'): readonly (string[] | 'all')[] {
  if (ids === 'all') return ['all'];
  const count = Math.ceil(ids.length / idsInMessage);
  return Array.from({ length: count }, (_, index) => ids.slice(index * idsInMessage, (index + 1) * idsInMessage));
}

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

/** Draws how far the act is, and lets an interruption stop it. Returns how to end that. */
function watch(
  way: () => Promise<Pick<Door, 'dispatch' | 'query'> | null>,
  act: string,
  interrupted: Promise<void>,
  terminal: Terminal,
  progress: (done: number, total: number) => string,
): () => void {
  let over = false;
  const look = async (): Promise<void> => {
    if (!terminal.live) return;
    const door = await way();
    if (door === null) return;
    const asked = await readAnswer(queryAnswers['items.acting'], door.query({ name: 'items.acting', act }));
    if (over || !asked.ok || asked.value.progress === null) return;
    const { done, total } = asked.value.progress;
    terminal.draw([progress(done, total)]);
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
    readonly refused: Refused;
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

function sum(refused: Refused): number {
  return refused.reduce((total, { count }) => total + count, 0);
}

/** Registers `mailroom cancel ID…|--all`: ends items that are not at the service yet. */
export function registerCancel(program: Command, context: CommandContext): void {
  withCommonFlags(program.command('cancel [id...]'))
    .description('end items that are not at the service yet; their files stay where they are')
    .option('--all', 'whatever has not been sent')
    .addHelpText(
      'after',
      helpNote('Ids may be typed by their first characters.\nExample:\n  mailroom cancel 01m8g31jh'),
    )
    .action((ids: string[], options: DecisionOptions) => decide(context, 'items.cancel', ids, options));
}

/** Registers `mailroom retry ID…|--all`: lets held items go on where they stopped. */
export function registerRetry(program: Command, context: CommandContext): void {
  withCommonFlags(program.command('retry [id...]'))
    .description('let held items go on where they stopped')
    .option('--all', 'all that is held')
    .addHelpText('after', helpNote('Ids may be typed by their first characters.\nExample:\n  mailroom retry --all'))
    .action((ids: string[], options: DecisionOptions) => decide(context, 'items.retry', ids, options));
}

/** Registers `mailroom pause [ID…]`: stops the named items, or everything. */
export function registerPause(program: Command, context: CommandContext): void {
  withCommonFlags(program.command('pause [id...]'))
    .description('stop the named items, or without ids everything, until mailroom resume')
    .action((ids: string[], options: CommonOptions) =>
      decide(context, 'items.pause', ids, { ...options, all: ids.length === 0 }),
    );
}

/** Registers `mailroom resume [ID…]`: lets the named items, or everything, go on. */
export function registerResume(program: Command, context: CommandContext): void {
  withCommonFlags(program.command('resume [id...]'))
    .description('resume the named items, or everything if no ids are given')
    .action((ids: string[], options: CommonOptions) =>
      decide(context, 'items.resume', ids, { ...options, all: ids.length === 0 }),
    );
}

/** Registers `mailroom send-anyway ID…`: sends duplicates although their content is known. */
export function registerSendAnyway(program: Command, context: CommandContext): void {
  withCommonFlags(program.command('send-anyway <id...>'))
    .description('send duplicates although their content was taken in before')
    .action((ids: string[], options: DecisionOptions) => decide(context, 'items.send-anyway', ids, options));
}

/** The password that is typed unseen, or piped in; null: the person left. */
async function passwordOf(context: CommandContext, options: CommonOptions): Promise<string | null> {
  if (context.stdin.isTTY !== true) return (await readPiped(context.stdin))?.replace(/\r?\n$/u, '') ?? '';
  const typed = await askLine(context, `${serviceWordsIn(terminalOf(context, options).language).askPassword}: `, true);
  return typed.kind === 'text' ? typed.text : null;
}

/** Registers `mailroom unlock ID…`: opens PDFs that are held for their password. */
export function registerUnlock(program: Command, context: CommandContext): void {
  withCommonFlags(program.command('unlock <id...>'))
    .description('open held PDFs with their password and send a copy without it; the password is kept nowhere')
    .addHelpText(
      'after',
      helpNote(
        'The password is asked for, or read from what is piped in; there is no flag for it.\nExample:\n  mailroom unlock 01m8g31jh',
      ),
    )
    .action(async (ids: string[], options: DecisionOptions) => {
      const password = await passwordOf(context, options);
      if (password === null) return context.finish(exitStatus.interrupted);
      if (password === '') return withStation(context, options, () => Promise.resolve(misuse('no-password')));
      return decide(context, 'items.unlock', ids, options, { password });
    });
}

interface AgainOptions extends DecisionOptions {
  readonly mode?: IntakeMode;
  readonly second?: true;
}

/** Registers `mailroom take-in-again ID…`: what was cancelled, or with `--project` or `--mode` what is not at the service yet, another way; with `--second` what is there, once more. */
export function registerTakeInAgain(program: Command, context: CommandContext): void {
  withCommonFlags(program.command('take-in-again <id...>'))
    .description(
      'take in again what was cancelled; with --project or --mode, send what is not at the service yet that way',
    )
    .addOption(
      choice('--mode <mode>', 'send it as document (by itself), in a batch, or as part of a case', intakeModes),
    )
    .option('--second', 'send what is at the service that way as well, as a new document; the first one stays there')
    .addHelpText(
      'after',
      helpNote(
        'Ids may be typed by their first characters.\nExample:\n  mailroom take-in-again 01m8g31jh --project accounts-payable --mode document',
      ),
    )
    .action((ids: string[], { mode, second, ...options }: AgainOptions) =>
      decide(context, 'items.take-in-again', ids, options, {
        ...(options.project === undefined ? {} : { projectId: options.project }),
        ...(mode === undefined ? {} : { mode }),
        ...(second === undefined ? {} : { second }),
      }),
    );
}

interface NoteOptions extends DecisionOptions {
  readonly text?: string;
  readonly handTo?: string;
}

/** Registers `mailroom note ID… --text … --hand-to …`: what people want others to know about items, and whose turn it is. */
export function registerNote(program: Command, context: CommandContext): void {
  withCommonFlags(program.command('note <id...>'))
    .description('write a note on items, or say whose turn it is; both are kept in the history')
    .option('--text <text>', 'what the note says, in place of the one before; empty takes it away')
    .option('--hand-to <name>', 'who is to deal with it; empty: nobody in particular')
    .addHelpText(
      'after',
      helpNote(
        'Ids may be typed by their first characters.\nExample:\n  mailroom note 01m8g31jh --text "Second page is missing" --hand-to Anna',
      ),
    )
    .action((ids: string[], { text, handTo, ...options }: NoteOptions) =>
      text === undefined && handTo === undefined
        ? withStation(context, options, () => Promise.resolve(misuse('no-remark')))
        : decide(context, 'items.note', ids, options, {
            ...(text === undefined ? {} : { note: text }),
            ...(handTo === undefined ? {} : { assignee: handTo }),
          }),
    );
}
