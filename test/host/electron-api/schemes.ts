/** Answers requests of a custom scheme. */
export type SchemeHandler = (request: Request) => Response | Promise<Response>;

/** The custom schemes that the app has declared. */
export interface Schemes {
  declare(scheme: string): void;
  handle(scheme: string, handler: SchemeHandler): void;
  unhandle(scheme: string): void;
  isHandled(scheme: string): boolean;
  handlerOf(url: string): SchemeHandler | undefined;
  /** `app://bundle/x` as Chromium gets to see it. */
  toInner(url: string): string;
  /** What the app gets to see of an address of Chromium's. */
  toOuter(url: string): string;
  /** Headers in which addresses of custom schemes are written the way Chromium sees them. */
  translateHeaders(headers: readonly Header[]): Header[];
}

/** One header of a response. */
export interface Header {
  readonly name: string;
  readonly value: string;
}

const outerForm = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)(.*)$/iu;
const innerForm = /^https:\/\/([^/?#]*)\.([a-z0-9+-]+)\.invalid(?=[/?#]|$)(.*)$/iu;

/**
 * Chromium alone refuses `app://` before anybody can answer. So `app://bundle/x` is loaded as `https://bundle.app.invalid/x` (a name that
 * can never resolve), answered by the handler, and called by its own name wherever the app looks.
 */
export function createSchemes(): Schemes {
  const handlers = new Map<string, SchemeHandler | undefined>();
  const schemeOf = (url: string): string => url.slice(0, Math.max(0, url.indexOf(':'))).toLowerCase();

  const toInner = (url: string): string => {
    const [, scheme = '', host = '', rest = ''] = outerForm.exec(url) ?? [];
    if (!handlers.has(scheme)) return url;
    return `https://${host}.${scheme}.invalid${rest === '' ? '/' : rest}`;
  };

  const translateToken = (token: string): string => {
    const scheme = schemeOf(token);
    if (token === `${scheme}:` && handlers.has(scheme)) return `https://*.${scheme}.invalid`;
    const [, , , rest] = outerForm.exec(token) ?? [];
    return rest === '' ? toInner(token).slice(0, -1) : toInner(token);
  };

  return {
    declare: (scheme) => void handlers.set(scheme, handlers.get(scheme)),
    handle(scheme, handler) {
      if (handlers.get(scheme) !== undefined) throw new Error(`Failed to register protocol: ${scheme}`);
      handlers.set(scheme, handler);
    },
    unhandle: (scheme) => void handlers.set(scheme, undefined),
    isHandled: (scheme) => handlers.get(scheme) !== undefined,
    handlerOf: (url) => handlers.get(schemeOf(url)),
    toInner,
    toOuter(url) {
      const [, host = '', scheme = '', rest = ''] = innerForm.exec(url) ?? [];
      return handlers.has(scheme) ? `${scheme}://${host}${rest}` : url;
    },
    translateHeaders: (headers) =>
      headers.map(({ name, value }) =>
        /^(?:content-security-policy|location|access-control-allow-origin)$/iu.test(name)
          ? { name, value: value.replace(/[^\s;,]+/gu, translateToken) }
          : { name, value },
      ),
  };
}
