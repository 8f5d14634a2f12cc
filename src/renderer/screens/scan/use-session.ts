import { useEffect } from 'react';
import type { ScanSessionView } from '../../../shared/scanning.ts';
import { useQuery, useWindowEvents } from '../../bridge/use-query.ts';
import { useScan, workOn } from './scan-store.ts';

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
  return asked.value ?? null;
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
