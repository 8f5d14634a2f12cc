import type { QueryAnswer } from '../../../shared/contract.ts';
import { queryAnswers } from '../../../shared/contract.ts';
import type { Fault } from '../../../shared/faults.ts';
import type { ItemStage } from '../../../shared/item.ts';
import type { EngineProgress, ItemView } from '../../../shared/views.ts';
import type { Engine } from '../../engine/engine.ts';
import type { ExitStatus } from '../exit-status.ts';
import { exitStatus, statusOf } from '../exit-status.ts';
import type { Terminal } from '../output/terminal.ts';
import { bytesInWords, fitEnd, fitName, safeText, secondsInWords, wrap } from '../output/text.ts';
import { wordsIn } from '../output/words.ts';
import { ask } from './ask.ts';
import type { FirstLook } from './first-look.ts';
import { provesProject } from './first-look.ts';
import { itemEvent, itemLine, reasonOf, summaryTable } from './item-lines.ts';
import type { Summary, Tally } from './tally.ts';
import { createTally, isOver, maxRows, needsAttention, over } from './tally.ts';
import type { FaultLanguage } from '../../engine/faults/describe.ts';

/** Lines of the live progress: one bar over everything, then what is on its way just now; each fits `width`. */
export function progressLines(
  progress: EngineProgress,
  summary: Summary,
  width: number,
  language: FaultLanguage,
): readonly string[] {
  const say = wordsIn(language);
  const share = progress.bytesTotal === 0 ? 0 : Math.min(1, progress.bytesSent / progress.bytesTotal);
  const left =
    progress.secondsLeft === null
      ? ''
      : progress.secondsLeft > 0
        ? `, ${say.left(secondsInWords(progress.secondsLeft))}`
        : '';
  const rate = progress.bytesPerSecond > 0 ? `, ${bytesInWords(progress.bytesPerSecond)}/s` : '';
  const words = ` ${String(Math.floor(share * 100)).padStart(3)} %  ${say.bytesOf(bytesInWords(progress.bytesSent), bytesInWords(progress.bytesTotal))}${left}${rate}`;
  const room = Math.max(6, Math.min(32, width - words.length));
  const full = Math.round(share * room);
  const bar = '█'.repeat(full) + '░'.repeat(room - full);
  const counted = [
    say.files(summary.items),
    say.done(summary.settled),
    ...(summary.exported > 0 ? [`${summary.exported} XML`] : []),
    ...(summary.held > 0 ? [say.needYou(summary.held)] : []),
    ...(summary.duplicates > 0 ? [say.duplicates(summary.duplicates)] : []),
  ].join(' · ');
  const flying = progress.inFlight.slice(0, 3).map(({ name, sent, size, stage }) => {
    const far = sent > 0 ? say.bytesOf(bytesInWords(sent), bytesInWords(size)) : bytesInWords(size);
    const tail = `  ${far}  ${say.stages[stage]}`;
    return `  ${fitName(name, Math.max(8, width - 2 - tail.length))}${tail}`;
  });
  return [fitEnd(bar + words, width), fitEnd(counted, width), ...flying.map((line) => fitEnd(line, width))];
}

/** How often it is looked at, ms: what keeps XML from being written lasts. */
const troublesEveryMs = 2_000;

/**
 * Says what keeps XML from being written (a folder that is away, a full disk) once for all documents, and again where it comes
 * back: such documents have no stage of their own that a line would tell. To be called often.
 */
function createExportTroubles(engine: Pick<Engine, 'query'>, terminal: Terminal): () => Promise<void> {
  let said: ReadonlySet<string> = new Set();
  let nextAt = 0;
  return async () => {
    if (Date.now() < nextAt) return;
    nextAt = Date.now() + troublesEveryMs;
    const { rows } = await ask(
      queryAnswers['exports.page'],
      engine.query({ name: 'exports.page', states: ['planned', 'writing'], offset: 0, limit: 100 }),
    );
    const present = new Set<string>();
    for (const { fault, folder } of rows) {
      if (fault === null) continue;
      const what = `${fault.code} ${folder}`;
      if (!said.has(what) && !present.has(what)) terminal.fault(fault);
      present.add(what);
    }
    said = present;
  };
}

/** One run of the engine that people watch: with an end (`--once`, `send`) or until it is interrupted. */
export interface RunRequest {
  readonly engine: Engine;
  readonly terminal: Terminal;
  readonly sourceIds: readonly string[];
  /** Where given, only these items count. */
  readonly itemIds?: readonly string[];
  /** What ends the run; null = only an interruption. */
  readonly until: 'settled' | 'submitted' | 'handed-over' | null;
  readonly limitMs: number;
  readonly interrupted: Promise<void>;
  readonly startedAt: number;
  readonly reporting: Reporting;
  /** What the service said at the start; without it a run that sends nothing does not know. */
  readonly firstLook?: FirstLook;
  /** Named paths that were refused before the run; the summary counts them. */
  readonly notTakenIn?: number;
  /** More is known to come: the run does not end before. */
  readonly moreComes?: () => boolean;
  /** Called after each look at the run, which the engine answered: at least once in a few seconds unless something hangs. */
  readonly onLook?: () => void;
}

/** How a run ended, with what it came to. */
export interface RunEnd {
  readonly status: ExitStatus;
  readonly tally: Tally;
}

/** An unreachable service that never answered in this run ends it after this time, ms; one that did is waited for. */
const firstContactMs = 15_000;
/** A wrong base URL answers at once, and always the same; so does a locked keychain, which asks its user each time. */
const sureAnswerMs = 3_000;
const sureAnswers: ReadonlySet<string> = new Set(['answer-not-understood', 'keychain-locked']);
/** Only a service that answers says so; it need not announce its quota otherwise. */
const quotaFaults: ReadonlySet<string> = new Set(['service-busy', 'quota-exhausted']);
const lookEveryMs = 200;
/** A run without an end, whose progress nobody sees, is looked at this often, ms. */
const unseenEveryMs = 1_000;
const worthALine: ReadonlySet<ItemStage> = new Set(['submitted', 'settled', ...over]);

/** What is told of a run's items, until `stop`. */
export interface Reporting {
  readonly tally: Tally;
  readonly stop: () => void;
}

/** Begins to listen: JSON events and plain lines for every stage. To be called before anything is taken in. */
export function startReporting(engine: Engine, terminal: Terminal, concerns: (item: ItemView) => boolean): Reporting {
  const tally = createTally();
  const stop = engine.onItem((item) => {
    if (!concerns(item)) return;
    tally.see(item);
    terminal.object(itemEvent(item, terminal.language));
    if (!terminal.live && !terminal.json && worthALine.has(item.stage))
      terminal.line(itemLine(item, terminal.language));
  });
  return { tally, stop };
}

type Block = QueryAnswer<'connections.health'>['blocks'][number];

/** Follows the run to its end: live progress, early ends that only a person can cure, the limit, an interruption. */
export async function runToEnd(request: RunRequest): Promise<RunEnd> {
  const { engine, terminal, until } = request;
  const { tally } = request.reporting;
  const state = { interrupted: false };
  let wake: () => void = () => undefined;
  void request.interrupted.then(() => {
    state.interrupted = true;
    wake();
  });
  const pause = (): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, until === null && !terminal.live ? unseenEveryMs : lookEveryMs);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  let spoken: string | null = null;
  let blockedSince: number | null = null;
  let quiet = 0;
  const sayExportTroubles = createExportTroubles(engine, terminal);
  while (!state.interrupted) {
    draw(request);
    await sayExportTroubles();
    const { blocks } = await ask(queryAnswers['connections.health'], engine.query({ name: 'connections.health' }));
    const [block] = blocks;
    if (block === undefined) {
      blockedSince = null;
    } else {
      blockedSince ??= Date.now();
    }
    const first = request.firstLook?.known() ?? null;
    const inTheWay = block?.fault ?? (first === null || provesProject(tally.items()) ? null : first);
    if (inTheWay !== null && spoken !== inTheWay.code) terminal.fault(inTheWay);
    spoken = inTheWay?.code ?? null;
    if (until !== null) {
      const once = await ask(
        queryAnswers['items.once'],
        engine.query({
          name: 'items.once',
          sourceIds: [...request.sourceIds],
          until,
          ...(request.itemIds === undefined ? {} : { itemIds: [...request.itemIds] }),
        }),
      );
      if (once.done && request.moreComes?.() !== true) return endDone(request, spoken);
      const waited = Date.now() - request.startedAt;
      quiet = block !== undefined && nothingMoves(once.rows) ? quiet + 1 : 0;
      if (block !== undefined && endsRun(block, quiet, blockedSince, engine)) return endBlocked(request, block.fault);
      if (waited > request.limitMs) return endAtLimit(request, once, block?.fault ?? null);
    }
    request.onLook?.();
    await pause();
  }
  // Whoever interrupts does not want to wait for what no table shows.
  if (tally.size() <= maxRows) await catchUp(request);
  terminal.draw([]);
  terminal.note(wordsIn(terminal.language).interrupted);
  summarise(request);
  return { status: exitStatus.interrupted, tally };
}

/** Nothing is being taken in or sent any more: all that can be is in the journal. */
function nothingMoves(rows: readonly ItemView[]): boolean {
  return rows.every(({ stage }) => stage !== 'seen' && stage !== 'uploading');
}

/** Whether a block ends a run: what a person must cure does once all is queued; an unreachable service only where it never answered. */
function endsRun(block: Block, quietLooks: number, since: number | null, engine: Engine): boolean {
  const settledDown = quietLooks * lookEveryMs >= 1_000;
  if (block.fault.retry !== 'later') return settledDown;
  const quota = engine.progress().quota;
  const answered = (quota !== null && quota.limit !== null) || quotaFaults.has(block.fault.code);
  const patience = sureAnswers.has(block.fault.code) ? sureAnswerMs : firstContactMs;
  return settledDown && !answered && since !== null && Date.now() - since >= patience;
}

function draw({ engine, terminal, reporting }: RunRequest): void {
  if (!terminal.live) return;
  terminal.draw(progressLines(engine.progress(), reporting.tally.summary(), terminal.columns() - 1, terminal.language));
}

/** Items of an earlier run that were held then count as held now: somebody still has to act. */
async function heldBefore({ engine, sourceIds, itemIds, reporting }: RunRequest): Promise<void> {
  if (itemIds !== undefined) return;
  for (const sourceId of sourceIds) {
    const page = await ask(
      queryAnswers['items.page'],
      engine.query({ name: 'items.page', sourceId, stages: ['held'], limit: 1_000 }),
    );
    for (const item of page.rows) reporting.tally.see(item);
  }
}

/** Faults of a folder below a source whose files could not be seen. */
const closedFolders: ReadonlySet<Fault['code']> = new Set<Fault['code']>(['folder-unreadable', 'folder-silent']);

/** Whether a folder could not be looked at, or nothing taken from it: why has been told, and its files are not done. */
async function anySourceIsAway({ engine, sourceIds }: RunRequest): Promise<boolean> {
  const { sources } = await ask(queryAnswers['sources.health'], engine.query({ name: 'sources.health' }));
  return sources.some(
    ({ sourceId, state, fault }) =>
      sourceIds.includes(sourceId) && (state === 'silent' || (fault !== null && closedFolders.has(fault.code))),
  );
}

/**
 * The last stages may still be on their way to the listener, of thousands of files for seconds: what is told after the summary would
 * be missing in it. What does not seem to be over then is asked for.
 */
async function catchUp({ engine, reporting: { tally } }: RunRequest): Promise<void> {
  await engine.announced();
  for (const seen of tally.items()) {
    if (isOver(seen)) continue;
    const item = await ask(queryAnswers['items.get'], engine.query({ name: 'items.get', idPrefix: seen.id }));
    tally.see(item);
  }
}

async function end(request: RunRequest, status: ExitStatus): Promise<RunEnd> {
  await heldBefore(request);
  await catchUp(request);
  request.terminal.draw([]);
  summarise(request);
  const { tally } = request.reporting;
  const failed = tally.summary().held > 0 || (await anySourceIsAway(request));
  return { status: failed && status === exitStatus.ok ? exitStatus.someFailed : status, tally };
}

/** All is done; where nothing was sent, the service's word at the start says whether it could have been. `spoken`: said already. */
async function endDone(request: RunRequest, spoken: string | null): Promise<RunEnd> {
  const unsent = !provesProject(request.reporting.tally.items());
  const asked = unsent ? request.firstLook?.answered() : undefined;
  const fault = await Promise.race([asked ?? null, request.interrupted.then(() => null)]);
  if (fault === null) return end(request, exitStatus.ok);
  if (spoken !== fault.code) request.terminal.fault(fault);
  return end(request, statusOf(fault));
}

async function endBlocked(request: RunRequest, fault: Fault): Promise<RunEnd> {
  request.terminal.draw([]);
  request.terminal.note(wordsIn(request.terminal.language).allQueued);
  return end(request, statusOf(fault));
}

async function endAtLimit(request: RunRequest, once: QueryAnswer<'items.once'>, fault: Fault | null): Promise<RunEnd> {
  const { terminal } = request;
  terminal.draw([]);
  const say = wordsIn(terminal.language);
  terminal.note(say.notDone(once.outstanding));
  for (const item of once.rows.slice(0, 50)) terminal.note(`  ${safeText(item.name)}: ${say.stages[item.stage]}`);
  const reasons = new Set(once.rows.map((item) => reasonOf(item, terminal.language)));
  reasons.delete('');
  for (const reason of reasons) terminal.note(reason);
  return end(request, fault === null ? exitStatus.someFailed : statusOf(fault));
}

function summarise(request: RunRequest): void {
  const { terminal, reporting, startedAt } = request;
  // The summary is the last word: what still moves while the engine stops is told at the next run.
  reporting.stop();
  const { tally } = reporting;
  if (request.itemIds !== undefined) tally.keepOnly(request.itemIds);
  const seconds = Math.round((Date.now() - startedAt) / 100) / 10;
  const summary = tally.summary();
  const { notTakenIn = 0 } = request;
  terminal.object({ event: 'summary', ...summary, ...(notTakenIn === 0 ? {} : { notTakenIn }), seconds });
  if (terminal.json) return;
  const items = tally.items();
  const shown = tally.size() <= maxRows ? items : items.filter(needsAttention).slice(0, maxRows);
  if (shown.length > 0) {
    terminal.line();
    for (const line of summaryTable(shown, terminal.language, terminal.live ? terminal.columns() - 1 : null))
      terminal.line(line);
  }
  terminal.line();
  const say = wordsIn(terminal.language);
  const counted = [
    say.done(summary.settled),
    say.xmlFiles(summary.exported),
    say.needYou(summary.held),
    say.duplicates(summary.duplicates),
    ...(notTakenIn === 0 ? [] : [say.notTakenIn(notTakenIn)]),
  ];
  const words = `${say.files(summary.items)} ${say.inSeconds(seconds)}: ${counted.join(', ')}.`;
  for (const line of wrap(words, terminal.columns() - 1)) terminal.line(line);
}
