/** How client id and secret become one Basic header: form-encoded first (RFC 6749, 2.3.1), or the raw pair that some servers expect. */
export type BasicEncoding = 'form' | 'raw';

/** A text as forms hold it (application/x-www-form-urlencoded). */
export function formEncoded(text: string): string {
  return new URLSearchParams([['', text]]).toString().slice(1);
}

/** The Authorization header of client credentials. */
export function basicAuthorization(clientId: string, secret: string, encoding: BasicEncoding): string {
  const pair = encoding === 'raw' ? `${clientId}:${secret}` : `${formEncoded(clientId)}:${formEncoded(secret)}`;
  return `Basic ${Buffer.from(pair).toString('base64')}`;
}
