import type { Outcome } from '../../../shared/faults.ts';
import type { Connection, Settings } from '../../../shared/settings.ts';
import type { QuotaView } from '../../../shared/views.ts';
import { success } from '../../engine/faults/fault.ts';
import type { Log } from '../../engine/ports.ts';
import { createServiceClient } from '../../engine/service/service-client.ts';
import { systemClock, systemRandom } from '../../host/node-ports.ts';
import type { Environment } from '../../host/environment-secrets.ts';

/** What a service answered to a first look. */
export interface ConnectionFindings {
  /** Scopes that the daily work needs and the sign-in does not bring; empty where the service names none at all. */
  readonly missingScopes: readonly string[];
  readonly tokenSeconds: number;
  readonly quota: QuotaView;
}

/** What a look at a connection is made with. */
export interface ConnectionCheck {
  readonly connection: Connection;
  readonly readSecret: () => Promise<Outcome<string | null>>;
  readonly network: Settings['network'];
  readonly environment: Environment;
  readonly log: Log;
  /** Absent: no project is asked for. */
  readonly projectId?: string | undefined;
}

/** Scopes of the main job: upload, process, follow, hand over (interface document, Authentication). */
const neededScopes = ['files.write', 'documents.read', 'documents.write'];
/** A person waits: no answer in this time is an answer. Times in ms. */
const timeouts = { connectMs: 10_000, headersMs: 20_000, idleBodyMs: 20_000 };

/** Signs in once and, where one is named, looks for the project. The fault is the first thing that stands in the way. */
export async function checkConnection(check: ConnectionCheck): Promise<Outcome<ConnectionFindings>> {
  const client = createServiceClient({
    connection: check.connection,
    readSecret: check.readSecret,
    clock: systemClock,
    random: systemRandom,
    log: check.log,
    network: { ...check.network, env: check.environment, timeouts },
    sockets: 1,
  });
  try {
    const signedIn = await client.signIn({ lane: 'person', tries: 1 });
    if (!signedIn.ok) return signedIn;
    if (check.projectId !== undefined) {
      const project = await client.checkProject(check.projectId, { lane: 'person', tries: 2 });
      if (!project.ok) return project;
    }
    const { scopes, expiresInSeconds } = signedIn.value;
    return success({
      missingScopes: scopes.length === 0 ? [] : neededScopes.filter((scope) => !scopes.includes(scope)),
      tokenSeconds: expiresInSeconds,
      quota: client.quota(),
    });
  } finally {
    await client.close();
  }
}
