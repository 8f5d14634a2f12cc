import { isDeepStrictEqual } from 'node:util';
import type { Outcome } from '../../../shared/faults.ts';
import { success } from '../../engine/faults/fault.ts';
import type { Log, Measure } from '../../engine/platform/ports.ts';
import type { MeasuredEngine, Metrics } from './metrics.ts';
import { publishMetrics, type MetricsTarget, type PublishedMetrics } from './publish-metrics.ts';

/** The metrics of a station, which are to be had where its settings say. */
export interface StationMetrics {
  /** Counts what the engine measures; nothing where no metrics are wanted. */
  readonly measured: (measure: Measure) => void;
  /** From now on they are where `target` says, and nowhere else; answers the places. Faults: see {@link publishMetrics}. */
  follow(target: MetricsTarget): Promise<Outcome<readonly string[]>>;
  close(): Promise<void>;
}

/** Makes the metrics of a station; `engine` answers the one that works just now. The library is loaded where somebody wants them. */
export function createStationMetrics(engine: () => MeasuredEngine | null, log: () => Log): StationMetrics {
  let metrics: Metrics | null = null;
  let published: PublishedMetrics | null = null;
  let followed: MetricsTarget = {};

  async function close(): Promise<void> {
    await published?.close();
    published = null;
    followed = {};
  }

  return {
    measured: (measure) => metrics?.measured(measure),
    async follow(target) {
      if (isDeepStrictEqual(target, followed)) return success(published?.places ?? []);
      await close();
      if (target.port === undefined && target.file === undefined) return success([]);
      const { createMetrics } = await import('./metrics.ts');
      const kept = (metrics ??= createMetrics(() => Date.now()));
      const begun = await publishMetrics(target, {
        text: () => kept.text(engine()),
        mediaType: kept.mediaType,
        log: log(),
      });
      if (!begun.ok) return begun;
      published = begun.value;
      followed = target;
      return success(published.places);
    },
    close,
  };
}
