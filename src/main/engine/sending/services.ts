import type { Outcome } from '../../../shared/faults.ts';
import type { Connection, Settings } from '../../../shared/settings.ts';
import type { BlockView } from '../../../shared/views.ts';
import { createResolver } from '../cases/resolve.ts';
import { createCredentials } from '../credentials/credentials.ts';
import { failure, success } from '../faults/fault.ts';
import type { Journal } from '../journal/journal.ts';
import type { NewJob, SubmissionRecord } from '../journal/records.ts';
import type { Ports } from '../platform/ports.ts';
import { createQuotaWaits } from './quota-waits.ts';
import type { QuotaState, QuotaWait, ServiceClient, ServiceDocument } from '../service/client.ts';
import { createServiceClient, type NamedServiceClient } from '../service/service-client.ts';
import { networkOf } from '../service/transport/network-of.ts';
import type { RecordDependencies } from '../tracker/record-document.ts';
import { createTracker, type Tracker } from '../tracker/tracker.ts';

/** One client and one tracker for each connection, made when they are first needed. */
export interface Services {
  client(connectionId: string): Outcome<NamedServiceClient>;
  /** A connection as the settings have it; null: there is none of this id. */
  connection(connectionId: string): Connection | null;
  /** Follows the project from now on. */
  follow(connectionId: string, projectId: string): void;
  /** A document was asked for, whole: what the journal does not know of it yet is written. */
  saw(connectionId: string, document: ServiceDocument): Promise<void>;
  /** Something was just submitted. */
  submitted(submission: SubmissionRecord): void;
  /** Quota of the connection that was used last. */
  quota(): QuotaState | null;
  /** What waits for the quota, and until when. */
  waits(): readonly BlockView[];
  /** After sleep or a change of network: fresh sockets, and a look at everything; `lookHere` does so at this computer's side. */
  resume(lookHere: () => void): void;
  stopTracking(): Promise<void>;
  close(): Promise<void>;
}

/** What services are made of. */
export interface ServicesDependencies {
  readonly ports: Ports;
  readonly settings: Settings;
  readonly journal: Journal;
  readonly plan: RecordDependencies['plan'];
  readonly enqueue: (jobs: readonly NewJob[]) => void;
  /** Items of these documents have settled; after a start also those that had settled before. */
  readonly onSettled: (documentIds: readonly string[]) => void;
  /** What {@link Services.waits} answers has changed. */
  readonly onWaits: () => void;
}

interface Service {
  readonly client: NamedServiceClient;
  readonly tracker: Tracker;
}

/** Makes the services of a station; nothing is asked before something is to be sent or followed. */
export function createServices(dependencies: ServicesDependencies): Services {
  const { ports, settings, journal } = dependencies;
  const { clock, random, log } = ports;
  const credentials = createCredentials(ports.secrets);
  const services = new Map<string, Service>();
  const connectionOf = (connectionId: string): Connection | null =>
    settings.connections.find(({ id }) => id === connectionId) ?? null;
  let last: ServiceClient | null = null;
  let closing = false;
  const quotaWaits = createQuotaWaits({
    clock,
    waits() {
      const waits = new Map<string, QuotaWait>();
      for (const [connectionId, { client }] of services) {
        const wait = client.wait();
        if (wait !== null) waits.set(connectionId, wait);
      }
      return waits;
    },
    changed: dependencies.onWaits,
    long(connectionId, reason) {
      const subject = connectionOf(connectionId)?.name ?? connectionId;
      log.warn('quota-exhausted', { connection: connectionId, ...reason.params });
      ports.notifier.notify({ kind: 'connection', fault: reason, subject });
    },
  });

  function make(connectionId: string): Service | null {
    const connection = connectionOf(connectionId);
    if (connection === null) return null;
    const client = createServiceClient({
      connection,
      readSecret: async () => {
        const read = await credentials.read(connection);
        return read.ok ? success(read.value.clientSecret) : read;
      },
      clock,
      random,
      log,
      network: networkOf(settings.network, ports.secrets),
      sockets: settings.limits.sockets,
      measured: ports.measured,
    });
    const limits = settings.tracking;
    const tracker: Tracker = createTracker({
      client,
      journal,
      clock,
      log,
      random,
      tracking: limits,
      plan: dependencies.plan,
      announceJobs: dependencies.enqueue,
      onSettled: dependencies.onSettled,
      resolveBatches: (projectId, signal) => resolve(projectId, signal),
    });
    const resolve = createResolver({
      client,
      journal,
      clock,
      log,
      limits,
      observe: (documents) => tracker.observe(documents),
    });
    tracker.start();
    return { client, tracker };
  }

  function service(connectionId: string): Service | null {
    const present = services.get(connectionId) ?? (closing ? null : make(connectionId));
    if (present === null) return null;
    services.set(connectionId, present);
    last = present.client;
    return present;
  }

  return {
    client(connectionId) {
      const found = service(connectionId);
      return found === null ? failure('credentials-missing', { connection: connectionId }) : success(found.client);
    },
    connection: connectionOf,
    follow: (connectionId, projectId) => service(connectionId)?.tracker.follow(projectId),
    async saw(connectionId, document) {
      await services.get(connectionId)?.tracker.observe([document]);
    },
    submitted({ connectionId, projectId }) {
      const tracker = service(connectionId)?.tracker;
      tracker?.follow(projectId);
      tracker?.poke(projectId);
    },
    quota: () => last?.quota() ?? null,
    waits: quotaWaits.blocks,
    resume(lookHere) {
      lookHere();
      for (const { client, tracker } of services.values()) {
        client.reset();
        tracker.resume();
      }
    },
    async stopTracking() {
      closing = true;
      await Promise.all([...services.values()].map(({ tracker }) => tracker.stop()));
    },
    async close() {
      quotaWaits.close();
      await Promise.all([...services.values()].map(({ client }) => client.close()));
    },
  };
}
