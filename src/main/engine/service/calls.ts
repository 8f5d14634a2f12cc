import type { Fault, Outcome } from '../../../shared/faults.ts';
import { failure, success } from '../faults/fault.ts';
import type { Clock, Log, Ports, Random } from '../platform/ports.ts';
import { BrokenBody } from './transport/broken-body.ts';
import type { CallOptions, Download } from './client.ts';
import { encodeRequest } from './transport/encode-request.ts';
import type { EncodedRequest } from './transport/encode-request.ts';
import { headerOf } from './transport/exchange.ts';
import type { Exchange } from './transport/exchange.ts';
import { faultOfAnswer, notUnderstood } from './faults-from-answers.ts';
import { decodeFileName } from './transport/file-name-header.ts';
import type { Limiter } from './pacing/limiter.ts';
import { faultOfNetworkError } from './transport/network-faults.ts';
import type { Operation, OperationInput, Scope } from './operations/operation.ts';
import { isPage, parseJson } from './service-words.ts';
import type { AccessToken, Session } from './session.ts';
import type { Transport } from './transport/transport.ts';
import type { StopSignal } from '../platform/stop-signal.ts';

/** Calls any operation of the table: checks, waits for leave, sends, reads the answer, repeats what is safe. */
export type Call = <Query, Body, Answer>(
  operation: Operation<Query, Body, Answer>,
  input: OperationInput<Query, Body>,
  options: CallOptions,
) => Promise<Outcome<Answer>>;

/** What calls are made with. */
export interface CallParts {
  readonly connectionId: string;
  readonly prefix: string;
  readonly hostname: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly limiter: Limiter;
  readonly session: Session;
  readonly transport: Transport;
  readonly measured?: Ports['measured'];
}

type Try<Answer> =
  | { readonly kind: 'done'; readonly outcome: Outcome<Answer> }
  | { readonly kind: 'again'; readonly fault: Fault; readonly reason: 'token' | 'busy' | 'network' };

/** Waits between tries inside a call: full jitter up to 0.5 s, doubling, at most 30 s. */
const firstWait = 500;
const maxWaitMs = 30_000;

function done<Answer>(fault: Fault): Try<Answer> {
  return { kind: 'done', outcome: { ok: false, fault } };
}

function subjectOf(input: OperationInput<unknown, unknown>): { projectId?: string; id?: string } {
  const from = (value: unknown): string | undefined =>
    typeof value === 'object' && value !== null && 'projectId' in value && typeof value.projectId === 'string'
      ? value.projectId
      : undefined;
  const projects =
    typeof input.query === 'object' && input.query !== null && 'projectId' in input.query ? input.query.projectId : [];
  const only: unknown = Array.isArray(projects) && projects.length === 1 ? projects[0] : undefined;
  const projectId = from(input.body) ?? from(input.query) ?? (typeof only === 'string' ? only : undefined);
  const id = input.path?.['id'];
  return { ...(projectId === undefined ? {} : { projectId }), ...(id === undefined ? {} : { id }) };
}

/** Whether a repeat at once or after a little while may help. */
function passing(fault: Fault): boolean {
  return (
    fault.code === 'service-unreachable' ||
    fault.code === 'answer-lost' ||
    fault.code === 'service-failed' ||
    fault.code === 'answer-not-understood'
  );
}

function pause(parts: CallParts, ms: number, signal: StopSignal | undefined): Promise<boolean> {
  const { clock } = parts;
  return new Promise((resolve) => {
    const end = (whole: boolean): void => {
      cancel();
      signal?.removeEventListener('abort', stop);
      resolve(whole);
    };
    const stop = (): void => end(false);
    const cancel = clock.after(Math.ceil(ms), () => end(true));
    if (signal?.aborted === true) end(false);
    else signal?.addEventListener('abort', stop, { once: true });
  });
}

async function* readThrough(parts: CallParts, body: AsyncIterable<unknown>): AsyncGenerator<Uint8Array> {
  const { hostname } = parts;
  try {
    for await (const chunk of body) if (chunk instanceof Uint8Array) yield chunk;
  } catch (error) {
    throw new BrokenBody(faultOfNetworkError(error, hostname));
  }
}

function readStream(parts: CallParts, exchange: Extract<Exchange, { kind: 'answer' }>): Download | null {
  if (exchange.body.kind !== 'stream') return null;
  const name = headerOf(exchange.headers, 'x-hy-filename');
  return {
    mediaType: headerOf(exchange.headers, 'content-type') ?? 'application/octet-stream',
    fileName: name === null ? null : decodeFileName(name),
    body: readThrough(parts, exchange.body.stream),
  };
}

function readSuccess<Answer>(
  parts: CallParts,
  operation: Operation<unknown, unknown, Answer>,
  exchange: Extract<Exchange, { kind: 'answer' }>,
): Outcome<Answer> {
  const rule = operation.answer;
  const refuse = (problem: Parameters<typeof notUnderstood>[2]): Outcome<Answer> => {
    if (exchange.body.kind === 'stream') exchange.body.stream.destroy();
    return { ok: false, fault: notUnderstood(operation, exchange.status, problem) };
  };
  if (rule.kind === 'stream') {
    if (!rule.pages && isPage(exchange.headers, '')) return refuse('web-page');
    const parsed = rule.schema.safeParse(readStream(parts, exchange));
    return parsed.success ? success(parsed.data) : refuse('unexpected-shape');
  }
  const text = exchange.body.kind === 'whole' ? exchange.body.bytes.toString('utf8') : '';
  if (isPage(exchange.headers, text)) return refuse('web-page');
  const empty = rule.kind === 'none' || (rule.kind === 'json-or-empty' && text.trim() === '');
  const value = empty ? undefined : parseJson(text);
  if (!empty && value === undefined) return refuse('not-json');
  const parsed = rule.schema.safeParse(rule.verbatim === true && !empty ? text : value);
  return parsed.success ? success(parsed.data) : refuse('unexpected-shape');
}

/**
 * The scope that a token surely lacks for an operation; null: none, or nobody can tell before asking. `granted` are the scopes of
 * the token, null where the service names none. A scope that the interface does not document counts as missing where the token holds
 * its counterpart (`projects.read` without `projects.write`): then the service does use these names.
 */
export function missingScope(needed: Scope | null, granted: readonly string[] | null): string | null {
  if (needed === null || granted === null || granted.includes(needed.name)) return null;
  if (needed.source === 'documented') return needed.name;
  const [resource, act] = needed.name.split('.');
  const counterpart = act === 'write' ? 'read' : act === 'read' ? 'write' : null;
  return counterpart !== null && granted.includes(`${resource ?? ''}.${counterpart}`) ? needed.name : null;
}

function scopeFault(operation: Operation, token: AccessToken): Fault | null {
  const scope = missingScope(operation.scope, token.scopes);
  return scope === null ? null : failure('scope-missing', { scope, operation: operation.name }).fault;
}

function readNone<Answer>(
  parts: CallParts,
  operation: Operation,
  exchange: Extract<Exchange, { kind: 'none' }>,
): Try<Answer> {
  const { hostname } = parts;
  const told = faultOfNetworkError(exchange.error, hostname);
  // The line was there when a file's bytes went out: what broke it off may be this one file.
  const lost = exchange.sent && operation.body.kind === 'file' && told.code === 'service-unreachable';
  const fault = lost ? failure('answer-lost', { host: hostname }, told.cause).fault : told;
  if (operation.repeat === 'reconcile' && exchange.sent) {
    return done(failure('outcome-unclear', { operation: operation.name }, fault.cause ?? fault.code).fault);
  }
  return passing(fault) ? { kind: 'again', fault, reason: 'network' } : done(fault);
}

async function tryOnce<Answer>(
  parts: CallParts,
  operation: Operation<unknown, unknown, Answer>,
  input: OperationInput<unknown, unknown>,
  request: EncodedRequest,
  options: CallOptions,
): Promise<Try<Answer>> {
  const { clock, limiter, session, transport, hostname } = parts;
  const { signal, lane } = options;
  const permit = await limiter.acquire(lane, signal);
  if (!permit.ok) {
    const { fault } = permit;
    return signal?.aborted !== true && passing(fault) ? { kind: 'again', fault, reason: 'network' } : done(fault);
  }
  const { sent, answered, over } = permit.value;
  // The limiter gives leave only while a token is valid; a promise's turn later it may just have ended.
  const token = session.current();
  const missing = token === null ? null : scopeFault(operation, token);
  if (token === null || missing !== null) {
    over();
    return missing === null
      ? { kind: 'again', fault: failure('sign-in-refused').fault, reason: 'token' }
      : done(missing);
  }
  const startedAt = clock.monotonic();
  const exchange = await transport.send(
    {
      method: request.method,
      path: request.path,
      headers: ['authorization', token.authorization, ...request.headers],
      body: request.body,
      asStream: operation.answer.kind === 'stream',
      signal,
    },
    { onSent: sent, onHead: answered, onOver: over },
  );
  parts.measured?.({
    kind: 'request',
    connectionId: parts.connectionId,
    operation: operation.name,
    status: exchange.kind === 'none' ? null : exchange.status,
    ms: clock.monotonic() - startedAt,
  });
  if (exchange.kind === 'none') {
    const read = readNone<Answer>(parts, operation, exchange);
    if (signal?.aborted !== true || read.kind === 'done') return read;
    return done(failure('service-unreachable', { host: hostname }, 'aborted').fault);
  }
  const { status, headers } = exchange;
  if (status >= 200 && status < 300) {
    const outcome = readSuccess(parts, operation, exchange);
    if (!outcome.ok && passing(outcome.fault)) return { kind: 'again', fault: outcome.fault, reason: 'network' };
    return { kind: 'done', outcome };
  }
  const body = exchange.body.kind === 'whole' ? exchange.body.bytes.toString('utf8') : '';
  const fault = faultOfAnswer(operation, {
    status,
    headers,
    body,
    retryAt: status === 429 ? limiter.stoppedUntil() : null,
    now: clock.now(),
    subject: subjectOf(input),
    scopes: token.scopes,
    redact: session.redact,
  });
  if (status === 401) {
    session.refuse(token);
    return { kind: 'again', fault, reason: 'token' };
  }
  if (status === 429) return { kind: 'again', fault, reason: 'busy' };
  return passing(fault) ? { kind: 'again', fault, reason: 'network' } : done(fault);
}

/** What is broken off on purpose, at the end or by a person, is no trouble. */
function report(parts: CallParts, operation: Operation, fault: Fault, signal: StopSignal | undefined): void {
  if (signal?.aborted === true) return;
  parts.log.warn('call failed', {
    connection: parts.connectionId,
    operation: operation.name,
    code: fault.code,
    cause: fault.cause,
  });
}

/** Makes the function that calls operations. */
export function createCalls(parts: CallParts): Call {
  return async function call(operation, input, options) {
    const request = encodeRequest(operation, input, parts.prefix);
    if (!request.ok) return request;
    const tries = Math.max(1, options.tries ?? 1);
    let used = 0;
    let renewals = 0;
    let lost = false;
    for (;;) {
      const attempt = await tryOnce(parts, operation, input, request.value, options);
      if (attempt.kind === 'done') {
        if (
          lost &&
          operation.method === 'DELETE' &&
          !attempt.outcome.ok &&
          attempt.outcome.fault.code === 'not-found'
        ) {
          // The try whose answer was lost did it.
          const gone = operation.answer.schema.safeParse(undefined);
          if (gone.success) return success(gone.data);
        }
        if (!attempt.outcome.ok) report(parts, operation, attempt.outcome.fault, options.signal);
        return attempt.outcome;
      }
      const { fault, reason } = attempt;
      if (reason === 'token') {
        renewals += 1;
        if (renewals <= 1) continue;
      } else {
        used += 1;
        lost ||= reason === 'network';
        // The limiter itself waits after a 429; anything else waits here.
        const wait = reason === 'busy' ? 0 : parts.random() * Math.min(maxWaitMs, firstWait * 2 ** (used - 1));
        if (used < tries && (reason === 'busy' || (await pause(parts, wait, options.signal)))) continue;
      }
      report(parts, operation, fault, options.signal);
      return { ok: false, fault };
    }
  };
}
