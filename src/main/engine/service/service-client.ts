import { z } from 'zod';
import type { Outcome } from '../../../shared/faults.ts';
import type { Connection } from '../../../shared/settings.ts';
import { failure, success } from '../faults/fault.ts';
import type { Clock, Log, Ports, Random } from '../platform/ports.ts';
import { parseBaseUrl } from './transport/base-url.ts';
import { createCalls } from './calls.ts';
import type { Call } from './calls.ts';
import type { CallOptions, Download, ServiceClient } from './client.ts';
import { createLimiter } from './pacing/limiter.ts';
import { files as caseFiles } from './operations/cases.ts';
import { invoiceAddsUp, invoiceAmounts } from './operations/enrichment-records.ts';
import { findOperation } from './operations/table.ts';
import type { Operation, OperationInput } from './operations/operation.ts';
import { parseJson } from './service-words.ts';
import { createSession } from './session.ts';
import type { RememberedEncoding, Session } from './session.ts';
import { createTransport } from './transport/transport.ts';
import type { NetworkSettings, Transport } from './transport/transport.ts';
import { createTypedCalls } from './typed-calls.ts';

/** What a client is made of. `sockets` is how many requests are in the air at once. */
export interface ServiceClientParts {
  readonly connection: Connection;
  readonly readSecret: () => Promise<Outcome<string | null>>;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly network: NetworkSettings;
  readonly sockets: number;
  readonly measured?: Ports['measured'];
  /** Keeps which form of the credentials worked; absent: for the life of the client. */
  readonly rememberedBasicEncoding?: RememberedEncoding;
}

/** Which files of a case, and in which form they come; the service's free choice where none is asked for. */
export interface CaseFileChoice {
  readonly form?: 'zip' | 'multipart';
  readonly mainFile?: boolean;
  readonly types?: readonly string[];
}

const forms = { zip: 'application/zip', multipart: 'multipart/mixed' } as const;

/** The client of one connection, and any operation of the table by its name. */
export interface NamedServiceClient extends ServiceClient {
  /** Downloads the files of a case, all or those of a role or a main flag, to be saved by `saveCaseFiles`. */
  downloadCaseFiles(caseId: string, choice: CaseFileChoice, options: CallOptions): Promise<Outcome<Download>>;
  /** As `callOperation`; an answer in JSON is its text as it came, checked and unchanged. */
  callVerbatim(name: string, input: OperationInput<unknown, unknown>, options: CallOptions): Promise<Outcome<unknown>>;
  /** Calls an operation such as `documents.list`; what it takes and answers is checked by the operation's schemas. */
  callOperation(name: string, input: OperationInput<unknown, unknown>, options: CallOptions): Promise<Outcome<unknown>>;
}

interface Wire {
  readonly call: Call;
  readonly session: Session;
  readonly transport: Transport;
}

/** Keeps the encoding in memory. */
function rememberHere(): RememberedEncoding {
  let kept: ReturnType<RememberedEncoding['get']> = null;
  return {
    get: () => kept,
    set(encoding) {
      kept = encoding;
    },
  };
}

/** Whether a body is no invoice, or one whose amounts add up. */
function addsUp(body: unknown): boolean {
  const invoice = invoiceAmounts.safeParse(body);
  return !invoice.success || invoiceAddsUp(invoice.data);
}

/** The operation with its answer as text, which its own schema still has to find right. */
function verbatim(operation: Operation): Operation {
  const { answer } = operation;
  if (answer.kind !== 'json' && answer.kind !== 'json-or-empty') return operation;
  const text = z.string().refine((json) => answer.schema.safeParse(parseJson(json)).success);
  return { ...operation, answer: { kind: answer.kind, schema: text.optional(), verbatim: true } };
}

/** Makes the client of a connection. A base URL, proxy or CA file that can't be used is the fault of every call. */
export function createServiceClient(parts: ServiceClientParts): NamedServiceClient {
  const { connection, clock, random, log, sockets } = parts;
  const base = parseBaseUrl(connection.baseUrl);
  const limiter = createLimiter({
    clock,
    random,
    maximum: sockets,
    ready: () => (wire.ok ? wire.value.session.ready() : true),
  });
  const wire = connect();

  function connect(): Outcome<Wire> {
    if (!base.ok) return base;
    const { prefix, hostname } = base.value;
    const transport = createTransport(base.value, parts.network, sockets);
    if (!transport.ok) return transport;
    const session = createSession({
      connection,
      readSecret: parts.readSecret,
      clock,
      log,
      limiter,
      transport: transport.value,
      tokenPath: `${prefix}/auth/token`,
      hostname,
      remembered: parts.rememberedBasicEncoding ?? rememberHere(),
    });
    const call = createCalls({
      measured: parts.measured,
      connectionId: connection.id,
      prefix,
      hostname,
      clock,
      random,
      log,
      limiter,
      session,
      transport: transport.value,
    });
    return success({ call, session, transport: transport.value });
  }

  const call: Call = (operation, input, options) =>
    wire.ok ? wire.value.call(operation, input, options) : Promise.resolve(wire);

  async function signIn(): ReturnType<ServiceClient['signIn']> {
    if (!wire.ok) return wire;
    const token = await wire.value.session.renew();
    if (!token.ok) return token;
    return success({ scopes: token.value.scopes ?? [], expiresInSeconds: token.value.expiresInSeconds });
  }

  /** The answer of the token operation, made of a sign-in: it alone goes with the credentials instead of a token. */
  async function tokenAnswer(): Promise<Outcome<unknown>> {
    if (!wire.ok) return wire;
    const token = await wire.value.session.renew();
    if (!token.ok) return token;
    const { authorization, scopes, expiresInSeconds } = token.value;
    const [type = '', access = ''] = authorization.split(' ');
    const scope = scopes === null ? {} : { scope: scopes.join(' ') };
    return success({ access_token: access, expires_in: expiresInSeconds, ...scope, token_type: type });
  }

  function named(
    name: string,
    input: OperationInput<unknown, unknown>,
    options: CallOptions,
    made: (operation: Operation) => Operation,
  ): Promise<Outcome<unknown>> {
    if (name === 'auth.token') return tokenAnswer();
    const operation = findOperation(name);
    if (operation === null) return Promise.resolve(failure('wrong-usage', { problem: `no operation ${name}` }));
    // The source system may know better than a sum: it is sent all the same.
    if (name.startsWith('enrichment.invoices.') && !addsUp(input.body)) {
      log.warn('invoice does not add up', { connection: connection.id, operation: name });
    }
    return call(made(operation), input, options);
  }

  return {
    connectionId: connection.id,
    ...createTypedCalls(call),
    downloadCaseFiles(id, { form, mainFile, types }, options) {
      const query = {
        ...(mainFile === undefined ? {} : { mainFile }),
        ...(types === undefined ? {} : { type: [...types] }),
      };
      return call(caseFiles, { path: { id }, query, ...(form === undefined ? {} : { accept: forms[form] }) }, options);
    },
    callOperation: (name, input, options) => named(name, input, options, (operation) => operation),
    callVerbatim: (name, input, options) => named(name, input, options, verbatim),
    signIn,
    quota: () => limiter.quota(),
    wait: () => limiter.wait(),
    reset() {
      limiter.resume();
      if (wire.ok) wire.value.transport.reset();
    },
    async close() {
      limiter.close();
      if (wire.ok) await wire.value.transport.close();
    },
  };
}
