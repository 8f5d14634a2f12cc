import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startPracticeService } from '../../src/main/practice/practice-service.ts';
import type { PracticeOptions, PracticeService } from '../../src/main/practice/practice-service.ts';
import { hotFolderSchema, settingsSchema } from '../../src/shared/settings.ts';
import type { HotFolder, Settings } from '../../src/shared/settings.ts';
import { sha256Of } from './judge.ts';
import type { Arrival } from './judge.ts';
import type { StationOrder } from './station/station-order.ts';

/** A small whole PDF; `salt` makes the content distinct, `padding` adds bytes. */
export function smallPdf(salt: string | number, padding = 0): Buffer {
  const body = `%PDF-1.4\n% ${salt}\n${'x'.repeat(padding)}\n1 0 obj<</Type/Catalog>>endobj\n`;
  const end = `xref\n0 1\n0000000000 65535 f \ntrailer<</Size 1/Root 1 0 R>>\nstartxref\n${body.length}\n%%EOF\n`;
  return Buffer.from(body + end, 'latin1');
}

/** A place for one station: its hot folder, XML folder and data directory, and what was put in so far. */
export interface Place {
  readonly id: string;
  readonly folder: string;
  readonly out: string;
  readonly dataDirectory: string;
  readonly arrivals: Arrival[];
  /** A file that is there at once, as a program puts it that writes elsewhere and renames. */
  put(name: string, bytes: Uint8Array): Promise<void>;
}

/** Makes a place below `root`; `folder` where several share one. */
export async function makePlace(root: string, id: string, folder = join(root, id, 'in')): Promise<Place> {
  const out = join(root, id, 'out');
  const writing = join(root, id, 'writing');
  for (const path of [folder, out, writing]) await mkdir(path, { recursive: true });
  const arrivals: Arrival[] = [];
  return {
    ...{ id, folder, out, dataDirectory: join(root, id, 'data'), arrivals },
    async put(name, bytes) {
      await writeFile(join(writing, name), bytes);
      arrivals.push({ name, sha256: sha256Of(bytes) });
      await rename(join(writing, name), join(folder, name));
    },
  };
}

/** The practice service of a family, with documents that settle at once. */
export function startService(options: PracticeOptions = {}): Promise<PracticeService> {
  return startPracticeService({ processingMs: 20, ...options });
}

/** What a station at a place is told. */
export interface StationWishes {
  readonly rule?: Partial<HotFolder['rule']>;
  readonly hotFolder?: Partial<HotFolder>;
  readonly limits?: Partial<Settings['limits']>;
  readonly baseUrl?: string;
  /** How it runs beside its settings. */
  readonly run?: Pick<StationOrder, 'clock' | 'jumps' | 'waits' | 'retryMs' | 'limitMs'>;
}

/** Order for a station at a place: quick looks, quick grace. */
export function orderFor(
  place: Place,
  service: PracticeService,
  wishes: StationWishes = {},
): Omit<StationOrder, 'workersDirectory'> {
  const { rule, hotFolder, limits, baseUrl = service.baseUrl, run } = wishes;
  const connectionId = 'office';
  const speed = run?.clock?.speed ?? 1;
  return {
    dataDirectory: place.dataDirectory,
    secret: service.clientSecret,
    settings: settingsSchema.parse({
      station: { id: place.id, name: place.id },
      connections: [{ id: connectionId, name: 'Office', baseUrl, clientId: service.clientId }],
      tracking: { fastestMs: 100 * speed, slowestMs: 1_000 * speed },
      limits: { unclearGraceMs: 600, filesInFlight: 16, sockets: 8, ...limits },
    }),
    hotFolders: [
      hotFolderSchema.parse({
        ...{ id: 'inbox', name: 'Inbox', folder: place.folder, rescanMs: 1_000, quietTextMs: 100 },
        ...hotFolder,
        rule: { connectionId, projectId: 'accounts-payable', ...rule },
      }),
    ],
    ...run,
  };
}
