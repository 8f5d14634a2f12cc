import { useEffect, useMemo } from 'react';
import type { ScanPageView, ScanSessionView } from '../../../shared/scanning.ts';
import { bridge } from '../../bridge/bridge.ts';
import { useQuery, useWindowEvents } from '../../bridge/use-query.ts';
import { showToast } from '../../stores/toasts.ts';
import { textOf } from '../../text/index.ts';
import { useScan, workOn } from './scan-store.ts';

/** Pages as they were last seen, with their words. */
let known: Readonly<Record<string, { readonly page: ScanPageView; readonly words: string }>> = {};

/** The session with the objects of before for pages that did not change: what shows them need not be drawn anew. */
export function withKnownPages(session: ScanSessionView): ScanSessionView {
  known = Object.fromEntries(
    Object.entries(session.pages).map(([id, page]) => {
      const words = JSON.stringify(page);
      const before = known[id];
      return [id, before?.words === words ? before : { page, words }];
    }),
  );
  return { ...session, pages: Object.fromEntries(Object.entries(known).map(([id, { page }]) => [id, page])) };
}

/** The session that is worked on, as it is now; null while there is none. */
export function useSession(): ScanSessionView | null {
  const sessionId = useScan((state) => state.sessionId);
  const asked = useQuery<'scan.session'>(sessionId === null ? null : { name: 'scan.session', sessionId }, {
    live: false,
  });
  useWindowEvents((event) => {
    if (event.kind === 'scan' && event.sessionId === sessionId) asked.reload();
  });
  const gone = asked.fault?.code === 'not-found';
  useEffect(() => {
    // All of it was sent and is in the journal, or another window threw it away.
    if (gone) workOn(null);
  }, [gone]);
  const { value } = asked;
  return useMemo(() => (value === undefined ? null : withKnownPages(value)), [value]);
}

/** At the window's start: a run that was cut off is worked on again, and said so on whichever screen is open. */
export async function takeUpInterrupted(): Promise<void> {
  const asked = await bridge().query({ name: 'scan.sessions' });
  const found = asked.ok
    ? asked.value.sessions.findLast((session) => session.interrupted && openPages(session) > 0)
    : undefined;
  if (found === undefined || useScan.getState().sessionId !== null) return;
  workOn(found.id);
  const say = textOf('scan');
  showToast(say('interrupted-title'), say('interrupted-reason', { count: openPages(found) }));
}

/** Sessions with pages that are not sent, newest first. */
export function useOpenSessions(): readonly ScanSessionView[] {
  const asked = useQuery<'scan.sessions'>({ name: 'scan.sessions' }, { live: false });
  useWindowEvents((event) => {
    if (event.kind === 'scan') asked.reload();
  });
  return (asked.value?.sessions ?? [])
    .filter((session) => openPages(session) > 0)
    .toSorted((one, other) => other.startedAt - one.startedAt);
}

/** How many pages of a session could still be sent. */
export function openPages({ documents, pages }: ScanSessionView): number {
  return documents
    .filter(({ sentAt }) => sentAt === null)
    .reduce((sum, document) => sum + document.pages.filter((id) => pages[id]?.leftOut !== 'removed').length, 0);
}
