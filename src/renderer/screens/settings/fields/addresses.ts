/** Whether a text is an address of a proxy: http or https, with a host. */
export function isProxyAddress(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:') && url.hostname !== '';
}

/** Whether a text is an address of a script that names proxies, as the window takes it: http or https. */
export function isScriptAddress(text: string): boolean {
  return URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);
}

const ownComputer = /^(localhost|127(\.\d+){3}|\[::1\])$/u;

/** What is wrong with the base address of a service; null = nothing. Http goes only to this computer, and the path ends in a version. */
export function baseUrlProblem(text: string): 'base-url-missing' | 'base-url-invalid' | 'base-url-unsafe' | null {
  if (text.trim() === '') return 'base-url-missing';
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : null;
  if (url === null || !['http:', 'https:'].includes(url.protocol)) return 'base-url-invalid';
  if (url.protocol === 'http:' && !ownComputer.test(url.hostname)) return 'base-url-unsafe';
  return /\/v\d+\/?$/u.test(url.pathname) ? null : 'base-url-invalid';
}

/** The version segment at the end of a base address: `v2`; null where there is none. */
export function serviceVersion(baseUrl: string): string | null {
  return /\/(v\d+)\/?$/u.exec(baseUrl)?.[1] ?? null;
}
