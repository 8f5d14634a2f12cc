import type { WebRequest } from 'electron';
import { strict } from '../strict.ts';
import type { Header } from './schemes.ts';

/** Whether requests may leave. */
export interface RequestRules {
  isCancelled(url: string, method: string, resourceType: string): Promise<boolean>;
}

/** What becomes of the headers of responses. */
export interface HeaderRules {
  changesHeaders(): boolean;
  changeHeaders(url: string, status: number, headers: readonly Header[]): Promise<Header[]>;
}

interface Filter {
  readonly urls: readonly string[];
}

type Answer = Readonly<Record<string, unknown>>;
type RequestListener = (details: object, callback: (answer: Answer) => void) => void;

interface Registered {
  readonly filter: Filter;
  readonly listener: RequestListener;
}

/** `session.webRequest`, as far as the host has it, and the rules that it sets. */
export function createWebRequest(): {
  readonly webRequest: Record<keyof Pick<WebRequest, 'onBeforeRequest' | 'onHeadersReceived'>, unknown>;
  readonly rules: RequestRules & HeaderRules;
} {
  let beforeRequest: Registered | undefined;
  let headersReceived: Registered | undefined;

  const ask = (registered: Registered | undefined, url: string, details: object): Promise<Answer> => {
    if (registered === undefined || !registered.filter.urls.some((pattern) => matches(pattern, url))) {
      return Promise.resolve({});
    }
    return new Promise((resolve) => registered.listener({ url, ...details }, resolve));
  };

  return {
    webRequest: strict('webRequest', {
      onBeforeRequest: (...given: readonly unknown[]) => void (beforeRequest = register(given)),
      onHeadersReceived: (...given: readonly unknown[]) => void (headersReceived = register(given)),
    }),
    rules: {
      async isCancelled(url, method, resourceType) {
        const answer = await ask(beforeRequest, url, { id: 0, method, resourceType: kindOf(resourceType) });
        return answer['cancel'] === true;
      },
      changesHeaders: () => headersReceived !== undefined,
      async changeHeaders(url, statusCode, headers) {
        const responseHeaders: Record<string, string[]> = {};
        for (const { name, value } of headers) (responseHeaders[name] ??= []).push(value);
        const answer = await ask(headersReceived, url, { id: 0, statusCode, responseHeaders });
        return listHeaders(answer['responseHeaders']) ?? [...headers];
      },
    },
  };
}

function isListener(value: unknown): value is RequestListener {
  return typeof value === 'function';
}

/** Takes `(listener)`, `(filter, listener)` or `(null)`, which takes the listener away. */
function register(given: readonly unknown[]): Registered | undefined {
  const listener = given.find(isListener);
  if (listener === undefined) return undefined;
  const filter = given[0];
  const urls: unknown =
    typeof filter === 'object' && filter !== null && 'urls' in filter ? filter.urls : ['<all_urls>'];
  return { filter: { urls: Array.isArray(urls) ? urls.map(String) : [] }, listener };
}

function matches(pattern: string, url: string): boolean {
  if (pattern === '<all_urls>') return true;
  const parts = pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/gu, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 'u').test(url);
}

function kindOf(resourceType: string): string {
  return resourceType === 'Document' ? 'mainFrame' : resourceType.charAt(0).toLowerCase() + resourceType.slice(1);
}

function listHeaders(given: unknown): Header[] | undefined {
  if (typeof given !== 'object' || given === null) return undefined;
  return Object.entries(given).flatMap(([name, value]: [string, unknown]) =>
    (Array.isArray(value) ? value : [value]).map((each) => ({ name, value: String(each) })),
  );
}
