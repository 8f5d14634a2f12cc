import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { Fault } from '../../shared/faults.ts';
import { useQuery } from '../bridge/use-query.ts';
import { useStation } from '../stores/station.ts';

/** How the connection stands, as a key of the shared words. */
type ConnectionStanding =
  | 'no-keychain'
  | 'keychain-locked'
  | 'no-network'
  | 'not-reached'
  | 'not-connected'
  | 'all-paused'
  | 'connected'
  | 'not-connected-yet';

/** What is known of the connection. `fault` = what stands in its way; `answered` = the service answered in this run; `online` = this computer has a network. */
interface ConnectionFacts {
  readonly fault: Fault | undefined;
  readonly answered: boolean;
  readonly paused: boolean;
  readonly online: boolean;
}

/** What is true of the connection: "connected" only once the service answered and nothing stands in the way. */
export function connectionStanding({ fault, answered, paused, online }: ConnectionFacts): ConnectionStanding {
  if (fault?.code === 'keychain-missing') return 'no-keychain';
  if (fault?.code === 'keychain-locked') return 'keychain-locked';
  if (fault?.code === 'service-unreachable') return online ? 'not-reached' : 'no-network';
  if (fault !== undefined) return 'not-connected';
  if (paused) return 'all-paused';
  return answered ? 'connected' : 'not-connected-yet';
}

/** How long a service that was not reached is left alone, ms. */
const pause = 30_000;

function onNetworkChange(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/**
 * Whether the service of a connection answers: asked at the start, before any file needs it, and again when something changed that
 * may change the answer. A locked keychain is not asked by the clock, for it may ask its user each time.
 */
export function useContact(connectionId: string | undefined): {
  readonly fault: Fault | undefined;
  readonly answered: boolean;
  readonly online: boolean;
} {
  const online = useSyncExternalStore(onNetworkChange, () => navigator.onLine);
  const block = useStation((state) =>
    state.blocks.find((each) => each.scope === 'connection' && each.connectionId === connectionId),
  );
  const sending = useStation((state) => (state.progress?.inFlight.length ?? 0) > 0);
  const settings = useStation((state) =>
    JSON.stringify([state.settings?.connections.find(({ id }) => id === connectionId), state.settings?.network]),
  );
  const { value, fault, reload } = useQuery<'projects.list'>(
    connectionId === undefined ? null : { name: 'projects.list', connectionId },
    { live: false },
  );
  const [turn, setTurn] = useState(0);
  const blocked = block !== undefined;
  const asked = JSON.stringify([turn, online, blocked, settings, fault !== undefined && sending]);
  const before = useRef(asked);
  useEffect(() => {
    if (before.current === asked) return;
    before.current = asked;
    // What blocks the queue is tried again by the queue.
    if (!blocked) reload();
  }, [asked, blocked, reload]);
  const waits = fault?.code === 'service-unreachable' && !blocked;
  useEffect(() => {
    if (!waits) return;
    const timer = setInterval(() => setTurn((value) => value + 1), pause);
    return () => clearInterval(timer);
  }, [waits]);
  return { fault: block?.fault ?? fault, answered: value !== undefined, online };
}
