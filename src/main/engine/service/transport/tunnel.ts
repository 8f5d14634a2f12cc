import type { buildConnector } from 'undici';

/** There is a proxy, and no way through it: nothing is sent past it. */
class NoTunnel extends Error {
  readonly code = 'NO_TUNNEL';
  constructor() {
    super('no tunnel through the proxy');
    this.name = 'NoTunnel';
  }
}

function isConnector(value: unknown): value is buildConnector.connector {
  return typeof value === 'function';
}

/**
 * What makes connections through a proxy's tunnel, from the options that undici's ProxyAgent gives its pools. Where they hold none,
 * every connection fails with {@link NoTunnel}: one straight to the service would pass the proxy by in silence.
 */
export function tunnelConnector(options: object): buildConnector.connector {
  if ('connect' in options && isConnector(options.connect)) return options.connect;
  return (_options, callback) => callback(new NoTunnel(), null);
}
