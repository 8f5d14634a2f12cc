import { readdir } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { rm } from '../../platform/disk/patient-files.ts';
import { moveDurably, saveFile } from '../../platform/disk/durable-file.ts';
import { makeFolder } from '../../platform/disk/make-folder.ts';
import { readJson } from '../../platform/disk/read-json.ts';
import type { DrivenPage } from '../drivers/driver.ts';
import { addPage, emptySession, sessionStateSchema, type SessionPage, type SessionState } from './session-state.ts';
import { nextRotation } from './page-lie.ts';
import { pixelsEnding } from '../pages/max-pixels.ts';
import { asScanned } from '../pages/page-shape.ts';

/** One session on the disk: its state and its pages, in a folder that nobody else touches. */
export interface SessionFolder {
  readonly folder: string;
  /** Where a driver puts its pages. */
  readonly incoming: string;
  /** Takes over a page that a driver wrote: durable under a name of its own when this resolves. Answers that name. */
  adopt(page: DrivenPage, number: number): Promise<string>;
  /** Names of the pages that lie in the folder, in their order. */
  pages(): Promise<readonly string[]>;
  /** Pages that a driver wrote whole and nobody has taken over, in their order. */
  waiting(): Promise<readonly DrivenPage[]>;
  save(state: SessionState): Promise<void>;
}

const stateFile = 'session.json';
const pageName = /^page-(\d+)\.(png|jpg|tif)$/;
const mediaTypes: Readonly<Record<string, SessionPage['mediaType']>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  tif: 'image/tiff',
};

/** The number and type of a page by its file name; null for other files. Drivers give this name to whole pages only. */
function pageOf(name: string): { readonly number: number; readonly mediaType: SessionPage['mediaType'] } | null {
  const [, number, ending = ''] = pageName.exec(name) ?? [];
  const mediaType = mediaTypes[ending];
  return number === undefined || mediaType === undefined ? null : { number: Number(number), mediaType };
}

/** Names of the pages in a folder, by their numbers. */
async function pageNames(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch(() => []);
  return names
    .flatMap((name) => {
      const page = pageOf(name);
      return page === null ? [] : [{ name, number: page.number }];
    })
    .sort((one, other) => one.number - other.number || (one.name < other.name ? -1 : 1))
    .map(({ name }) => name);
}

/** Whether a page is the first of its number: one that was being packed at a crash lies there twice, and the packed one comes first. */
function isFirstOfNumber(name: string, index: number, names: readonly string[]): boolean {
  return names.findIndex((each) => pageOf(each)?.number === pageOf(name)?.number) === index;
}

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
    pages: () => pageNames(folder),
    async waiting() {
      const names = (await pageNames(incoming)).filter(isFirstOfNumber);
      return names.flatMap((name) => {
        const page = pageOf(name);
        return page === null ? [] : [{ path: join(incoming, name), mediaType: page.mediaType }];
      });
    },
    save: (state) => saveFile(join(folder, stateFile), `${JSON.stringify(state)}\n`),
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

/** What is known of pages that were not written down: what the profile of their session asked for. */
export interface UsualPage extends Pick<SessionPage, 'color' | 'density'>, Pick<SessionPage['shape'], 'rotation'> {
  readonly turnsBacks: boolean;
}

/** The assumption for pages without a known profile; resolution in dots per inch. */
const unknownPage: UsualPage = { color: 'color', density: 300, rotation: 0, turnsBacks: false };

/** Adds pages that lie in the folder whole and are not written down, at the end. */
export function addStrayPages(state: SessionState, names: readonly string[], usual: UsualPage): SessionState {
  let whole = state;
  for (const name of names) {
    const page = pageOf(name);
    if (page === null) continue;
    const fresh = freshPage(name, page.mediaType, usual.color, usual.density);
    const { came } = whole;
    const nextNumber = Math.max(whole.nextNumber, page.number + 1);
    whole = { ...whole, nextNumber, came: came === null ? null : came + 1 };
    const shaped = { ...fresh, shape: { ...fresh.shape, rotation: nextRotation(usual, came) } };
    whole = addPage(whole, `p${page.number}`, shaped, { kind: 'end' });
  }
  return whole;
}

/** Names of pages that lie there and are none of a state's. */
export function strayPages(names: readonly string[], state: SessionState | null): readonly string[] {
  const known = new Set(Object.values(state?.pages ?? {}).map(({ file }) => file));
  return names.filter((name) => !known.has(name));
}

/**
 * Reads a session back. Pages that lie there whole but were not written down yet, because the power failed between the two, are
 * added at the end, as those of their profile usually are. Null where there is neither a state nor a page.
 */
export async function readSession(
  folder: string,
  id: string,
  usual: (state: Pick<SessionState, 'profileId' | 'profile'>) => UsualPage | null = () => null,
): Promise<SessionState | null> {
  const state = await readJson(join(folder, stateFile), sessionStateSchema);
  const lost = strayPages(await pageNames(folder), state);
  if (state === null && lost.length === 0) return null;
  const known = state ?? emptySession(id, '', 0);
  return addStrayPages(known, lost, usual(known) ?? unknownPage);
}

/** Before a session is read back: takes over what a driver had written whole when the power failed, and takes away what was half-done. */
export async function takeUpLeftovers(place: SessionFolder): Promise<void> {
  let number = Math.max(0, ...(await place.pages()).map((name) => pageOf(name)?.number ?? 0));
  number = Math.max(number, ((await readJson(join(place.folder, stateFile), sessionStateSchema))?.nextNumber ?? 1) - 1);
  for (const page of await place.waiting()) {
    number += 1;
    await place.adopt(page, number);
  }
  for (const name of await readdir(place.incoming))
    await rm(join(place.incoming, name), { recursive: true, force: true });
  for (const name of await readdir(place.folder)) {
    if (name.startsWith(`.${stateFile}.`) || name.endsWith(pixelsEnding))
      await rm(join(place.folder, name), { force: true });
  }
}
