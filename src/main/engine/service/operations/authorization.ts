import { z } from 'zod';
import type { Operation } from './operation.ts';

/** The access token answer (RFC 6749, 5.1; the service's interface, "Access token response"). */
export const tokenAnswerSchema = z.looseObject({
  access_token: z
    .string()
    .min(1)
    .regex(/^[\x21-\x7e]+$/),
  expires_in: z.coerce.number().positive().nullable().catch(null),
  scope: z.string().nullable().catch(null),
});

const form = z.strictObject({ grant_type: z.literal('client_credentials') });

/** POST /auth/token: the client credentials grant. */
export const token: Operation<unknown, z.infer<typeof form>, z.infer<typeof tokenAnswerSchema>> = {
  name: 'auth.token',
  method: 'POST',
  path: '/auth/token',
  scope: null,
  query: null,
  body: { kind: 'form', schema: form },
  answer: { kind: 'json', schema: tokenAnswerSchema },
  repeat: 'safe',
  errors: [401, 429],
};

/** Operations of the authorization resource. */
export const authorizationOperations = [token] as const;
