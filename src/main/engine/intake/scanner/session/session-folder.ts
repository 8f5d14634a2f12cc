import { readdir, readFile, rm } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { moveDurably, saveFile } from '../../../durable-file.ts';
import { makeFolder } from '../../../make-folder.ts';
import type { DrivenPage } from '../driver.ts';
import { addPage, emptySession, sessionStateSchema, type SessionPage, type SessionState } from './session-state.ts';
import { asScanned } from '../pages/render-page.ts';

/** One session on the disk: its state and its pages, in a folder that nobody else touches. */
export interface SessionFolder {
  readonly folder: string;
  /** Where a driver puts its pages. */
  readonly incoming: string;
  /** Takes over a page that a driver wrote: durable under a name of its own when this resolves. Answers that name. */
  adopt(page: DrivenPage, number: number): Promise<string>;
  save(state: SessionState): Promise<void>;
  /** Takes everything away. */
  remove(): Promise<void>;
}

const stateFile = 'session.json';
const pageName = /^page-(\d+)\.(png|jpg|tif)$/;
const mediaTypes: Readonly<Record<string, SessionPage['mediaType']>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  tif: 'image/tiff',
};

/** Opens the folder of a session, making it where it is not there. */
export async function openSessionFolder(folder: string): Promise<SessionFolder> {
  const incoming = join(folder, 'incoming');
  await makeFolder(incoming, 0o700);
  return {
    folder,
    incoming,
    async adopt(page, number) {
      const name = `page-${String(number).padStart(5, '0')}${extname(page.path).toLowerCase()}`;
      await moveDurably(page.path, join(folder, name));
      return name;
    },
    save: (state) => saveFile(join(folder, stateFile), `${JSON.stringify(state)}\n`),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** How a page is remembered before anybody looked at it. */
export function freshPage(
  file: string,
  mediaType: SessionPage['mediaType'],
  color: SessionPage['color'],
  density: number,
): SessionPage {
  return { file, mediaType, color, density, shape: asScanned, look: null, leftOut: null };
}

/** Resolution of a page of which nobody knows it (dots per inch). */
const usualDensity = 300;

async function readState(path: string): Promise<SessionState | null> {
  try {
    const parsed = sessionStateSchema.safeParse(JSON.parse(await readFile(path, 'utf8')));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/**
 * Reads a session back. Pages that lie there whole but were not written down yet, because the power failed between the two, are
 * added at the end. Null where there is neither a state nor a page.
 */
export async function readSession(folder: string, id: string): Promise<SessionState | null> {
  const names = await readdir(folder).catch(() => []);
  const state = await readState(join(folder, stateFile));
  const known = new Set(Object.values(state?.pages ?? {}).map(({ file }) => file));
  const lost = names.filter((name) => pageName.test(name) && !known.has(name)).sort();
  if (state === null && lost.length === 0) return null;
  let whole = state ?? emptySession(id, '', 0);
  for (const name of lost) {
    const [, number = '', ending = ''] = pageName.exec(name) ?? [];
    const mediaType = mediaTypes[ending] ?? 'image/png';
    const pageId = `p${Number(number)}`;
    whole = { ...whole, nextNumber: Math.max(whole.nextNumber, Number(number) + 1) };
    whole = addPage(whole, pageId, freshPage(name, mediaType, 'color', usualDensity), { kind: 'end' });
  }
  return whole;
}
