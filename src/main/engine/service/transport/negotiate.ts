import { z } from 'zod';

/** What is used of the library, which who needs it installs beside Mailroom: it is made for each system from its own Kerberos. */
const library = z.object({
  initializeClient: z.custom<
    (service: string, options: { mechOID: string }) => Promise<{ step(challenge: string): Promise<string> }>
  >((value) => typeof value === 'function'),
});

/** SPNEGO, the mechanism of Negotiate. */
const mechOID = '1.3.6.1.5.5.2';
const libraryName = 'kerberos';

/**
 * The value of `Proxy-Authorization` for a proxy that asks for Negotiate, by the ticket of who is signed in at this computer; null where
 * there is no ticket or no library. It is for one connection.
 */
export async function negotiateWith(hostname: string): Promise<string | null> {
  try {
    const found: unknown = await import(/* @vite-ignore */ libraryName);
    const { initializeClient } = library.parse(
      typeof found === 'object' && found !== null && 'default' in found ? found.default : found,
    );
    const client = await initializeClient(`HTTP@${hostname}`, { mechOID });
    return `Negotiate ${await client.step('')}`;
  } catch {
    return null;
  }
}
