import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import { boundSecret } from '../../engine/credentials/credentials.ts';
import type { PracticeSettings } from './practice-settings.ts';
import { createPracticeSettings, practiceConnectionId, practiceProjectId } from './practice-settings.ts';
import { join } from 'node:path';
import type { HotFolder } from '../../../shared/settings.ts';
import { hotFolderSchema } from '../../../shared/settings.ts';

const names = { en: 'Practice inbox', de: 'Übungseingang' } as const;

/** The hot folder of the practice service, under a name of the language that Mailroom speaks as practice begins. */
export function practiceFolder(dataDirectory: string, language: 'en' | 'de'): HotFolder {
  return hotFolderSchema.parse({
    id: 'practice-inbox',
    name: names[language],
    folder: join(dataDirectory, 'practice-inbox'),
    rule: {
      connectionId: practiceConnectionId,
      projectId: practiceProjectId,
      export: { folder: join(dataDirectory, 'xml') },
    },
  });
}

/** A running practice service. */
export interface Practice {
  /** Made up for this run; kept in memory only. */
  readonly secret: string;
  readonly settings: PracticeSettings;
  close(): Promise<void>;
}

const started = z.object({ baseUrl: z.string(), clientId: z.string(), clientSecret: z.string() });

/**
 * Starts the practice service in a thread of its own, with samples coming into a folder of the data directory. `requestsPerMinute` is
 * its quota. Rejects where it can't start.
 */
export async function startPractice(
  dataDirectory: string,
  requestsPerMinute: number,
  language: 'en' | 'de',
): Promise<Practice> {
  const folder = practiceFolder(dataDirectory, language);
  const worker = new Worker(threadFile(), { workerData: { inbox: folder.folder, requestsPerMinute } });
  const { baseUrl, clientId, clientSecret } = await new Promise<z.infer<typeof started>>((resolve, reject) => {
    worker.once('message', (message: unknown) => resolve(started.parse(message)));
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('the practice service ended')));
  });
  // Without the service its items wait, as they do without any other; Mailroom goes on.
  worker.on('error', () => undefined);
  return {
    secret: boundSecret(baseUrl, clientSecret),
    settings: createPracticeSettings({ id: practiceConnectionId, name: 'Practice service', baseUrl, clientId }, folder),
    async close() {
      await worker.terminate();
    },
  };
}

/** The built thread: `out/workers`, seen from `out/main` or its chunks. */
function threadFile(): string {
  const places = ['../workers', '../../workers'].map((place) =>
    fileURLToPath(new URL(`${place}/practice.js`, import.meta.url)),
  );
  const found = places.find((place) => existsSync(place));
  if (found === undefined) throw new Error(`The practice service is not built: looked in ${places.join(' and ')}`);
  return found;
}
