import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { z } from 'zod';
import {
  startPracticeService,
  type PracticeOptions,
  type PracticeService,
} from '../../src/main/practice/practice-service.ts';
import { makeTestFolder } from './ports.ts';

/** A folder, a data directory and a practice service for runs of the built command. */
export interface PracticeStation {
  readonly service: PracticeService;
  readonly inbox: string;
  readonly dataDirectory: string;
  readonly root: string;
  /** Credentials and data directory, as a server gives them. */
  readonly env: Readonly<Record<string, string>>;
  /** Puts files into the inbox, by name and content. */
  put(files: Readonly<Record<string, string>>): Promise<void>;
  /** Makes a document at the service, as somebody else would; returns its id. */
  makeDocument(name: string, bytes: Buffer): Promise<string>;
}

const token = z.object({ access_token: z.string() });
const uploaded = z.object({ id: z.string() });
const processed = z.object({ documentId: z.string() });

async function makeDocument(service: PracticeService, name: string, bytes: Buffer): Promise<string> {
  async function post(path: string, authorization: string, type: string, body: string | Buffer): Promise<unknown> {
    const headers = { authorization, 'content-type': type, 'x-hy-filename': name };
    const answer = await fetch(`${service.baseUrl}${path}`, { method: 'POST', headers, body: new Blob([body]) });
    return answer.json();
  }
  const basic = `Basic ${Buffer.from(`${service.clientId}:${service.clientSecret}`).toString('base64')}`;
  const form = 'application/x-www-form-urlencoded';
  const signedIn = token.parse(await post('/auth/token', basic, form, 'grant_type=client_credentials'));
  const bearer = `Bearer ${signedIn.access_token}`;
  const file = uploaded.parse(await post('/files', bearer, 'application/pdf', bytes));
  const request = JSON.stringify({ fileId: file.id, projectId: 'accounts-payable', externalId: name });
  return processed.parse(await post('/documents/process-file', bearer, 'application/json', request)).documentId;
}

/** Makes a station; documents settle at once unless `options` say otherwise. Everything is gone when the test ends. */
export async function makePracticeStation(options: PracticeOptions = {}): Promise<PracticeStation> {
  const service = await startPracticeService({ processingMs: 100, ...options });
  onTestFinished(() => service.close());
  const root = await makeTestFolder();
  const inbox = join(root, 'inbox');
  await mkdir(inbox);
  const dataDirectory = join(root, 'data');
  return {
    service,
    inbox,
    dataDirectory,
    root,
    env: {
      MAILROOM_DATA_DIR: dataDirectory,
      MAILROOM_BASE_URL: service.baseUrl,
      MAILROOM_CLIENT_ID: service.clientId,
      MAILROOM_CLIENT_SECRET: service.clientSecret,
    },
    async put(files) {
      for (const [name, content] of Object.entries(files)) await writeFile(join(inbox, name), content);
    },
    makeDocument: (name, bytes) => makeDocument(service, name, bytes),
  };
}
