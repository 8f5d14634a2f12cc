import type { Fault } from '../../../shared/faults.ts';
import type { ExportRule, HotFolder, Settings } from '../../../shared/settings.ts';
import { fault } from '../faults/fault.ts';
import { namesBelow, placeOf, type FolderPlace } from '../platform/disk/folder-place.ts';
import { claimFolder, filledFolders } from '../platform/names/claim-places.ts';
import { folded } from '../platform/names/paths.ts';

/** What a hot folder has to do with Mailroom's other folders. */
export interface Overlap {
  /** Why nothing may be taken in from it, with the two places; null = it may. */
  readonly fault: Fault | null;
  /** Folders in it that are not looked through, as paths below it with `/`: XML is written there. */
  readonly leftOut: readonly string[];
}

/** What a hot folder is compared with. */
export interface OwnFolders {
  readonly dataDirectory: string;
  /** All hot folders, those that were refused too. */
  readonly hotFolders: readonly HotFolder[];
  /** Its rule says where XML goes beside those of hot folders. */
  readonly intake: Pick<Settings['intake'], 'export'>;
}

/** What lies in the data directory and is no place for files of others. */
const ownNames: ReadonlySet<string> = new Set(['logs', 'scans', 'trash', 'viewed', 'window']);
/** Outboxes of scanned pages are hot folders themselves. */
const outboxes = ['scans', 'outbox'] as const;

const nowhere: readonly string[] = [];

function overlap(folder: string, other: string): Fault {
  return fault('folder-overlaps', { folder, other });
}

/** Whether files that lie there are looked at by a hot folder: `names` lead from it to them. */
function isLookedThrough(names: readonly string[], recursive: boolean): boolean {
  const [first] = names;
  // Whatever is put into its own folders was sent before, or will be by another station.
  return first === undefined || recursive || [...filledFolders, claimFolder].some((name) => name === folded(first));
}

function isOwnName(names: readonly string[]): boolean {
  const [first = '', second] = names;
  return ownNames.has(folded(first)) && !(first === outboxes[0] && second === outboxes[1]);
}

/** Looks where folders lie, each place once. */
function createLook(): (folder: string) => Promise<FolderPlace> {
  const places = new Map<string, Promise<FolderPlace>>();
  return (folder) => {
    const known = places.get(folder) ?? placeOf(folder);
    places.set(folder, known);
    return known;
  };
}

/** Rules by which XML is written. */
function exportRules({ hotFolders, intake }: OwnFolders, ...more: readonly HotFolder[]): readonly ExportRule[] {
  return [...[...more, ...hotFolders].map(({ rule }) => rule), intake].flatMap((rule) => rule.export ?? []);
}

async function overlapWith(
  source: HotFolder,
  own: OwnFolders,
  look: (folder: string) => Promise<FolderPlace>,
): Promise<Overlap> {
  const here = await look(source.folder);
  const refused = (other: string): Overlap => ({ fault: overlap(source.folder, other), leftOut: nowhere });

  const { dataDirectory, hotFolders } = own;
  const home = await look(dataDirectory);
  const toOwn = namesBelow(home, here);
  if (toOwn !== null && (toOwn.length === 0 || source.recursive)) return refused(dataDirectory);
  if (isOwnName(namesBelow(here, home) ?? nowhere)) return refused(dataDirectory);

  for (const other of hotFolders) {
    if (other.id === source.id) continue;
    const there = await look(other.folder);
    const [toOther, fromOther] = [namesBelow(there, here), namesBelow(here, there)];
    if (toOther !== null && isLookedThrough(toOther, source.recursive)) return refused(other.folder);
    if (fromOther !== null && isLookedThrough(fromOther, other.recursive)) return refused(other.folder);
  }

  const leftOut: string[] = [];
  for (const { folder, template } of exportRules(own, source)) {
    const there = await look(folder);
    const toXml = namesBelow(there, here);
    if (toXml?.length === 0) return refused(folder);
    if (toXml !== null) leftOut.push(toXml.join('/'));
    // XML goes into folders below that one, by words of the document: this may be one of them.
    if (namesBelow(here, there) !== null && /[\\/]/u.test(template)) return refused(folder);
  }
  return { fault: null, leftOut };
}

/** Compares one hot folder with all others that Mailroom uses, by what they are and not by how they are written. */
export function overlapOf(source: HotFolder, own: OwnFolders): Promise<Overlap> {
  return overlapWith(source, own, createLook());
}

/** The first overlap of settings; null where there is none. */
export async function overlapIn(
  { hotFolders, intake }: Pick<Settings, 'hotFolders' | 'intake'>,
  dataDirectory: string,
): Promise<Fault | null> {
  const look = createLook();
  const own = { dataDirectory, hotFolders, intake };
  for (const source of hotFolders) {
    const { fault: found } = await overlapWith(source, own, look);
    if (found !== null) return found;
  }
  return null;
}

/**
 * Why no XML may be written to a folder: a hot folder takes in what lies there, and it is none of the folders that are left out.
 * Whoever asked for it, by whatever rule.
 */
export async function circleOf(folder: string, own: OwnFolders): Promise<Fault | null> {
  const look = createLook();
  const there = await look(folder);
  for (const source of own.hotFolders) {
    const here = await look(source.folder);
    const names = namesBelow(there, here);
    if (names === null || !isLookedThrough(names, source.recursive)) continue;
    const places = await Promise.all(exportRules(own).map((rule) => look(rule.folder)));
    const isLeftOut = places.some(
      (place) => (namesBelow(place, here) ?? nowhere).length > 0 && namesBelow(there, place) !== null,
    );
    if (!isLeftOut) return overlap(source.folder, folder);
  }
  return null;
}
