import type { Fault, FaultCode } from '../../../shared/faults.ts';
import { fault } from '../faults/fault.ts';
import { headerOf } from './transport/exchange.ts';
import type { AnswerHeaders } from './transport/exchange.ts';
import type { Operation } from './operations/operation.ts';
import type { ClientProblem } from './problems.ts';
import { isPage, readServiceWords } from './service-words.ts';
import type { ServiceWords } from './service-words.ts';

/** The parts of an operation that decide what a refusal means. */
export type RefusedOperation = Pick<Operation, 'name' | 'method' | 'path' | 'repeat' | 'scope'>;

/** What is known of an answer that isn't a success. */
export interface RefusedAnswer {
  readonly status: number;
  readonly headers: AnswerHeaders;
  /** At most some 256 KiB. */
  readonly body: string;
  /** When a 429 lets requests go again, ms since 1970; null: unknown. */
  readonly retryAt: number | null;
  /** The present instant. */
  readonly now: number;
  /** The project and record the call was about, for the sentence. */
  readonly subject: { readonly projectId?: string | undefined; readonly id?: string | undefined };
  /** Scopes of the token; null: the service names none. */
  readonly scopes: readonly string[] | null;
  /** Takes secrets out of the service's words. */
  readonly redact: (text: string) => string;
}

/** Statuses that gateways answer with pages of their own and that mean the same from whoever they come. */
const sameFromGateways = new Set([401, 403, 407, 408, 413, 415, 429]);

function causeOf(operation: RefusedOperation, status: number): string {
  return `${operation.method} ${operation.path}: ${status}`;
}

/** The fault of an answer that isn't what the operation promises; `problem` is a word of the house. */
export function notUnderstood(operation: RefusedOperation, status: number, problem: ClientProblem): Fault {
  const params = { operation: operation.name, status, problem };
  // A success that can't be read: what isn't safe to repeat may well have happened.
  if (operation.repeat === 'reconcile') return fault('outcome-unclear', params, causeOf(operation, status));
  return fault('answer-not-understood', params, causeOf(operation, status));
}

function aboutProject(words: ServiceWords): boolean {
  return /\bproject/i.test(`${words.title ?? ''} ${words.detail ?? ''}`);
}

function scopeRefused(operation: RefusedOperation, answer: RefusedAnswer): string | null {
  const challenge = headerOf(answer.headers, 'www-authenticate') ?? '';
  if (/insufficient_scope/i.test(challenge)) {
    return (
      /scope="?([\w.\- ]+)/i.exec(challenge.replace(/insufficient_scope/i, ''))?.[1] ?? operation.scope?.name ?? null
    );
  }
  const { scope } = operation;
  return scope !== null && answer.scopes !== null && !answer.scopes.includes(scope.name) ? scope.name : null;
}

function codeOfRefusal(operation: RefusedOperation, answer: RefusedAnswer, words: ServiceWords): FaultCode {
  const { name } = operation;
  const namesProject = answer.subject.projectId !== undefined || name.startsWith('projects.');
  switch (answer.status) {
    case 401:
      return 'sign-in-refused';
    case 403:
      return scopeRefused(operation, answer) === null ? 'access-refused' : 'scope-missing';
    case 407:
      return 'proxy-refused';
    case 413:
      return name === 'files.upload' ? 'file-too-large' : 'request-refused';
    case 415:
      return name === 'files.upload' ? 'type-not-accepted' : 'request-refused';
    case 404:
      if (name.startsWith('projects.') || (namesProject && aboutProject(words))) return 'project-unknown';
      return 'not-found';
    default:
  }
  if (namesProject && aboutProject(words)) return 'project-unknown';
  if (
    answer.status === 400 &&
    name === 'files.upload' &&
    /content.?type|media.?type|not supported/i.test(words.detail ?? words.title ?? '')
  ) {
    return 'type-not-accepted';
  }
  if (name.endsWith('.transfer')) return 'transfer-refused';
  if (name === 'document-xml.get') return 'export-refused';
  return 'request-refused';
}

/**
 * The one fault of an answer that isn't a success. The service's own words come along, trimmed, as `title` and `detail` (and
 * `message`, whichever says more), beside `status` and `operation`. 5xx, 408 and redirects of what isn't safe to repeat are
 * `outcome-unclear`: it may have happened. A 429 is certain: nothing happened; `retryAt` is when to come again (ms since 1970).
 */
export function faultOfAnswer(operation: RefusedOperation, answer: RefusedAnswer): Fault {
  const { status } = answer;
  const found = readServiceWords(answer.headers, answer.body);
  const title = found.title === undefined ? undefined : answer.redact(found.title);
  const detail = found.detail === undefined ? undefined : answer.redact(found.detail);
  const message = detail ?? title;
  const params: Record<string, string | number> = {
    operation: operation.name,
    status,
    ...(title === undefined ? {} : { title }),
    ...(detail === undefined ? {} : { detail }),
    ...(message === undefined ? {} : { message }),
  };
  const cause = causeOf(operation, status);
  if (status === 429) {
    if (answer.retryAt !== null) {
      params['retryAt'] = answer.retryAt;
      params['seconds'] = Math.max(1, Math.ceil((answer.retryAt - answer.now) / 1000));
    }
    return fault('service-busy', params, cause);
  }
  if (status >= 500 || status === 408) {
    return fault(operation.repeat === 'reconcile' ? 'outcome-unclear' : 'service-failed', params, cause);
  }
  if (status < 400) return notUnderstood(operation, status, status < 300 ? 'unexpected-shape' : 'redirect');
  if (!sameFromGateways.has(status) && isPage(answer.headers, answer.body)) {
    // Not the service's own refusal: a portal, a gateway or a wrong base URL. It did not act.
    return fault(
      'answer-not-understood',
      { operation: operation.name, status, problem: 'web-page' satisfies ClientProblem },
      cause,
    );
  }
  const code = codeOfRefusal(operation, answer, found);
  if (code === 'scope-missing') params['scope'] = scopeRefused(operation, answer) ?? '';
  if (answer.subject.projectId !== undefined) params['projectId'] = answer.subject.projectId;
  if (answer.subject.id !== undefined) {
    params['id'] = answer.subject.id;
    if (code === 'project-unknown' && operation.name.startsWith('projects.')) params['projectId'] = answer.subject.id;
  }
  return fault(code, params, cause);
}
