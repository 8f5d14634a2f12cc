import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import { hotFolderSchema, type Connection, type Settings } from '../../../shared/settings.ts';

/** Id of the connection to the practice service. */
export const practiceConnectionId = 'practice';
/** The project that the practice service sets up for trying. */
export const practiceProjectId = 'accounts-payable';

/** A running practice service. */
export interface Practice {
  readonly connection: Connection;
  /** Made up for this run; kept in memory only. */
  readonly secret: string;
  /** The settings with the practice connection and its folder among them. */
  addTo(settings: Settings): Settings;
  close(): Promise<void>;
}

const started = z.object({ baseUrl: z.string(), clientId: z.string(), clientSecret: z.string() });

/** Starts the practice service in a thread of its own, with samples coming into a folder of the data directory. Rejects where it can't start. */
export async function startPractice(dataDirectory: string): Promise<Practice> {
  const inbox = join(dataDirectory, 'practice-inbox');
  const worker = new Worker(threadFile(), { workerData: { inbox } });
  const { baseUrl, clientId, clientSecret } = await new Promise<z.infer<typeof started>>((resolve, reject) => {
    worker.once('message', (message: unknown) => resolve(started.parse(message)));
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('the practice service ended')));
  });
  const connection = { id: practiceConnectionId, name: 'Practice service', baseUrl, clientId };
  const folder = hotFolderSchema.parse({
    id: 'practice-inbox',
    name: 'Practice inbox',
    folder: inbox,
    rule: {
      connectionId: practiceConnectionId,
      projectId: practiceProjectId,
      export: { folder: join(dataDirectory, 'xml') },
    },
  });
  return {
    connection,
    secret: clientSecret,
    addTo: (settings) => ({
      ...settings,
      connections: [...settings.connections.filter(({ id }) => id !== practiceConnectionId), connection],
      defaultConnection: practiceConnectionId,
      hotFolders: settings.hotFolders.some(({ id }) => id === folder.id)
        ? settings.hotFolders
        : [...settings.hotFolders, folder],
    }),
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
