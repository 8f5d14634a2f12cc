import { resolve } from 'node:path';
import type { Command } from 'commander';
import { commandAnswers, queryAnswers, type CommandAnswer } from '../../../shared/contract.ts';
import type { Fault, Outcome } from '../../../shared/faults.ts';
import type { IntakeRule } from '../../../shared/settings.ts';
import type { ItemView } from '../../../shared/views.ts';
import type { Engine } from '../../engine/engine.ts';
import { success } from '../../engine/faults/fault.ts';
import { failWith, speakAs, terminalOf, withCommonFlags, type CommandContext } from '../command-context.ts';
import { helpNote } from '../help/speak-help.ts';
import { openDoor, type Door } from '../control/open-door.ts';
import { readAnswer } from '../control/read-answer.ts';
import { exitStatus, type ExitStatus } from '../exit-status.ts';
import { noticesTo } from '../output/notices.ts';
import { serviceWordsIn } from '../output/service-words.ts';
import type { Terminal } from '../output/terminal.ts';
import { wordsIn } from '../output/words.ts';
import { ask } from '../run/ask.ts';
import { itemEvent, itemLine } from '../run/item-lines.ts';
import { startFirstLook } from '../run/first-look.ts';
import { duration } from '../run/flag-values.ts';
import { joined, nothingIsThere, sayRefused } from '../run/refused-paths.ts';
import { ruleOf, type RuleFlags } from '../run/rule-flags.ts';
import { withRuleFlags } from '../run/rule-options.ts';
import { runToEnd } from '../run/run-to-end.ts';
import { withEngine } from '../run/with-engine.ts';
import { connectionOf, openStation, type CommonOptions, type Station } from '../station.ts';

interface SendOptions extends CommonOptions, RuleFlags {
  readonly wait?: boolean;
  readonly waitLimit: number;
}

/** The source that named files come from. */
const sourceId = 'command-line';
const lookEveryMs = 250;
/** Paths handed over in one command. */
const pathsAtOnce = 1_000;

/** Registers `mailroom send PATH…`: takes in the named files. */
export function registerSend(program: Command, context: CommandContext): void {
  const command = withRuleFlags(withCommonFlags(program.command('send <path...>')))
    .description('take in the named files (a folder stands for all files below it) and send them')
    .option('--wait', 'end when they are settled and exported, not when they are submitted')
    .addOption(
      duration('--wait-limit <duration>', 'name what is not done by then and end with 1').default(1_800_000, '30m'),
    )
    .addHelpText(
      'after',
      helpNote('Example:\n  mailroom send invoice.pdf --project accounts-payable --wait --export ./xml'),
    );
  command.action((paths: string[], options: SendOptions) => send(context, paths, options));
}

async function send(context: CommandContext, paths: readonly string[], options: SendOptions): Promise<void> {
  const terminal = terminalOf(context, options);
  const startedAt = Date.now();
  const station = await openStation(options, context.environment, noticesTo(terminal));
  if (!station.ok) return failWith(context, terminal, station.fault);
  speakAs(terminal, station.value.settings);
  const connection = connectionOf(station.value);
  if (!connection.ok) return failWith(context, terminal, connection.fault);
  const rule = ruleOf(options, connection.value.id, {
    ...station.value.settings.intake,
    // Named files stay where they are.
    after: 'keep',
  });
  if (!rule.ok) return failWith(context, terminal, rule.fault);
  const absolute = paths.map((path) => resolve(path));

  const waits = options.wait === true || typeof options.export === 'string';
  const concerns = (item: ItemView): boolean => item.sourceId === sourceId;
  try {
    const worked = await withEngine(station.value, terminal, concerns, async (engine, reporting) => {
      const firstLook = startFirstLook(engine, rule.value);
      const taken = await takeIn(engine, absolute, rule.value);
      if (!taken.ok) return failWith(context, terminal, taken.fault);
      const { itemIds, refused } = taken.value;
      sayRefused(terminal, refused);
      if (nothingIsThere(taken.value)) return context.finish(exitStatus.wrongUsage);
      const run = await runToEnd({
        engine,
        terminal,
        sourceIds: [],
        itemIds,
        until: waits ? 'settled' : 'submitted',
        limitMs: options.waitLimit,
        interrupted: context.interrupted,
        startedAt,
        reporting,
        firstLook,
        notTakenIn: refused.length,
      });
      context.finish(run.status === exitStatus.ok && refused.length > 0 ? exitStatus.someFailed : run.status);
    });
    if (worked.ok) return;
    if (worked.fault.code !== 'data-directory-taken') return failWith(context, terminal, worked.fault);
    const waitUntil = waits ? startedAt + options.waitLimit : null;
    await sendThroughOwner(context, terminal, station.value, absolute, rule.value, worked.fault, waitUntil);
  } finally {
    station.value.ports.close();
  }
}

async function takeIn(
  door: Pick<Engine, 'dispatch'>,
  paths: readonly string[],
  rule: IntakeRule,
): Promise<Outcome<CommandAnswer<'intake.take-in'>>> {
  const answers: CommandAnswer<'intake.take-in'>[] = [];
  for (let start = 0; start < paths.length; start += pathsAtOnce) {
    const part = paths.slice(start, start + pathsAtOnce);
    const asked = door.dispatch({ name: 'intake.take-in', paths: part, rule, sourceId });
    const answer = await readAnswer(commandAnswers['intake.take-in'], asked);
    if (!answer.ok) return answer;
    answers.push(answer.value);
  }
  return success(joined(answers));
}

/** Waits until the Mailroom at work has settled these items, or for the limit (ms since 1970) or an interruption; returns how it ended. */
async function waitForOwner(
  door: Door,
  terminal: Terminal,
  itemIds: readonly string[],
  until: number,
  interrupted: Promise<void>,
): Promise<ExitStatus> {
  const state = { interrupted: false };
  void interrupted.then(() => {
    state.interrupted = true;
  });
  for (;;) {
    const asked = door.query({ name: 'items.once', sourceIds: [], itemIds: [...itemIds], until: 'settled' });
    const { done, outstanding } = await ask(queryAnswers['items.once'], asked);
    if (done) return exitStatus.ok;
    if (state.interrupted) return exitStatus.interrupted;
    if (Date.now() > until) {
      terminal.note(wordsIn(terminal.language).notDone(outstanding));
      return exitStatus.someFailed;
    }
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
  }
}

/**
 * Another Mailroom works with this data directory: the files are handed to it, and it sends them. `waitUntil` = how long to wait
 * for them to be settled, ms since 1970; null = not.
 */
async function sendThroughOwner(
  context: CommandContext,
  terminal: Terminal,
  station: Station,
  paths: readonly string[],
  rule: IntakeRule,
  taken: Fault,
  waitUntil: number | null,
): Promise<void> {
  const opened = await openDoor(station);
  if (!opened.ok) return failWith(context, terminal, opened.fault);
  const door: Door = opened.value;
  try {
    if (!door.running) return failWith(context, terminal, taken);
    const answer = await takeIn(door, paths, rule);
    if (!answer.ok) return failWith(context, terminal, answer.fault);
    const { itemIds, refused } = answer.value;
    sayRefused(terminal, refused);
    if (nothingIsThere(answer.value)) return context.finish(exitStatus.wrongUsage);
    terminal.note(serviceWordsIn(terminal.language).takenByRunning);
    const waited =
      waitUntil === null ? exitStatus.ok : await waitForOwner(door, terminal, itemIds, waitUntil, context.interrupted);
    let held = 0;
    for (const idPrefix of itemIds) {
      const item = await ask(queryAnswers['items.get'], door.query({ name: 'items.get', idPrefix }));
      if (item.stage === 'held') held += 1;
      terminal.object(itemEvent(item, terminal.language));
      terminal.line(itemLine(item, terminal.language));
    }
    const failed = refused.length + held > 0;
    context.finish(waited === exitStatus.ok && failed ? exitStatus.someFailed : waited);
  } finally {
    await door.close();
  }
}
