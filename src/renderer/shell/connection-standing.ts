import type { Fault } from '../../shared/faults.ts';

/** How the connection stands, as a key of the shared words. */
export type ConnectionStanding =
  | 'no-keychain'
  | 'keychain-locked'
  | 'no-network'
  | 'not-reached'
  | 'not-connected'
  | 'all-paused'
  | 'connected'
  | 'not-connected-yet';

/** What is known of the connection. `fault` = what stands in its way; `answered` = the service answered in this run; `online` = this computer has a network. */
export interface ConnectionFacts {
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
