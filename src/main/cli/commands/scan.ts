import { resolve } from 'node:path';
import type { Command } from 'commander';
import { commandAnswers, queryAnswers, type CommandAnswer } from '../../../shared/contract.ts';
import type { Outcome } from '../../../shared/faults.ts';
import {
  pageColors,
  paperPlaces,
  paperSources,
  type ScanProfile,
  type ScanSessionView,
} from '../../../shared/scanning.ts';
import type { ItemView } from '../../../shared/views.ts';
import type { Engine } from '../../engine/engine.ts';
import { success } from '../../engine/faults/fault.ts';
import { misuse } from '../../engine/faults/usage-sentences.ts';
import { failWith, speakAs, terminalOf, withCommonFlags, type CommandContext } from '../command-context.ts';
import { helpNote } from '../help/speak-help.ts';
import { openDoor } from '../control/open-door.ts';
import { readAnswer } from '../control/read-answer.ts';
import { exitStatus, statusOf, type ExitStatus } from '../exit-status.ts';
import { askLine } from '../input.ts';
import { noticesTo } from '../output/notices.ts';
import { scanWordsIn } from '../output/scan-words.ts';
import { spokenFault, type Terminal } from '../output/terminal.ts';
import { safeText } from '../output/text.ts';
import { ask } from '../run/ask.ts';
import { choice, duration, flagOf, number } from '../run/flag-values.ts';
import { runToEnd } from '../run/run-to-end.ts';
import { formats, parseQuality, scanProfileOf, type ScanFlags } from '../run/scan-profile.ts';
import { look, scanToEnd, type ScanDoor } from '../run/scan-run.ts';
import { withEngine } from '../run/with-engine.ts';
import { connectionOf, openStation, type CommonOptions, type Station } from '../station.ts';
import { discardScan } from './scan-discard.ts';

interface ScanOptions extends CommonOptions, Omit<ScanFlags, 'project' | 'connection'> {
  readonly scanner?: string;
  readonly pages?: number;
  readonly session?: string;
  readonly import?: readonly string[];
  readonly again?: boolean;
  readonly to?: string;
  readonly trace?: string;
  readonly discard?: boolean;
  readonly yes?: boolean;
  readonly wait?: boolean;
  readonly waitLimit: number;
}

/** What a run works with once its flags are understood. */
interface Scan {
  readonly context: CommandContext;
  readonly terminal: Terminal;
  readonly options: ScanOptions;
  /** By what is scanned: of a session that goes on, its own (absent: gone) as far as no flag says otherwise. */
  readonly profileOf: (before: ScanSessionView | null) => Outcome<ScanProfile>;
}

/** Registers `mailroom scan`: pages from a scanner become documents that are sent, or saved in a folder. */
export function registerScan(program: Command, context: CommandContext): void {
  withCommonFlags(program.command('scan'))
    .description('scan by a profile and send the documents, or save them in a folder')
    .option('--profile <name>', 'scan profile of the settings, by name or id (default: the one set, else by flags)')
    .option('--scanner <id>', 'scanner as mailroom scanners lists it, or the address of a network scanner')
    .addOption(
      number(
        '--pages <n>',
        'end after so many pages (default: when the feeder is empty); 0 with --session: scan nothing, take what is kept',
        { min: 0 },
      ),
    )
    .option('--to <dir>', 'save the documents in this folder instead of sending them')
    .option('--session <id>', 'continue after the pages of an interrupted session')
    .option('--import <path...>', 'take in pictures instead of scanning: files, or folders in the order of their names')
    .option(
      '--again',
      'after each scan wait for Enter and continue scanning; any other line, or the end of input, ends it',
    )
    .option(
      '--trace <file>',
      'write what is said between Mailroom and the scanner into this file, without pages: a new habit can be told from it',
    )
    .option('--discard', 'discard the session named by --session with all its pages; scans nothing')
    .option('--yes', 'with --discard: yes, for good')
    .addOption(choice('--source <source>', 'flatbed, feeder or duplex', paperSources))
    .addOption(number('--resolution <dpi>', 'dots per inch, 50 to 2400 (default: 300)', { min: 50, max: 2_400 }))
    .addOption(choice('--color <color>', 'color, grey or black-white', pageColors))
    .addOption(choice('--format <format>', 'pdf or tiff', formats))
    .option('--archive', 'with --to: PDF/A-2b, searchable where Tesseract is on this computer')
    .addOption(
      choice(
        '--align <place>',
        'where narrower paper lies in the feeder: left, center or right (default: left)',
        paperPlaces,
      ),
    )
    .option('--turn-backs', 'from both sides: turn the backs by 180 degrees')
    .addOption(
      flagOf(
        '--quality <quality>',
        'of images that are created again: 10 to 100, or lossless (default: 82)',
        parseQuality,
      ),
    )
    .option('--wait', 'end when the documents are settled and exported, not when they are submitted')
    .addOption(
      duration('--wait-limit <duration>', 'name what is not done by then and end with 1').default(1_800_000, '30m'),
    )
    .addHelpText(
      'after',
      helpNote(
        'Examples:\n  mailroom scan --profile Invoices --project accounts-payable\n  mailroom scan --source flatbed --color color --to ./scans',
      ),
    )
    .action((options: ScanOptions) => scan(context, options));
}

async function scan(context: CommandContext, options: ScanOptions): Promise<void> {
  const terminal = terminalOf(context, options);
  const station = await openStation(options, context.environment, noticesTo(terminal));
  if (!station.ok) return failWith(context, terminal, station.fault);
  const { settings } = station.value;
  speakAs(terminal, settings);
  try {
    if (options.pages === 0 && options.session === undefined) {
      return failWith(context, terminal, misuse('number-too-small', { flag: '--pages', given: '0', min: 1 }).fault);
    }
    if (options.discard === true) return await discardScan(context, terminal, station.value, options);
    const connection = connectionOf(station.value);
    const profileOf: Scan['profileOf'] = (before) => {
      const usual = connection.ok ? connection.value.id : undefined;
      const profile = scanProfileOf(options, settings.scanning, usual, before?.profile);
      if (!profile.ok || options.to !== undefined) return profile;
      const { connectionId = '', projectId = before?.target.projectId } = profile.value;
      if (!connection.ok && connectionId === '') return connection;
      const isKnown = projectId !== undefined || settings.intake.projects[connectionId] !== undefined;
      return isKnown ? profile : misuse('project-missing');
    };
    const profile = options.session === undefined ? profileOf(null) : success(null);
    if (!profile.ok) return failWith(context, terminal, profile.fault);
    const work: Scan = { context, terminal, options, profileOf };
    if (options.to !== undefined) return await scanToFolder(work, station.value, resolve(options.to));
    await scanAndSend(work, station.value);
  } finally {
    station.value.ports.close();
  }
}

/** Names the sessions that an earlier run left: whoever was killed could not say which. */
async function sayEarlier(terminal: Terminal, door: ScanDoor): Promise<void> {
  const found = await readAnswer(queryAnswers['scan.sessions'], door.query({ name: 'scan.sessions' }));
  const sessions = (found.ok ? found.value.sessions : []).flatMap(({ id, scanning, documents }) => {
    const pages = documents.filter(({ sentAt }) => sentAt === null).flatMap((document) => document.pages).length;
    return scanning || pages === 0 ? [] : [{ id, pages }];
  });
  for (const { id, pages } of sessions) terminal.object({ event: 'earlier', session: id, pages });
  if (sessions.length > 0) terminal.note(scanWordsIn(terminal.language).earlier(sessions));
}

/** The profile of the run. What a flag says counts more than what was chosen beside the pages of a session that goes on. */
async function settledProfile({ terminal, options, profileOf }: Scan, door: ScanDoor): Promise<Outcome<ScanProfile>> {
  if (options.session === undefined) {
    await sayEarlier(terminal, door);
    return profileOf(null);
  }
  const session = await look(door, options.session);
  if (!session.ok) return session;
  if (session.value.interrupted) {
    terminal.object({ event: 'interrupted', session: session.value.id });
    terminal.note(scanWordsIn(terminal.language).interrupted);
  }
  const profile = profileOf(session.value);
  if (!profile.ok) return profile;
  const { projectId, format, ...target } = session.value.target;
  const kept = {
    ...target,
    ...(projectId === undefined || options.project !== undefined ? {} : { projectId }),
    ...(format === undefined || options.format !== undefined ? {} : { format }),
  };
  if (Object.keys(kept).length === Object.keys(session.value.target).length) return profile;
  const edited = await readAnswer(
    commandAnswers['scan.edit'],
    door.dispatch({ name: 'scan.edit', sessionId: session.value.id, edit: { act: 'target', target: kept } }),
  );
  return edited.ok ? profile : edited;
}

/** Whether a person laid in more: they press Enter alone. Lines may be piped in, too, by a pedal or a script. */
async function askForMore({ context, terminal }: Scan): Promise<'more' | 'all' | 'interrupted'> {
  const answered = await askLine(context, scanWordsIn(terminal.language).more, false);
  if (answered.kind === 'interrupted') return 'interrupted';
  return answered.kind === 'text' && answered.text === '' ? 'more' : 'all';
}

/** Scans; returns the session where its documents can go on, else the status with which all ends. Pages are kept in any case. */
async function scanPages(work: Scan, door: ScanDoor): Promise<Outcome<string> | { readonly status: ExitStatus }> {
  const { context, terminal, options } = work;
  const words = scanWordsIn(terminal.language);
  const profile = await settledProfile(work, door);
  if (!profile.ok) return profile;
  const request = {
    door,
    terminal,
    profile: profile.value,
    scanner: options.scanner,
    pages: options.pages,
    trace: options.trace === undefined ? undefined : resolve(options.trace),
    imports: options.import?.map((path) => resolve(path)),
    interrupted: context.interrupted,
  };
  // What a profile says is for the person before it: nobody answers a run that a program started.
  const isPerson = context.stdin.isTTY === true;
  const isAsked = options.import === undefined && (options.again ?? (isPerson && profile.value.askForMore));
  let run = await scanToEnd({ ...request, sessionId: options.session });
  let answer: 'more' | 'all' | 'interrupted' = 'more';
  while (run.ok && isAsked && run.value.session.fault === null && !run.value.interrupted) {
    answer = await askForMore(work);
    if (answer !== 'more') break;
    run = await scanToEnd({ ...request, sessionId: run.value.session.id });
  }
  if (!run.ok) return run;
  const { session } = run.value;
  const interrupted = run.value.interrupted || answer === 'interrupted';
  const count = Object.keys(session.pages).length;
  if (session.fault === null && !interrupted && count > 0) return success(session.id);
  if (session.fault !== null) terminal.fault(session.fault);
  if (count === 0) await door.dispatch({ name: 'scan.discard', sessionId: session.id });
  else terminal.note(words.kept(count, session.id));
  terminal.object({
    event: 'kept',
    session: count === 0 ? null : session.id,
    pages: count,
    fault: session.fault === null ? null : spokenFault(session.fault, terminal.language),
  });
  if (interrupted) return { status: exitStatus.interrupted };
  return { status: session.fault === null ? exitStatus.someFailed : statusOf(session.fault) };
}

async function sayLeftOut({ terminal }: Scan, door: ScanDoor, sessionId: string): Promise<number> {
  const session = await look(door, sessionId);
  const pages = session.ok ? Object.values(session.value.pages) : [];
  const leftOut = pages.filter((page) => page.leftOut !== null).length;
  if (leftOut > 0) terminal.note(scanWordsIn(terminal.language).leftOut(leftOut));
  return pages.length - leftOut;
}

async function scanToFolder(work: Scan, station: Station, folder: string): Promise<void> {
  const { context, terminal } = work;
  const opened = await openDoor(station);
  if (!opened.ok) return failWith(context, terminal, opened.fault);
  const door = opened.value;
  try {
    const scanned = await scanPages(work, door);
    if ('status' in scanned) return context.finish(scanned.status);
    if (!scanned.ok) return failWith(context, terminal, scanned.fault);
    const sessionId = scanned.value;
    const saved = await readAnswer(
      commandAnswers['scan.save-as'],
      door.dispatch({ name: 'scan.save-as', sessionId, folder }),
    );
    if (!saved.ok) {
      terminal.note(scanWordsIn(terminal.language).kept(await sayLeftOut(work, door, sessionId), sessionId));
      return failWith(context, terminal, saved.fault);
    }
    await sayLeftOut(work, door, sessionId);
    for (const path of saved.value.paths) {
      terminal.object({ event: 'saved', path });
      terminal.line(safeText(scanWordsIn(terminal.language).saved(path)));
    }
    if (saved.value.unread) {
      terminal.object({ event: 'unread' });
      terminal.note(scanWordsIn(terminal.language).unread);
    }
    await door.dispatch({ name: 'scan.discard', sessionId });
    context.finish(exitStatus.ok);
  } finally {
    await door.close();
  }
}

/** Scans and hands the documents over; null where all has ended already. */
async function scanAndHandOver(work: Scan, door: ScanDoor): Promise<CommandAnswer<'scan.send'> | null> {
  const { context, terminal } = work;
  const scanned = await scanPages(work, door);
  if ('status' in scanned) {
    context.finish(scanned.status);
    return null;
  }
  if (!scanned.ok) {
    failWith(context, terminal, scanned.fault);
    return null;
  }
  const sessionId = scanned.value;
  const sent = await readAnswer(commandAnswers['scan.send'], door.dispatch({ name: 'scan.send', sessionId }));
  const pages = await sayLeftOut(work, door, sessionId);
  if (!sent.ok) {
    terminal.note(scanWordsIn(terminal.language).kept(pages, sessionId));
    failWith(context, terminal, sent.fault);
    return null;
  }
  terminal.object({ event: 'sent', session: sessionId, paths: sent.value.paths });
  terminal.note(scanWordsIn(terminal.language).sent(sent.value.paths.length, pages));
  return sent.value;
}

async function scanAndSend(work: Scan, station: Station): Promise<void> {
  const { context, terminal, options } = work;
  const { waitLimit: limitMs } = options;
  const startedAt = Date.now();
  const mine = new Set<string>();
  const concerns = ({ path }: ItemView): boolean => mine.has(path);
  const worked = await withEngine(station, terminal, concerns, async (engine, reporting) => {
    const sent = await scanAndHandOver(work, engine);
    if (sent === null) return;
    for (const path of sent.paths) mine.add(path);
    const itemIds = await itemsOf(engine, sent, startedAt + limitMs, context.interrupted);
    const run = await runToEnd({
      engine,
      terminal,
      sourceIds: [],
      itemIds,
      until: options.wait === true ? 'settled' : 'submitted',
      limitMs,
      interrupted: context.interrupted,
      startedAt,
      reporting,
    });
    context.finish(run.status);
  });
  if (worked.ok) return;
  if (worked.fault.code !== 'data-directory-taken') return failWith(context, terminal, worked.fault);
  // Another Mailroom works here: it scans, and it sends.
  const door = await openDoor(station);
  if (!door.ok) return failWith(context, terminal, door.fault);
  try {
    if ((await scanAndHandOver(work, door.value)) !== null) context.finish(exitStatus.ok);
  } finally {
    await door.value.close();
  }
}

/** The items that files of an outbox became; they come in a moment after they were written. */
async function itemsOf(
  engine: Engine,
  { paths, sourceId }: CommandAnswer<'scan.send'>,
  until: number,
  interrupted: Promise<void>,
): Promise<readonly string[]> {
  const state = { stopped: false };
  void interrupted.then(() => {
    state.stopped = true;
  });
  for (;;) {
    const page: { readonly rows: readonly ItemView[] } = await ask(
      queryAnswers['items.page'],
      engine.query({ name: 'items.page', sourceId, limit: 1_000 }),
    );
    const found = page.rows.filter(({ path }) => paths.includes(path));
    if (found.length >= paths.length || state.stopped || Date.now() > until) return found.map(({ id }) => id);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
