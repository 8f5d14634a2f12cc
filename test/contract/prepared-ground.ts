import { vi } from 'vitest';
import { z } from 'zod';
import type { PracticeService } from '../../src/main/practice/practice-service.ts';
import { keepOf, mustWait, walk } from './all-operations.ts';
import type { Kept, StepInput } from './all-operations.ts';
import { documented, send } from './openapi-client.ts';

/** A practice service in which something of every kind is there, and plain HTTP to it. */
export interface PreparedGround {
  readonly baseUrl: string;
  readonly bearer: string;
  readonly kept: Kept;
}

/** A Basic header of the client that a practice service starts with. */
export function basicOf({ clientId, clientSecret }: PracticeService): string {
  return `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
}

/** Signs in over plain HTTP; answers the Authorization header of the other calls. */
export async function bearerOf(baseUrl: string, basic: string): Promise<string> {
  const signedIn = await send(baseUrl, basic, 'auth.token', { body: { grant_type: 'client_credentials' } });
  return `Bearer ${z.looseObject({ access_token: z.string() }).parse(await signedIn.json()).access_token}`;
}

/** Does all that the walk does but the deleting. */
export async function prepare(service: PracticeService): Promise<PreparedGround> {
  const { baseUrl } = service;
  const basic = basicOf(service);
  const bearer = await bearerOf(baseUrl, basic);
  let kept: Kept = {};
  for (const step of walk) {
    if (step.name.endsWith('.delete')) continue;
    let answer: unknown = null;
    await vi.waitFor(async () => {
      const authorization = step.name === 'auth.token' ? basic : bearer;
      const response = await send(baseUrl, authorization, step.name, step.input(kept));
      const text = await response.text();
      if (!response.ok) throw new Error(`${step.name}: ${response.status} ${text}`);
      const value: unknown = response.headers.get('content-type') === 'application/json' ? JSON.parse(text) : null;
      answer = value;
      if (mustWait(step, answer)) throw new Error(`${step.name} goes on`);
    });
    kept = keepOf(step, answer, kept);
  }
  return { baseUrl, bearer, kept };
}

/** What the walk calls an operation with, by its last step that does. */
export function inputOf(name: string, kept: Kept): StepInput {
  const step = walk.findLast((one) => one.name === name);
  if (step === undefined) throw new Error(`the walk has no ${name}`);
  return step.input(kept);
}

/** The same call about something that is not there. */
export function aboutNothing(name: string, kept: Kept): StepInput {
  const nothing = Object.fromEntries(Object.keys(kept).map((key) => [key, `no-${key}`]));
  const { path = {}, ...rest } = inputOf(name, nothing);
  const named = Object.entries(path).map(([key, value]): [string, string] => [key, key === 'type' ? value : 'nothing']);
  return { ...rest, path: Object.fromEntries(named) };
}

/** One request as it stands: nothing of it is corrected. */
export function sendRaw(
  { baseUrl, bearer }: PreparedGround,
  name: string,
  path: Readonly<Record<string, string>>,
  body: string,
  contentType: string,
): Promise<Response> {
  const operation = documented.get(name);
  if (operation === undefined) throw new Error(`${name} is not documented`);
  const url = baseUrl + operation.path.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(path[key] ?? ''));
  const headers = { authorization: bearer, 'content-type': contentType };
  return fetch(url, { method: operation.method.toUpperCase(), headers, body });
}
