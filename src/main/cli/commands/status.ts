import type { Command } from 'commander';
import { queryAnswers } from '../../../shared/contract.ts';
import type { Fault, Outcome } from '../../../shared/faults.ts';
import { itemStages, type ItemStage } from '../../../shared/item.ts';
import type { Settings } from '../../../shared/settings.ts';
import type { ItemView, LimitsView, StageCountsView } from '../../../shared/views.ts';
import { describeFault } from '../../engine/faults/describe.ts';
import { success } from '../../engine/faults/fault.ts';
import { limitsView } from '../../engine/sending/limits.ts';
import { withCommonFlags, type CommandContext } from '../command-context.ts';
import { helpNote } from '../help/speak-help.ts';
import type { ReadOnlyDoor } from '../control/open-door.ts';
import { readAnswer } from '../control/read-answer.ts';
import { exitStatus } from '../exit-status.ts';
import { claimLine } from '../output/claim-line.ts';
import { say } from '../output/paragraph.ts';
import { sayTable } from '../output/say-table.ts';
import { spokenFault, type Terminal } from '../output/terminal.ts';
import { bytesInWords, capital, safeText } from '../output/text.ts';
import { wordsIn, type CommandWords } from '../output/words.ts';
import { choice, number } from '../run/flag-values.ts';
import { itemEvent, reasonOf, remarksOf } from '../run/item-lines.ts';
import type { CommonOptions } from '../station.ts';
import { withReadOnlyDoor, type Ending } from './with-station.ts';

interface StatusOptions extends CommonOptions {
  readonly stage?: ItemStage;
  readonly limit?: number;
}

/** What a person looks for first: what needs one, what is on its way, what is done. */
const groups: readonly {
  readonly title: keyof CommandWords['groups'] | null;
  readonly stages: readonly ItemStage[];
}[] = [
  { title: 'needsYou', stages: ['held'] },
  {
    title: 'onItsWay',
    stages: ['seen', 'settling', 'accepted', 'uploading', 'uploaded', 'submitting', 'submitted', 'tracking'],
  },
  { title: 'done', stages: ['settled', 'exported', 'handed-over', 'separated'] },
  { title: 'setAside', stages: ['duplicate', 'cancelled'] },
];

/** Rows that people are shown unless they ask for more; programs get all. */
const shown = 20;
const pageSize = 500;

/** Registers `mailroom status`: what the journal holds. */
export function registerStatus(program: Command, context: CommandContext): void {
  withCommonFlags(program.command('status'))
    .description('show what was taken in and where it is; looks only, changes and sends nothing')
    .addOption(choice('--stage <stage>', `only items in this stage: ${itemStages.join(', ')}`, itemStages))
    .addOption(number('--limit <n>', `items to list (people: ${shown}, with --json: all)`, { min: 0 }))
    .addHelpText('after', helpNote('Example:\n  mailroom status --stage held'))
    .action((options: StatusOptions) =>
      withReadOnlyDoor(context, options, async (door, station, terminal) => {
        const { stage, limit = terminal.json ? Number.MAX_SAFE_INTEGER : shown } = options;
        const chosen = stage === undefined ? groups : [{ title: null, stages: [stage] }];
        return show(door, terminal, chosen, limit, station.settings.limits);
      }),
    );
}

async function show(
  door: ReadOnlyDoor | null,
  terminal: Terminal,
  chosen: typeof groups,
  limit: number,
  configured: Settings['limits'],
): Promise<Ending> {
  const words = wordsIn(terminal.language);
  if (door === null) {
    terminal.object({
      event: 'status',
      running: false,
      paused: false,
      pausedSources: [],
      counts: {},
      waits: [],
      limits: limitsTold(limitsView(configured, Date.now())),
      claims: [],
    });
    terminal.line(words.nothingYet);
    return success(exitStatus.ok);
  }
  const counted = await readAnswer(queryAnswers['items.page'], door.query({ name: 'items.page', limit: 1 }));
  if (!counted.ok) return counted;
  const pauses = await readAnswer(queryAnswers['station.pauses'], door.query({ name: 'station.pauses' }));
  if (!pauses.ok) return pauses;
  const blocks = await readAnswer(queryAnswers['connections.health'], door.query({ name: 'connections.health' }));
  if (!blocks.ok) return blocks;
  const limits = door.running
    ? await readAnswer(queryAnswers['station.limits'], door.query({ name: 'station.limits' }))
    : success(limitsView(configured, Date.now()));
  if (!limits.ok) return limits;
  const shared = await readAnswer(queryAnswers['sources.claims'], door.query({ name: 'sources.claims' }));
  if (!shared.ok) return shared;
  const { counts } = counted.value;
  const waits = blocks.value.blocks.map(({ fault }) => fault);
  terminal.object({
    event: 'status',
    running: door.running,
    paused: pauses.value.all,
    pausedSources: pauses.value.sourceIds,
    counts,
    waits: waits.map((fault) => spokenFault(fault, terminal.language)),
    limits: limitsTold(limits.value),
    claims: shared.value.claims,
  });
  head(terminal, door.running, pauses.value.all, waits);
  sayLimits(terminal, limits.value);
  for (const claim of shared.value.claims) {
    say(terminal, `${safeText(claim.folder)}: ${claimLine(claim, terminal.language)}.`);
  }
  let left = limit;
  for (const { title, stages } of chosen) {
    const count = stages.reduce((sum, stage) => sum + (counts[stage] ?? 0), 0);
    if (count === 0) continue;
    terminal.line();
    terminal.line(
      title === null
        ? `${capital(words.stages[stages[0] ?? 'seen'])}: ${count}`
        : `${words.groups[title]}: ${detail(words, stages, counts, count)}`,
    );
    const listed = await list(door, terminal, stages, left);
    if (!listed.ok) return listed;
    left -= listed.value;
    if (listed.value < count) terminal.line(`  ${words.more(count - listed.value)}`);
  }
  if (Object.values(counts).every((count) => count === 0)) terminal.line(words.nothingYet);
  return success(exitStatus.ok);
}

/** Limits as programs read them: instants as ISO 8601. */
function limitsTold({ bytesPerSecond, hours, open, changesAt }: LimitsView): object {
  return { bytesPerSecond, hours, open, changesAt: changesAt === null ? null : new Date(changesAt).toISOString() };
}

function sayLimits(terminal: Terminal, { bytesPerSecond, hours }: LimitsView): void {
  const words = wordsIn(terminal.language);
  if (bytesPerSecond !== null) say(terminal, words.atMost(bytesInWords(bytesPerSecond)));
  if (hours !== null) say(terminal, words.within(hours.from, hours.to));
}

function head(terminal: Terminal, running: boolean, paused: boolean, waits: readonly Fault[]): void {
  const words = wordsIn(terminal.language);
  say(terminal, running ? words.atWork : words.notRunning);
  if (paused) say(terminal, words.allPaused);
  for (const fault of waits) {
    const { reason, nextStep, who } = describeFault(fault, terminal.language);
    say(terminal, `${reason} ${nextStep} (${who})`);
  }
}

function detail(words: CommandWords, stages: readonly ItemStage[], counts: StageCountsView, count: number): string {
  const parts = stages.filter((stage) => (counts[stage] ?? 0) > 0);
  if (stages.length === 1 || (parts.length === 1 && parts[0] === 'settled')) return String(count);
  return `${count} (${parts.map((stage) => `${counts[stage] ?? 0} ${words.stages[stage]}`).join(', ')})`;
}

/** Lists up to `limit` items of these stages, newest first; returns how many. */
async function list(
  door: ReadOnlyDoor,
  terminal: Terminal,
  stages: readonly ItemStage[],
  limit: number,
): Promise<Outcome<number>> {
  let cursor: string | undefined;
  let told = 0;
  const rows: ItemView[] = [];
  while (told < limit) {
    const page = await readAnswer(
      queryAnswers['items.page'],
      door.query({
        name: 'items.page',
        stages: [...stages],
        limit: Math.min(pageSize, limit - told),
        ...(cursor === undefined ? {} : { cursor }),
      }),
    );
    if (!page.ok) return page;
    for (const item of page.value.rows) {
      told += 1;
      if (terminal.json) terminal.object(itemEvent(item, terminal.language));
      else rows.push(item);
    }
    cursor = page.value.next;
    if (cursor === undefined || page.value.rows.length === 0) break;
  }
  sayItems(terminal, rows);
  return success(told);
}

function sayItems(terminal: Terminal, items: readonly ItemView[]): void {
  const words = wordsIn(terminal.language);
  sayTable(
    terminal,
    [
      { title: 'ID', kind: 'text', min: 22 },
      { title: 'Name', kind: 'name', min: 12 },
      { title: 'Status', kind: 'text', min: 10 },
    ],
    items.map((item) => ({
      cells: [item.id, item.name, statusWords(item, words)],
      below: [reasonOf(item, terminal.language), remarksOf(item, terminal.language)].filter(Boolean).join(' '),
    })),
  );
}

function statusWords(item: ItemView, words: CommandWords): string {
  const stage =
    item.stage === 'uploaded' && item.openCaseId !== undefined ? words.inOpenCase : words.stages[item.stage];
  const told = item.paused ? `${stage}, ${words.paused}` : stage;
  const [document] = item.documents;
  return document === undefined ? told : `${told} (${document.state})`;
}
