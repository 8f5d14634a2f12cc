import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { queryAnswers, type Query } from '../../../shared/contract.ts';
import { itemStages } from '../../../shared/item.ts';
import type { Outcome } from '../../../shared/faults.ts';
import type { EngineProgress } from '../../../shared/views.ts';
import type { Measure } from '../../engine/platform/ports.ts';

/** The engine whose figures are told. */
export interface MeasuredEngine {
  query(query: Query): Promise<Outcome<unknown>>;
  progress(): EngineProgress;
}

/** What those who watch over many stations read, as Prometheus has it. */
export interface Metrics {
  /** Counts what the engine measures. */
  readonly measured: (measure: Measure) => void;
  /** All figures as text (Prometheus exposition format 0.0.4). Without an engine: those that go on without it. */
  text(engine: MeasuredEngine | null): Promise<string>;
  /** Media type of the text. */
  readonly mediaType: string;
}

/** Seconds; most answers come within one, uploads and long processing take minutes. */
const secondsOfRequests = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];

/** States of a hot folder in which its files come in. */
const watched: readonly string[] = ['starting', 'watching', 'polling'];

/** Makes the figures of a station. Labels are words of closed lists and ids: no name of a file, a folder or a person. `now` in ms since 1970. */
export function createMetrics(now: () => number): Metrics {
  const registry = new Registry();
  const gauge = <Label extends string = never>(
    name: string,
    help: string,
    labels: readonly Label[] = [],
  ): Gauge<Label> => new Gauge({ name: `mailroom_${name}`, help, labelNames: labels, registers: [registry] });

  const items = gauge('items', 'Items in the journal by stage.', ['stage']);
  const held = gauge('items_held', 'Items that wait for a person, by the code of their reason.', ['reason']);
  const oldest = gauge('oldest_item_age_seconds', 'Age of the oldest item on its way; 0 where none is.');
  const runBytes = gauge('run_bytes', 'Bytes of the files of this run.');
  const sentBytes = gauge('run_sent_bytes', 'Bytes of the files of this run that were sent.');
  const remaining = gauge('quota_remaining_requests', 'Requests left in the window, as the service last said.');
  const limit = gauge('quota_limit_requests', 'Requests in a window, as the service last said.');
  const paused = gauge('paused', '1 where sending is paused for everything.');
  const blocked = gauge('blocked', '1 where work waits together, by what it concerns and why.', ['scope', 'reason']);
  const folderUp = gauge('folder_up', '1 where a hot folder is watched or paused, 0 where it is silent or stopped.', [
    'folder',
  ]);
  const folderPaused = gauge('folder_paused', '1 where a hot folder is paused.', ['folder']);
  const folderAge = gauge('folder_last_scan_age_seconds', 'Time since a hot folder was last looked through.', [
    'folder',
  ]);
  const requests = new Counter({
    name: 'mailroom_service_requests_total',
    help: 'Requests to the service by operation and status; none: no answer came.',
    labelNames: ['connection', 'operation', 'status'],
    registers: [registry],
  });
  const durations = new Histogram({
    name: 'mailroom_service_request_duration_seconds',
    help: 'Time from the beginning of a request to its answer.',
    labelNames: ['connection'],
    buckets: secondsOfRequests,
    registers: [registry],
  });
  const commits = new Counter({
    name: 'mailroom_journal_commits_total',
    help: 'Transactions of the journal.',
    registers: [registry],
  });
  const gauges = [
    items,
    held,
    oldest,
    runBytes,
    sentBytes,
    remaining,
    limit,
    paused,
    blocked,
    folderUp,
    folderPaused,
    folderAge,
  ];

  const reset = (): void => {
    for (const each of gauges) each.reset();
  };

  async function collect(engine: MeasuredEngine): Promise<void> {
    const at = now();
    const age = (since: number): number => Math.max(0, at - since) / 1_000;
    const ask = async (
      name: 'station.figures' | 'station.pauses' | 'connections.health' | 'sources.health',
    ): Promise<unknown> => {
      const answer = await engine.query({ name });
      return answer.ok ? answer.value : undefined;
    };
    const figures = queryAnswers['station.figures'].safeParse(await ask('station.figures'));
    const pauses = queryAnswers['station.pauses'].safeParse(await ask('station.pauses'));
    const health = queryAnswers['connections.health'].safeParse(await ask('connections.health'));
    const sources = queryAnswers['sources.health'].safeParse(await ask('sources.health'));
    reset();
    if (figures.success) {
      const { stages, held: reasons, oldestAt } = figures.data;
      for (const stage of itemStages) items.set({ stage }, stages[stage] ?? 0);
      for (const [reason, count] of Object.entries(reasons)) held.set({ reason }, count);
      oldest.set(oldestAt === null ? 0 : age(oldestAt));
    }
    const { bytesTotal, bytesSent, quota } = engine.progress();
    runBytes.set(bytesTotal);
    sentBytes.set(bytesSent);
    // A gauge that was reset says 0, which would be a lie about what nobody knows.
    if (typeof quota?.remaining === 'number') remaining.set(quota.remaining);
    else remaining.remove();
    if (typeof quota?.limit === 'number') limit.set(quota.limit);
    else limit.remove();
    if (pauses.success) paused.set(pauses.data.all ? 1 : 0);
    if (health.success)
      for (const { scope, fault } of health.data.blocks) blocked.set({ scope, reason: fault.code }, 1);
    if (!sources.success) return;
    for (const { sourceId: folder, state, lastScanAt } of sources.data.sources) {
      folderUp.set({ folder }, watched.includes(state) || state === 'paused' ? 1 : 0);
      folderPaused.set({ folder }, state === 'paused' ? 1 : 0);
      if (lastScanAt !== null) folderAge.set({ folder }, age(lastScanAt));
    }
  }

  return {
    mediaType: registry.contentType,
    measured(measure) {
      if (measure.kind === 'commit') return commits.inc();
      const { connectionId: connection, operation, status, ms } = measure;
      requests.inc({ connection, operation, status: status ?? 'none' });
      durations.observe({ connection }, ms / 1_000);
    },
    async text(engine) {
      if (engine === null) reset();
      else await collect(engine);
      return registry.metrics();
    },
  };
}
