import type { Command } from 'commander';
import type { LogSubject } from '../../../shared/activity-views.ts';
import { queryAnswers } from '../../../shared/contract.ts';
import type { Outcome } from '../../../shared/faults.ts';
import type { CustodyView } from '../../../shared/views.ts';
import { failure, success } from '../../engine/faults/fault.ts';
import { misuse } from '../../engine/faults/usage-sentences.ts';
import { custodyCsvHead, custodyCsvLine, custodyRecord } from '../../host/custody-lines.ts';
import { custodyPages } from '../../host/custody-pages.ts';
import { withCommonFlags, type CommandContext } from '../command-context.ts';
import { helpNote } from '../help/speak-help.ts';
import type { ReadOnlyDoor } from '../control/open-door.ts';
import { readAnswer } from '../control/read-answer.ts';
import { exitStatus } from '../exit-status.ts';
import { historyLine } from '../output/history-words.ts';
import { wrap } from '../output/text.ts';
import { serviceWordsIn } from '../output/service-words.ts';
import type { Terminal } from '../output/terminal.ts';
import { createHistoryNames } from '../run/history-names.ts';
import type { CommonOptions } from '../station.ts';
import { openCaseNamed } from './cases/named-open-case.ts';
import { withReadOnlyDoor, type Ending } from './with-station.ts';

interface HistoryOptions extends CommonOptions {
  readonly all?: boolean;
  readonly csv?: boolean;
  readonly verify?: boolean;
  readonly noted?: string;
}

/** Registers `mailroom history ID|--all`: who did what, when; and whether the record is whole. */
export function registerHistory(program: Command, context: CommandContext): void {
  withCommonFlags(program.command('history [id]'))
    .description('show the history of an item, document or case, from the first sight of its files to the hand-over')
    .option('--all', 'the history of everything')
    .option('--csv', 'as CSV on stdout')
    .option('--verify', 'check that no line of the history was changed, moved or taken out')
    .option(
      '--noted <line:hash>',
      'with --verify: check that the history still holds a last line that was noted before',
    )
    .addHelpText(
      'after',
      helpNote(
        'The id may be typed by its first characters; a case may be named by its name or external id.\nExample:\n  mailroom history --all --csv > history.csv',
      ),
    )
    .action((id: string | undefined, options: HistoryOptions) =>
      withReadOnlyDoor(context, options, (door, _station, terminal) =>
        history(door, terminal, id, options.noted === undefined ? options : { ...options, verify: true }),
      ),
    );
}

async function history(
  door: ReadOnlyDoor | null,
  terminal: Terminal,
  id: string | undefined,
  options: HistoryOptions,
): Promise<Ending> {
  const all = options.all === true;
  if (id !== undefined && all) {
    return misuse('ids-and-all');
  }
  if (id === undefined && !all && options.verify !== true) {
    return misuse('no-item');
  }
  if (options.csv === true && terminal.json) {
    return misuse('csv-and-json');
  }
  if (options.csv === true) terminal.raw(custodyCsvHead);
  const named = await idOf(door, id);
  if (!named.ok) return named;
  if (door !== null && (id !== undefined || all)) {
    const names = createHistoryNames(door);
    let count = 0;
    for await (const page of custodyPages(door, named.value)) {
      if (!page.ok) return page;
      const rows = page.value;
      count += rows.length;
      for (const row of rows) {
        if (options.csv === true) terminal.raw(custodyCsvLine(row));
        else if (terminal.json) terminal.object({ ...custodyRecord(row), event: 'history', what: row.event });
      }
      if (options.csv === true || terminal.json) continue;
      const known = await names.learn(rows);
      if (!known.ok) return known;
      for (const row of rows) for (const line of linesOf(row, names.of(row), terminal)) terminal.line(line);
    }
    if (count === 0 && id !== undefined) return failure('not-found', { subject: 'item', id });
  }
  return options.verify === true ? verify(door, terminal, options.noted, options.csv === true) : success(exitStatus.ok);
}

/** The whole id of what was named; undefined: everything. */
async function idOf(door: ReadOnlyDoor | null, id: string | undefined): Promise<Outcome<string | undefined>> {
  if (id === undefined) return success(undefined);
  if (door === null) return failure('not-found', { subject: 'item', id });
  const item = await readAnswer(queryAnswers['items.get'], door.query({ name: 'items.get', idPrefix: id }));
  if (!item.ok && item.fault.code !== 'not-found') return item;
  return item.ok ? success(item.value.id) : idOfCase(door, id);
}

/** The id of the open case that was named as people do; of a case of the service its own, since more than one open case may have become it. */
async function idOfCase(door: ReadOnlyDoor, given: string): Promise<Outcome<string>> {
  const openCase = await openCaseNamed(door, given);
  if (openCase.ok) return success(openCase.value.caseId === given ? given : openCase.value.id);
  return openCase.fault.code === 'not-found' ? success(given) : openCase;
}

async function verify(
  door: ReadOnlyDoor | null,
  terminal: Terminal,
  noted: string | undefined,
  csv: boolean,
): Promise<Ending> {
  const [, line, hash] = /^(\d+):([0-9a-f]{64})$/.exec(noted ?? '') ?? [];
  if (noted !== undefined && (line === undefined || hash === undefined)) {
    return misuse('no-line-noted', { given: noted });
  }
  const checked =
    door === null
      ? success({ rows: 0, brokenAt: null, last: null })
      : await readAnswer(queryAnswers['custody.verify'], door.query({ name: 'custody.verify' }));
  if (!checked.ok) return checked;
  const { rows, brokenAt, last } = checked.value;
  const kept = line === undefined || (await hashAt(door, Number(line))) === hash;
  const whole = brokenAt === null && kept;
  const said = line === undefined ? {} : { noted: kept };
  terminal.object({ event: 'verified', lines: rows, whole, brokenAt, last, ...said });
  const words = serviceWordsIn(terminal.language);
  const verdict =
    brokenAt !== null
      ? words.historyChanged(brokenAt)
      : kept
        ? `${words.historyWhole(rows)}${last === null ? '' : ` ${words.historyLast(`${last.sequence}:${last.hash}`)}`}`
        : words.historyCut(Number(line));
  // Rows of CSV are all that its reader expects on stdout.
  if (csv) terminal.note(verdict);
  else terminal.line(verdict);
  return success(whole ? exitStatus.ok : exitStatus.someFailed);
}

/** The hash of a line; null where there is none. */
async function hashAt(door: ReadOnlyDoor | null, sequence: number): Promise<string | null> {
  if (door === null) return null;
  const page = await readAnswer(
    queryAnswers['custody.page'],
    door.query({ name: 'custody.page', after: Math.max(0, sequence - 1), limit: 1 }),
  );
  const [row] = page.ok ? page.value.rows : [];
  return row?.sequence === sequence ? row.hash : null;
}

function linesOf(row: CustodyView, known: LogSubject | undefined, terminal: Terminal): readonly string[] {
  const width = terminal.columns();
  const [first = '', ...rest] = wrap(historyLine(row, known, terminal.language), width);
  return [first, ...rest.flatMap((line) => wrap(line, Math.max(16, width - 4))).map((line) => `    ${line}`)];
}
