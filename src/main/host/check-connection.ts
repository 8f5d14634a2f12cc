import type { Fault, Outcome } from '../../shared/faults.ts';
import type { Connection } from '../../shared/settings.ts';
import { failure, success } from '../engine/faults/fault.ts';
import type { QuotaState } from '../engine/service/client.ts';
import { openService, type Asking } from './service-door.ts';

/** What a service answered to a first look. */
export interface ConnectionFindings {
  /** What the sign-in allows; empty where the service does not say. */
  readonly scopes: readonly string[];
  /** Scopes that the daily work needs and the sign-in does not bring; empty where the service names none at all. */
  readonly missingScopes: readonly string[];
  /** Why the project can't be used; null: it can, or none was asked for. */
  readonly project: Fault | null;
  readonly quota: QuotaState;
}

/** Scopes of the main job: upload, process, follow, hand over (interface document, Authentication). */
const neededScopes = ['files.write', 'documents.read', 'documents.write'];
/** A person waits: what takes longer (ms) counts as no answer. */
const patienceMs = 30_000;

/**
 * Signs in once, with `secret` or else the stored one, and looks for the project where one is named. The fault is what stands in
 * the way of signing in.
 */
export async function checkConnection(
  station: Asking,
  connection: Connection,
  { secret, projectId }: { readonly secret?: string; readonly projectId?: string | undefined },
): Promise<Outcome<ConnectionFindings>> {
  const client = openService(station, connection, secret);
  let forget = (): void => undefined;
  const late = new Promise<Outcome<never>>((resolve) => {
    forget = station.ports.clock.after(patienceMs, () => resolve(failure('service-unreachable', {}, 'no answer')));
  });

  async function look(): Promise<Outcome<ConnectionFindings>> {
    const signedIn = await client.signIn({ lane: 'person', tries: 1 });
    if (!signedIn.ok) return signedIn;
    const { scopes } = signedIn.value;
    const project =
      projectId === undefined ? success(undefined) : await client.checkProject(projectId, { lane: 'person', tries: 2 });
    return success({
      scopes,
      missingScopes: scopes.length === 0 ? [] : neededScopes.filter((scope) => !scopes.includes(scope)),
      project: project.ok ? null : project.fault,
      quota: client.quota(),
    });
  }

  try {
    return await Promise.race([look(), late]);
  } finally {
    forget();
    await client.close();
  }
}
