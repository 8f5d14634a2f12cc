import { expect } from 'vitest';
import { z } from 'zod';
import type { TestStation } from './engine.ts';

/** Bytes and type of the main file of the one document that the service has, as it gives them to anybody. */
export async function onlySentFile({
  practice,
}: Pick<TestStation, 'practice'>): Promise<{ readonly bytes: Buffer; readonly mediaType: string | null }> {
  const documents = await practice.documents();
  expect(documents).toHaveLength(1);
  const credentials = Buffer.from(`${practice.clientId}:${practice.clientSecret}`).toString('base64');
  const signedIn = await fetch(`${practice.baseUrl}/auth/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${credentials}`, 'content-type': 'application/x-www-form-urlencoded' },
    body: 'grant_type=client_credentials',
  });
  const { access_token: token } = z.object({ access_token: z.string() }).parse(await signedIn.json());
  const answer = await fetch(`${practice.baseUrl}/files/${documents[0]?.fileId ?? ''}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(answer.status).toBe(200);
  return { bytes: Buffer.from(await answer.arrayBuffer()), mediaType: answer.headers.get('content-type') };
}
