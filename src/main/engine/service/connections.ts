import type { ServiceClient } from './client.ts';

/** The clients of a station, one for each connection, so that all its parts share one limiter and one session. */
export interface Connections {
  client(connectionId: string): ServiceClient | null;
  /** Drops the sockets of all, after sleep or a network change. */
  reset(): void;
  close(): Promise<void>;
}

/** Keeps one client for each connection id; `make` answers null for a connection that doesn't exist. */
export function createConnections(make: (connectionId: string) => ServiceClient | null): Connections {
  const clients = new Map<string, ServiceClient>();
  return {
    client(connectionId) {
      const known = clients.get(connectionId);
      if (known !== undefined) return known;
      const made = make(connectionId);
      if (made !== null) clients.set(connectionId, made);
      return made;
    },
    reset() {
      for (const client of clients.values()) client.reset();
    },
    async close() {
      await Promise.all([...clients.values()].map((client) => client.close()));
      clients.clear();
    },
  };
}
