import type { Connection } from '../../../shared/settings.ts';

/** Fields of a message that a page may begin: what is said, never to whom, and no file with it. */
const messageFields: ReadonlySet<string> = new Set(['subject', 'body']);

/**
 * Whether an address may go to the system's programs. To the browser: https, no credentials in it, and the host and port of a
 * configured connection. To the mail program: a message without recipients, whose subject is one line.
 */
export function mayOpenExternally(address: string, connections: readonly Connection[]): boolean {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  if (url.protocol === 'mailto:') return isPlainMessage(url);
  if (url.protocol !== 'https:' || url.username !== '' || url.password !== '') return false;
  return connections.some(
    ({ baseUrl }) =>
      URL.canParse(baseUrl) && new URL(baseUrl).protocol === 'https:' && new URL(baseUrl).host === url.host,
  );
}

function isPlainMessage({ pathname, hash, searchParams }: URL): boolean {
  if (pathname !== '' || hash !== '') return false;
  return [...searchParams].every(
    ([name, value]) => messageFields.has(name) && (name === 'body' || !/[\p{Cc}\u2028\u2029]/u.test(value)),
  );
}
