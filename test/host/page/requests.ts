import type { Session } from '../chromium/connection.ts';
import { requestPaused } from '../chromium/protocol-event.ts';
import type { PausedRequest } from '../chromium/protocol-event.ts';
import type { HeaderRules, RequestRules } from '../electron-api/web-request.ts';
import type { Schemes } from '../electron-api/schemes.ts';

/** What the requests of one page depend on. */
export interface RequestDependencies {
  readonly session: Session;
  readonly schemes: Schemes;
  readonly rules: RequestRules & HeaderRules;
  /** Whether a document may be loaded into this frame; asked before anything leaves. */
  readonly mayNavigate: (request: PausedRequest) => boolean;
}

/** A message to Chromium may have 100 MiB; base64 makes four bytes of three. */
const largestBodyBytes = 75_000_000;

/** Decides on each request of a page: refused navigations and cancelled requests fail, custom schemes are served by their handlers. */
export function watchRequests({ session, schemes, rules, mayNavigate }: RequestDependencies): void {
  const fail = (requestId: string, errorReason: string): void =>
    session.post('Fetch.failRequest', { requestId, errorReason });

  const serve = async (paused: PausedRequest, url: string): Promise<void> => {
    // Chromium looks for an icon of its own accord; Electron does not.
    if (paused.resourceType === 'Other' && url.endsWith('/favicon.ico')) {
      return session.post('Fetch.fulfillRequest', { requestId: paused.requestId, responseCode: 204 });
    }
    const handler = schemes.handlerOf(url);
    if (handler === undefined) return fail(paused.requestId, 'Failed');
    const response = await handler(asRequest(paused, url));
    const body = Buffer.from(await response.arrayBuffer());
    if (body.length > largestBodyBytes) throw new Error(`a body of ${body.length} bytes is too large for the host`);
    const headers = [...response.headers].map(([name, value]) => ({ name, value }));
    session.post('Fetch.fulfillRequest', {
      requestId: paused.requestId,
      responseCode: response.status,
      responseHeaders: schemes.translateHeaders(await rules.changeHeaders(url, response.status, headers)),
      body: body.toString('base64'),
    });
  };

  const respond = async (paused: PausedRequest, status: number): Promise<void> => {
    const headers = paused.responseHeaders ?? [];
    session.post('Fetch.continueResponse', {
      requestId: paused.requestId,
      responseCode: status,
      responseHeaders: await rules.changeHeaders(paused.request.url, status, headers),
    });
  };

  const decide = async (paused: PausedRequest): Promise<void> => {
    const { requestId, responseStatusCode } = paused;
    if (responseStatusCode !== undefined) return respond(paused, responseStatusCode);
    const url = schemes.toOuter(paused.request.url);
    if (paused.resourceType === 'Document' && !mayNavigate(paused)) return fail(requestId, 'Aborted');
    if (await rules.isCancelled(url, paused.request.method, paused.resourceType))
      return fail(requestId, 'BlockedByClient');
    if (url !== paused.request.url) return serve(paused, url);
    session.post('Fetch.continueRequest', { requestId, interceptResponse: rules.changesHeaders() });
  };

  session.on(requestPaused, (paused) => {
    decide(paused).catch((error: unknown) => {
      process.stderr.write(`Chromium host: ${paused.request.url}: ${String(error)}\n`);
      fail(paused.requestId, 'Failed');
    });
  });
}

function asRequest({ request }: PausedRequest, url: string): Request {
  const body = request.postData === undefined ? {} : { body: request.postData };
  const made = new Request('http://localhost/', { method: request.method, headers: request.headers, ...body });
  // A Request of Node refuses unknown schemes; the handler must see the address that was asked for.
  Object.defineProperty(made, 'url', { value: url });
  return made;
}
