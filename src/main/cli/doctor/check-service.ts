import type { Connection } from '../../../shared/settings.ts';
import type { FaultLanguage } from '../../engine/faults/describe.ts';
import { parseBaseUrl } from '../../engine/service/base-url.ts';
import { headerOf } from '../../engine/service/exchange.ts';
import { createTransport } from '../../engine/service/transport.ts';
import { checkConnection } from '../../host/check-connection.ts';
import { secondsInWords } from '../output/text.ts';
import type { Station } from '../station.ts';
import { faulty, fine, wrong, type Finding } from './finding.ts';

/** A clock that is further off (ms) makes tokens look expired and sorts documents wrongly. */
const mostSkew = 120_000;
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
  const check = 'Keychain';
  if (fromEnvironment) return fine(check, 'not needed: the environment gives the secret');
  const read = await ports.secrets.read(connection?.id ?? 'doctor');
  if (!read.ok) return faulty(check, read.fault, language);
  if (connection === null || read.value !== null) return fine(check, 'open');
  return wrong(check, `It holds no secret for ${connection.name}.`, 'Enter it with mailroom connect.');
}

/** Whether the service can be reached and signed in to, what it allows, and whether its clock agrees with this one. */
export async function checkService(
  station: Pick<Station, 'ports' | 'settings'>,
  connection: Connection,
  projectId: string | undefined,
  language: FaultLanguage,
): Promise<readonly Finding[]> {
  const found = await checkConnection(station, connection, { projectId });
  if (!found.ok) return [faulty('Connection', found.fault, language)];
  const { missingScopes, project, quota } = found.value;
  const limit = quota.limit === null ? 'no quota named' : `quota ${quota.limit} in ${quota.windowSeconds ?? '?'} s`;
  const clock = await checkClock(station, connection);
  return [
    fine('Connection', `signed in to ${connection.baseUrl}, ${limit}`),
    missingScopes.length === 0
      ? fine('Scopes', 'all that the daily work needs')
      : wrong('Scopes', `The sign-in does not allow ${missingScopes.join(', ')}.`, 'Ask for them at the service.'),
    ...(projectId === undefined
      ? []
      : [project === null ? fine('Project', projectId) : faulty('Project', project, language)]),
    ...(clock === null ? [] : [clock]),
  ];
}

/** Compares this clock with the Date header of an answer; null where there is none. Signing in has worked before. */
async function checkClock(
  { ports, settings }: Pick<Station, 'ports' | 'settings'>,
  connection: Connection,
): Promise<Finding | null> {
  const base = parseBaseUrl(connection.baseUrl);
  if (!base.ok) return null;
  const transport = createTransport(base.value, { ...settings.network, env: process.env, timeouts }, 1);
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
  return clockFinding((sentAt + answeredAt) / 2 - (date + 500));
}

/** What a difference of clocks (ms, positive: this computer is ahead) means. */
export function clockFinding(skewMs: number): Finding {
  const check = 'Clock';
  const off = Math.abs(skewMs);
  if (off <= noSkew) return fine(check, 'agrees with the service');
  const words = `${secondsInWords(off / 1_000)} ${skewMs > 0 ? 'ahead of' : 'behind'} the service`;
  if (off <= mostSkew) return fine(check, words);
  return wrong(check, `This computer is ${words}.`, 'Set its clock, or let it be set by time servers.');
}
