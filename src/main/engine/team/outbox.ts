import type { Journal } from '../journal/journal.ts';
import type { ItemRecord } from '../journal/records.ts';
import type { Clock, Log } from '../platform/ports.ts';
import { submittedStages, type ItemStage } from '../../../shared/item.ts';
import type { AskingParts } from './asking.ts';
import { contentOf, toldDetail } from './rulings.ts';
import type { Elsewhere, Team, TeamNews } from './team.ts';

/** What telling the team needs. */
export interface OutboxParts {
  readonly team: Team;
  readonly journal: Journal;
  readonly clock: Clock;
  readonly log: Log;
  readonly serviceOf: AskingParts['serviceOf'];
}

/** Tells the team what became of items. */
export interface Outbox {
  start(): void;
  stop(): Promise<void>;
}

/** How far the history has been told. */
const cursorName = 'team-outbox';
const rowsAtOnce = 500;
/** What is committed within this time is told together, ms. */
const gatherMs = 50;
/** Another try after the team could not be told, ms. */
const againMs = 2_000;

/** What of an item's history the team has to know: where it stands then is read, not what the line says. */
const toldEvents: ReadonlySet<string> = new Set([
  'submitted',
  'separated',
  'document-linked',
  'cancelled',
  'held',
  'settling',
  'duplicate',
]);
const sentEvents: ReadonlySet<string> = new Set(['submitted', 'separated', 'document-linked']);
const sentStages: ReadonlySet<ItemStage> = new Set<ItemStage>([...submittedStages, 'separated']);
const endedStages: ReadonlySet<ItemStage> = new Set<ItemStage>(['cancelled', 'held', 'settling', 'seen', 'duplicate']);

/**
 * Makes the outbox. The history is the outbox: a line of it is written in the transaction of the step that it tells of, and a cursor in the
 * journal says how far the team knows it. What is told is where an item stands, so that telling it twice does no harm.
 */
export function createOutbox({ team, journal, clock, log, serviceOf }: OutboxParts): Outbox {
  let running: Promise<unknown> = Promise.resolve();
  /** A run is planned or at work. */
  let planned = false;
  /** Counts what was committed, so that a run knows whether something came after it began. */
  let changes = 0;
  let stopped = false;
  let stopPlanned: () => void = () => undefined;
  let stopListening: () => void = () => undefined;

  /** Nothing of it is at the service, or may be: another station can send it. */
  async function isUnsent({ id, fault }: ItemRecord): Promise<boolean> {
    if (fault?.code === 'outcome-unclear') return false;
    const submissions = await journal.submissionsOfItem(id);
    return submissions.every(({ state }) => state !== 'submitting' && state !== 'unclear' && state !== 'submitted');
  }

  /** `at`: when its history said so, ms since 1970 by this station's clock. */
  async function newsOf(item: ItemRecord, at: number): Promise<TeamNews | null> {
    const content = contentOf(item, serviceOf);
    if (content === null) return null;
    if (sentStages.has(item.stage)) {
      const documents = await journal.documentsOfItem(item.id);
      return { ...content, kind: 'sent', documents: documents.map(({ id }) => id), agoMs: clock.now() - at };
    }
    if (!endedStages.has(item.stage) || !(await isUnsent(item))) return null;
    return { ...content, kind: 'released' };
  }

  /** Another station has it as well: it was sent while nobody could be asked, or on purpose. */
  async function noteOthers(news: readonly TeamNews[], others: readonly (Elsewhere | null)[]): Promise<void> {
    for (const [index, other] of others.entries()) {
      const item = news[index];
      if (other === null || item === undefined) continue;
      const known = await journal.custody({ subjectIds: [item.itemId], limit: 1_000 });
      if (known.some(({ event, detail }) => event === 'team-found' || detail['decision'] === 'send-anyway')) continue;
      const [subject, event, at] = ['item', 'team-found', clock.now()] as const;
      await journal.commit([
        { kind: 'custody', subject, subjectId: item.itemId, event, at, detail: toldDetail(other) },
      ]);
    }
  }

  /** Tells what one page of the history asks for; null: there is nothing more. False: the team could not be told. */
  async function tellPage(): Promise<boolean | null> {
    const after = Number((await journal.cursor(cursorName)) ?? 0);
    const rows = await journal.custody({ after, limit: rowsAtOnce });
    const last = rows.at(-1);
    if (last === undefined) return null;
    const told = rows.filter(({ subject, event }) => subject === 'item' && toldEvents.has(event));
    // The first line that tells of its submission says when; before any other.
    const order = told.toSorted((a, b) => Number(sentEvents.has(b.event)) - Number(sentEvents.has(a.event)));
    const instants = new Map(order.toReversed().map(({ subjectId, at }) => [subjectId, at]));
    const items = instants.size === 0 ? [] : await journal.itemsByIds([...instants.keys()]);
    const each = await Promise.all(items.map((item) => newsOf(item, instants.get(item.id) ?? clock.now())));
    const news = each.filter((one) => one !== null);
    if (news.length > 0) {
      const others = await team.tell(news);
      if (!others.ok) return false;
      await noteOthers(news, others.value);
    }
    await journal.commit([{ kind: 'cursor-set', name: cursorName, value: String(last.sequence) }]);
    return true;
  }

  /** Tells all there is; answers after how many ms to try again, null where the team knows it all. */
  async function tellAll(): Promise<number | null> {
    for (let told = await tellPage(); told !== null && !stopped; told = await tellPage()) if (!told) return againMs;
    return null;
  }

  function later(delayMs: number): void {
    if (stopped || planned) return;
    planned = true;
    stopPlanned = clock.after(delayMs, () => void run(), { unref: true });
  }

  async function run(): Promise<void> {
    const known = changes;
    const telling = tellAll().catch((error: unknown) => {
      log.warn('team-not-told', { cause: String(error) });
      return againMs;
    });
    running = telling;
    const again = await telling;
    planned = false;
    if (again !== null) later(again);
    else if (changes !== known) later(gatherMs);
  }

  function wake(): void {
    changes += 1;
    later(gatherMs);
  }

  return {
    start() {
      if (!team.isShared) return;
      stopListening = journal.onChange(wake);
      wake();
    },
    async stop() {
      stopped = true;
      stopListening();
      stopPlanned();
      await running;
    },
  };
}
