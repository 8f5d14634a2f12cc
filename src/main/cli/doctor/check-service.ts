import type { Connection } from '../../../shared/settings.ts';
import type { FaultLanguage } from '../../engine/faults/describe.ts';
import { parseBaseUrl } from '../../engine/service/transport/base-url.ts';
import { headerOf } from '../../engine/service/transport/exchange.ts';
import { networkOf } from '../../engine/service/transport/network-of.ts';
import { createTransport } from '../../engine/service/transport/transport.ts';
import { checkConnection } from '../../host/check-connection.ts';
import { secondsInWords } from '../output/text.ts';
import type { Station } from '../station.ts';
import { doctorWordsIn } from './doctor-words.ts';
import { faulty, fine, wrong, type Finding } from './finding.ts';

/** A clock that is further off (ms) makes tokens look expired and sorts documents wrongly. */
const maxSkew = 120_000;
/** The Date header has whole seconds, so less than this (ms) is nothing. */
const noSkew = 2_000;
const timeouts = { connectMs: 10_000, headersMs: 10_000, idleBodyMs: 10_000 };

/** Whether the secret can be had. */
export async function checkSecret(
  { ports }: Pick<Station, 'ports'>,
  connection: Connection | null,
  fromEnvironment: boolean,
  language: FaultLanguage,
): Promise<Finding> {
  const check = { kind: 'keychain' } as const;
  const words = doctorWordsIn(language);
  if (fromEnvironment) return fine(check, words.secretFromEnvironment);
  const read = await ports.secrets.read(connection?.id ?? 'doctor');
  if (!read.ok) return faulty(check, read.fault, language);
  if (connection === null || read.value !== null) return fine(check, words.open);
  return wrong(check, words.noSecret(connection.name));
}

/** Whether the service can be reached and signed in to, what it allows, and whether its clock agrees with this one. */
export async function checkService(
  station: Pick<Station, 'ports' | 'settings'>,
  connection: Connection,
  projectId: string | undefined,
  language: FaultLanguage,
): Promise<readonly Finding[]> {
  const found = await checkConnection(station, connection, { projectId });
  if (!found.ok) return [faulty({ kind: 'connection' }, found.fault, language)];
  const { missingScopes, project, quota } = found.value;
  const words = doctorWordsIn(language);
  const limit = quota.limit === null ? null : { limit: quota.limit, seconds: quota.windowSeconds };
  const clock = await checkClock(station, connection, language);
  return [
    fine({ kind: 'connection' }, words.signedIn(connection.baseUrl, limit)),
    missingScopes.length === 0
      ? fine({ kind: 'scopes' }, words.allScopes)
      : wrong({ kind: 'scopes' }, words.missingScopes(missingScopes.join(', '))),
    ...(projectId === undefined
      ? []
      : [project === null ? fine({ kind: 'project' }, projectId) : faulty({ kind: 'project' }, project, language)]),
    ...(clock === null ? [] : [clock]),
  ];
}

/** Compares this clock with the Date header of an answer; null where there is none. Signing in has worked before. */
async function checkClock(
  { ports, settings }: Pick<Station, 'ports' | 'settings'>,
  connection: Connection,
  language: FaultLanguage,
): Promise<Finding | null> {
  const base = parseBaseUrl(connection.baseUrl);
  if (!base.ok) return null;
  const transport = createTransport(base.value, { ...networkOf(settings.network, ports.secrets), timeouts }, 1);
  if (!transport.ok) return null;
  const nothing = (): void => undefined;
  const sentAt = ports.clock.now();
  // Without a token: the refusal has a date as well.
  const exchange = await transport.value.send(
    { method: 'GET', path: `${base.value.prefix}/documents?limit=0`, headers: [], body: null, asStream: false },
    { onSent: nothing, onHead: nothing, onOver: nothing },
  );
  const answeredAt = ports.clock.now();
  await transport.value.close();
  if (exchange.kind === 'none') return null;
  const date = Date.parse(headerOf(exchange.headers, 'date') ?? '');
  if (Number.isNaN(date)) return null;
  return clockFinding((sentAt + answeredAt) / 2 - (date + 500), language);
}

/** What a difference of clocks (ms, positive: this computer is ahead) means. */
export function clockFinding(skewMs: number, language: FaultLanguage): Finding {
  const check = { kind: 'clock' } as const;
  const words = doctorWordsIn(language);
  const off = Math.abs(skewMs);
  if (off <= noSkew) return fine(check, words.clockAgrees);
  const time = secondsInWords(off / 1_000);
  return off <= maxSkew
    ? fine(check, words.clockOff(time, skewMs > 0))
    : wrong(check, words.clockWrong(time, skewMs > 0));
}
