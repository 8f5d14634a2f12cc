import type { Fault, Outcome } from '../../../shared/faults.ts';
import type { Connection } from '../../../shared/settings.ts';
import { failure, fault, success } from '../faults/fault.ts';
import type { Clock, Log } from '../platform/ports.ts';
import type { Exchange } from './transport/exchange.ts';
import { faultOfAnswer, notUnderstood } from './faults-from-answers.ts';
import type { Limiter } from './pacing/limiter.ts';
import { faultOfNetworkError } from './transport/network-faults.ts';
import { token as tokenOperation, tokenAnswerSchema } from './operations/authorization.ts';
import { isPage, parseJson } from './service-words.ts';
import type { Transport } from './transport/transport.ts';
import type { ClientProblem } from './problems.ts';

/** How client id and secret become one Basic header: form-encoded first (RFC 6749, 2.3.1), or the raw pair that some servers expect. */
export type BasicEncoding = 'form' | 'raw';

/** An access token as an Authorization header; `scopes` null: the service names none. `renewAt` on the monotonic clock, Infinity: not told. */
export interface AccessToken {
  readonly authorization: string;
  readonly scopes: readonly string[] | null;
  /** As told; 0: not told. */
  readonly expiresInSeconds: number;
  readonly renewAt: number;
}

/** Where the form of the credentials that worked is kept for a connection. */
export interface RememberedEncoding {
  get(): BasicEncoding | null;
  set(encoding: BasicEncoding): void;
}

/** Signs in for all callers of one connection. */
export interface Session {
  /** The token to send with, while it is valid. */
  current(): AccessToken | null;
  /** Whether a valid token is there; if not, one is fetched, and then the limiter is woken or its waiters fail. */
  ready(): boolean;
  /** The service refused this token: it isn't used again. */
  refuse(token: AccessToken): void;
  /** Fetches a token now; one fetch for all who ask at the same time. */
  renew(): Promise<Outcome<AccessToken>>;
  /** Takes out of a text what must never be shown: token, secret, and the Basic header. */
  readonly redact: (text: string) => string;
}

/** What the session needs. */
export interface SessionParts {
  readonly connection: Connection;
  readonly readSecret: () => Promise<Outcome<string | null>>;
  readonly clock: Clock;
  readonly log: Log;
  readonly limiter: Limiter;
  readonly transport: Transport;
  readonly tokenPath: string;
  readonly hostname: string;
  readonly remembered: RememberedEncoding;
}

/** A token is renewed this long before it ends, or at 90 % of a short life. */
const maxMarginMs = 60_000;
/** A new token is used for this long whatever life it has, so that one shorter than the way here makes no loop. */
const minUseMs = 250;
/** Times a token is asked for again after a 429 (the limiter waits in between) before the waiters are told. */
const busyTries = 3;
const formBody = { text: 'grant_type=client_credentials' };

/** A text as forms hold it (application/x-www-form-urlencoded). */
function formEncoded(text: string): string {
  return new URLSearchParams([['', text]]).toString().slice(1);
}

/** The Authorization header of client credentials. */
function basicAuthorization(clientId: string, secret: string, encoding: BasicEncoding): string {
  const pair = encoding === 'raw' ? `${clientId}:${secret}` : `${formEncoded(clientId)}:${formEncoded(secret)}`;
  return `Basic ${Buffer.from(pair).toString('base64')}`;
}

async function ask(
  parts: SessionParts,
  authorization: string,
): Promise<Outcome<{ exchange: Exchange; sentAt: number }>> {
  const { clock, limiter } = parts;
  const permit = await limiter.acquire('session');
  if (!permit.ok) return permit;
  let sentAt = clock.monotonic();
  const { sent, answered, over } = permit.value;
  const exchange = await parts.transport.send(
    {
      method: 'POST',
      path: parts.tokenPath,
      headers: [
        'authorization',
        authorization,
        'content-type',
        'application/x-www-form-urlencoded',
        'accept',
        'application/json',
      ],
      body: formBody,
      asStream: false,
    },
    {
      onSent() {
        sentAt = clock.monotonic();
        sent();
      },
      onHead: answered,
      onOver: over,
    },
  );
  return success({ exchange, sentAt });
}

async function askPatiently(parts: SessionParts, authorization: string): ReturnType<typeof ask> {
  let asked = await ask(parts, authorization);
  for (let again = 0; again < busyTries; again += 1) {
    if (!asked.ok || asked.value.exchange.kind === 'none' || asked.value.exchange.status !== 429) break;
    asked = await ask(parts, authorization);
  }
  return asked;
}

/** Faults that elsewhere may concern one call alone concern the whole connection when the sign-in meets them: they say so. */
function atSignIn(outcome: Outcome<AccessToken>): Outcome<AccessToken> {
  if (outcome.ok) return outcome;
  const { fault: reason } = outcome;
  if (reason.code !== 'answer-not-understood' && reason.code !== 'service-failed') return outcome;
  return { ok: false, fault: { ...reason, params: { ...reason.params, at: 'sign-in' } } };
}

interface State extends SessionParts {
  token: AccessToken | null;
  fetching: Promise<Outcome<AccessToken>> | null;
  /** What must not be shown; older tokens are long invalid. */
  secrets: readonly string[];
}

const maxSecrets = 12;

function hide(session: State, ...texts: readonly string[]): void {
  session.secrets = [...new Set([...texts, ...session.secrets])].slice(0, maxSecrets);
}

function redact({ secrets }: State, text: string): string {
  return secrets.filter(({ length }) => length > 3).reduce((clean, secret) => clean.replaceAll(secret, '…'), text);
}

function refusal(session: State, exchange: Extract<Exchange, { kind: 'answer' }>, body: string): Fault {
  const found = faultOfAnswer(tokenOperation, {
    status: exchange.status,
    headers: exchange.headers,
    body,
    retryAt: session.limiter.stoppedUntil(),
    now: session.clock.now(),
    subject: {},
    scopes: null,
    redact: (text) => redact(session, text),
  });
  // OAuth servers may refuse a client with 400 invalid_client (RFC 6749, 5.2); no other refusal of a token makes sense either.
  if (found.code === 'request-refused' || found.code === 'access-refused') {
    return fault('sign-in-refused', found.params, found.cause);
  }
  // Where there is no token endpoint, there is no such service: the base URL is wrong.
  if (found.code !== 'not-found') return found;
  const problem = 'no-such-address' satisfies ClientProblem;
  const params = { operation: tokenOperation.name, status: exchange.status, problem };
  return fault('answer-not-understood', params, found.cause);
}

function accept(
  session: State,
  exchange: Extract<Exchange, { kind: 'answer' }>,
  body: string,
  sentAt: number,
): Outcome<AccessToken> {
  const refuse = (problem: ClientProblem): Outcome<AccessToken> => ({
    ok: false,
    fault: notUnderstood(tokenOperation, exchange.status, problem),
  });
  if (isPage(exchange.headers, body)) return refuse('web-page');
  const parsed = tokenAnswerSchema.safeParse(parseJson(body));
  if (!parsed.success) return refuse('unexpected-shape');
  const { access_token: value, expires_in: seconds, scope } = parsed.data;
  const scopes = scope === null ? [] : scope.split(/\s+/).filter((name) => name !== '');
  const lifeMs = seconds === null ? Infinity : seconds * 1000;
  const marginMs = Math.min(maxMarginMs, lifeMs / 10);
  hide(session, value);
  return success({
    authorization: `Bearer ${value}`,
    scopes: scopes.length === 0 ? null : scopes,
    expiresInSeconds: seconds ?? 0,
    renewAt: Math.max(sentAt + lifeMs - marginMs, session.clock.monotonic() + minUseMs),
  });
}

async function signIn(session: State): Promise<Outcome<AccessToken>> {
  const { connection, remembered } = session;
  const secret = await session.readSecret();
  if (!secret.ok) return secret;
  if (secret.value === null || secret.value === '') {
    return failure('credentials-missing', { connection: connection.name });
  }
  const first = remembered.get() ?? 'form';
  const encodings: BasicEncoding[] = first === 'form' ? ['form', 'raw'] : ['raw', 'form'];
  const tried = new Set<string>();
  let refused: Outcome<AccessToken> = failure('sign-in-refused');
  for (const encoding of encodings) {
    const authorization = basicAuthorization(connection.clientId, secret.value, encoding);
    if (tried.has(authorization)) break;
    tried.add(authorization);
    hide(session, secret.value, encodeURIComponent(secret.value), formEncoded(secret.value), authorization.slice(6));
    const asked = await askPatiently(session, authorization);
    if (!asked.ok) return asked;
    const { exchange, sentAt } = asked.value;
    if (exchange.kind === 'none') return { ok: false, fault: faultOfNetworkError(exchange.error, session.hostname) };
    const body = exchange.body.kind === 'whole' ? exchange.body.bytes.toString('utf8') : '';
    if (exchange.status >= 200 && exchange.status < 300) {
      const accepted = accept(session, exchange, body, sentAt);
      if (accepted.ok && (encoding !== first || remembered.get() === null)) remembered.set(encoding);
      return accepted;
    }
    refused = { ok: false, fault: refusal(session, exchange, body) };
    if (refused.fault.code !== 'sign-in-refused' || (exchange.status !== 401 && exchange.status !== 400))
      return refused;
  }
  return refused;
}

function current({ token, clock }: State): AccessToken | null {
  return token !== null && clock.monotonic() < token.renewAt ? token : null;
}

async function fetchToken(session: State): Promise<Outcome<AccessToken>> {
  const { connection, log } = session;
  const outcome = atSignIn(await signIn(session));
  if (outcome.ok) {
    session.token = outcome.value;
    const { scopes, expiresInSeconds } = outcome.value;
    log.debug('signed in', { connection: connection.id, expiresInSeconds, scopes: scopes?.length ?? null });
  } else {
    const { code, cause } = outcome.fault;
    if (cause !== 'aborted') log.warn('sign-in failed', { connection: connection.id, code, cause });
  }
  return outcome;
}

function renew(session: State): Promise<Outcome<AccessToken>> {
  const { limiter } = session;
  session.fetching ??= fetchToken(session)
    .finally(() => {
      session.fetching = null;
    })
    .then((outcome) => {
      if (outcome.ok) limiter.wake();
      else limiter.failWaiting(outcome.fault);
      return outcome;
    });
  return session.fetching;
}

/** Makes the session of one connection. Its faults: credentials-missing, those of the keychain, sign-in-refused, and of the network. */
export function createSession(parts: SessionParts): Session {
  const session: State = { ...parts, token: null, fetching: null, secrets: [] };
  return {
    current: () => current(session),
    ready() {
      if (current(session) !== null) return true;
      void renew(session);
      return false;
    },
    refuse(refusedToken) {
      if (session.token === refusedToken) session.token = null;
    },
    renew: () => renew(session),
    redact: (text) => redact(session, text),
  };
}
