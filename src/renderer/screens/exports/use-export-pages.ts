import { useMemo } from 'react';
import type { ExportView } from '../../../shared/views.ts';
import { bridge } from '../../bridge/bridge.ts';
import { useFreshPages } from '../../bridge/use-row-pages.ts';
import type { ExportPages } from './export-pages.ts';
import { createExportPages } from './export-pages.ts';

/** What the rows are limited to; '' and null = not limited. */
export interface ExportConditions {
  readonly search: string;
  readonly projectId: string;
  readonly states: readonly ExportView['state'][] | null;
}

/** ms between two fetches while events come. */
const refreshPause = 500;

/** The rows for these conditions, drawn again as they come and after engine events. */
export function useExportPages({ search, projectId, states }: ExportConditions): ExportPages {
  const wanted = states === null ? '' : states.join();
  const pages = useMemo(
    () =>
      createExportPages((offset, limit) =>
        bridge().query({
          name: 'exports.page',
          offset,
          limit,
          ...(states === null ? {} : { states: [...states] }),
          ...(search === '' ? {} : { search }),
          ...(projectId === '' ? {} : { projectId }),
        }),
      ),
    // `wanted` says all of `states`.
    // oxlint-disable-next-line react/exhaustive-deps
    [search, projectId, wanted],
  );
  return useFreshPages(pages, refreshPause);
}
