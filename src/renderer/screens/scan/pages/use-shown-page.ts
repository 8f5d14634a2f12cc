import { useEffect, useRef } from 'react';
import type { ScanSessionView } from '../../../../shared/scanning.ts';
import { showPage, useScan } from '../scan-store.ts';
import type { ShownPage } from './arrangement.ts';

/**
 * Keeps a page shown: each as it comes, until a person takes to one of them, and after the run its first, where looking through begins.
 * Else the first of all, and whatever remains where the shown one went. Answers what ends the following of this run.
 */
export function useShownPage(session: ScanSessionView | null, pages: readonly ShownPage[]): () => void {
  const pageId = useScan((state) => state.pageId);
  const rest = useRef<{ readonly sessionId: string; readonly pageIds: ReadonlySet<string> } | null>(null);
  const run = useRef<{ readonly before: ReadonlySet<string>; follows: boolean; shown: string | null } | null>(null);
  const isScanning = session?.scanning === true;
  useEffect(() => {
    const there = new Set(pages.map(({ page }) => page.id));
    // A session that is first seen at work may have pages already: they are of this run.
    const before = rest.current?.sessionId === session?.id ? rest.current?.pageIds : undefined;
    if (isScanning) run.current ??= { before: before ?? new Set(), follows: true, shown: pageId };
    else if (session !== null) rest.current = { sessionId: session.id, pageIds: there };
    const { current } = run;
    if (current !== null && current.shown !== pageId) current.follows = false;
    const came = Object.keys(session?.pages ?? {}).filter((id) => there.has(id) && current?.before.has(id) === false);
    const followed = current?.follows === true ? came.at(isScanning ? -1 : 0) : undefined;
    const isGone = pageId === null || !there.has(pageId);
    const next = followed ?? (isGone ? (pages[0]?.page.id ?? null) : pageId);
    if (!isScanning) run.current = null;
    if (next === pageId) return;
    if (current !== null) current.shown = next;
    showPage(next, followed === undefined ? undefined : performance.now());
  }, [session, pages, pageId, isScanning]);
  return () => {
    if (run.current !== null) run.current.follows = false;
  };
}
