import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
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
  readonly data: string;
  readonly root: string;
  /** Credentials and data directory, as a server gives them. */
  readonly env: Readonly<Record<string, string>>;
  /** Puts files into the inbox, by name and content. */
  put(files: Readonly<Record<string, string>>): Promise<void>;
}

/** Makes a station; documents settle at once unless `options` say otherwise. Everything is gone when the test ends. */
export async function makePracticeStation(options: PracticeOptions = {}): Promise<PracticeStation> {
  const service = await startPracticeService({ processingMs: 100, ...options });
  onTestFinished(() => service.close());
  const root = await makeTestFolder();
  const inbox = join(root, 'inbox');
  await mkdir(inbox);
  const data = join(root, 'data');
  return {
    service,
    inbox,
    data,
    root,
    env: {
      MAILROOM_DATA_DIR: data,
      MAILROOM_BASE_URL: service.baseUrl,
      MAILROOM_CLIENT_ID: service.clientId,
      MAILROOM_CLIENT_SECRET: service.clientSecret,
    },
    async put(files) {
      for (const [name, content] of Object.entries(files)) await writeFile(join(inbox, name), content);
    },
  };
}
