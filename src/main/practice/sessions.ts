import { randomBytes } from 'node:crypto';
import { json, plainError } from './answers.ts';
import type { Answer, Route } from './exchange.ts';

/** One client that may ask for tokens, with the scopes that its tokens carry. */
export interface PracticeClient {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scopes: readonly string[];
}

/** What a bearer token stands for. */
export interface Session {
  readonly clientId: string;
  readonly scopes: ReadonlySet<string>;
  /** milliseconds since the epoch */
  readonly expiresAt: number;
}

/** Which encoding of the Basic pair is accepted: form-encoded as RFC 6749 2.3.1 says, the raw pair, or either. */
export type BasicEncoding = 'form' | 'raw' | 'both';

/** Tokens that were given out. */
export interface Sessions {
  readonly route: Route;
  /** The session of an Authorization header, expired or not. */
  find(authorization: string | undefined): Session | null;
  /** The client that an Authorization header names, by token or by Basic; for counting its requests. */
  clientOf(authorization: string | undefined): string | null;
  /** Makes all tokens invalid; answers how many there were. */
  revoke(): number;
}

/** What the sessions need to know; times in seconds. */
export interface SessionOptions {
  readonly clients: readonly PracticeClient[];
  readonly tokenSeconds: number;
  readonly basicEncoding: BasicEncoding;
  readonly clock: () => number;
}

interface Pair {
  readonly id: string;
  readonly secret: string;
}

const basicPattern = /^Basic +([A-Za-z0-9+/=_-]+)$/i;
const bearerPrefix = 'Bearer ';
/** Tokens that ran out long ago are forgotten beyond this many. */
const rememberedTokens = 10_000;

function formDecode(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return null;
  }
}

function basicPairs(authorization: string | undefined, encoding: BasicEncoding): Pair[] {
  const encoded = basicPattern.exec(authorization ?? '')?.[1];
  if (encoded === undefined) return [];
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  if (colon < 0) return [];
  const raw = { id: text.slice(0, colon), secret: text.slice(colon + 1) };
  const pairs: Pair[] = encoding === 'form' ? [] : [raw];
  const id = formDecode(raw.id);
  const secret = formDecode(raw.secret);
  if (encoding !== 'raw' && id !== null && secret !== null) pairs.push({ id, secret });
  return pairs;
}

/** Creates the token endpoint and what it remembers (OAuth 2.0 client credentials grant, RFC 6749 4.4). */
export function createSessions(options: SessionOptions): Sessions {
  const sessions = new Map<string, Session>();

  function clientOfPairs(pairs: readonly Pair[]): PracticeClient | null {
    const found = options.clients.find((client) =>
      pairs.some((pair) => pair.id === client.clientId && pair.secret === client.clientSecret),
    );
    return found ?? null;
  }

  function find(authorization: string | undefined): Session | null {
    if (!authorization?.startsWith(bearerPrefix)) return null;
    return sessions.get(authorization.slice(bearerPrefix.length).trim()) ?? null;
  }

  function forgetOldest(): void {
    for (const token of sessions.keys()) {
      if (sessions.size <= rememberedTokens) return;
      sessions.delete(token);
    }
  }

  function issue(authorization: string | undefined, body: Buffer, contentType: string | undefined): Answer {
    const client = clientOfPairs(basicPairs(authorization, options.basicEncoding));
    if (client === null) {
      return plainError(401, 'The client credentials are invalid.', { 'www-authenticate': 'Basic realm="practice"' });
    }
    if (!contentType?.toLowerCase().startsWith('application/x-www-form-urlencoded')) {
      return plainError(400, 'The content type must be application/x-www-form-urlencoded.');
    }
    if (new URLSearchParams(body.toString('utf8')).get('grant_type') !== 'client_credentials') {
      return plainError(400, 'The grant type must be client_credentials.');
    }
    const token = randomBytes(32).toString('base64url');
    const expiresAt = options.clock() + options.tokenSeconds * 1000;
    sessions.set(token, { clientId: client.clientId, scopes: new Set(client.scopes), expiresAt });
    forgetOldest();
    return json(
      200,
      {
        access_token: token,
        expires_in: options.tokenSeconds,
        scope: client.scopes.join(' '),
        token_type: 'Bearer',
      },
      { 'cache-control': 'no-store', pragma: 'no-cache' },
    );
  }

  return {
    route: {
      operation: 'auth.token',
      method: 'POST',
      path: '/auth/token',
      scope: null,
      body: 'bytes',
      errors: 'plain',
      handle: (call) => issue(call.headers.authorization, call.body, call.headers['content-type']),
    },
    find,
    clientOf(authorization) {
      const session = find(authorization);
      if (session !== null) return session.clientId;
      return clientOfPairs(basicPairs(authorization, options.basicEncoding))?.clientId ?? null;
    },
    revoke() {
      const count = sessions.size;
      sessions.clear();
      return count;
    },
  };
}
