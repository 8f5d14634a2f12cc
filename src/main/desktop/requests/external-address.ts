import type { Connection } from '../../../shared/settings.ts';

/** Whether an address may go to the browser: https, no credentials in it, and the host and port of a configured connection. */
export function mayOpenExternally(address: string, connections: readonly Connection[]): boolean {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  if (url.protocol !== 'https:' || url.username !== '' || url.password !== '') return false;
  return connections.some(
    ({ baseUrl }) =>
      URL.canParse(baseUrl) && new URL(baseUrl).protocol === 'https:' && new URL(baseUrl).host === url.host,
  );
}
