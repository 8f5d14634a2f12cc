import type { ItemStage } from '../../../../shared/item.ts';
import type { Database } from '../storage/database.ts';
import type { ListEffects } from './list-effects.ts';

/** Adds what a batch changed to the kept counts: one row a source and stage, however many items moved. */
export function writeCounts(database: Database, changes: ListEffects['counts']): void {
  const sums = new Map<string, Map<ItemStage, number>>();
  for (const { sourceId, stage, by } of changes) {
    const stages = sums.get(sourceId) ?? new Map<ItemStage, number>();
    sums.set(sourceId, stages);
    stages.set(stage, (stages.get(stage) ?? 0) + by);
  }
  for (const [sourceId, stages] of sums) {
    for (const [stage, by] of stages) {
      if (by === 0) continue;
      database.run(
        `INSERT INTO stage_counts (source_id, stage, count) VALUES (?, ?, ?)
         ON CONFLICT (source_id, stage) DO UPDATE SET count = count + excluded.count`,
        sourceId,
        stage,
        by,
      );
    }
  }
}

/** Counts everything anew, after rows were brought over from elsewhere. */
export function recount(database: Database): void {
  database.exec(
    `DELETE FROM stage_counts;
     INSERT INTO stage_counts (source_id, stage, count) SELECT source_id, stage, count(*) FROM items GROUP BY 1, 2`,
  );
}
