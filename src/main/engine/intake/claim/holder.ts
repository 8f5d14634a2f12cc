import { randomUUID } from 'node:crypto';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { rename, rmdir } from '../../platform/disk/patient-files.ts';
import { claimFolder, claimPlaceOf, takenOverName, type ClaimPlace } from '../../platform/names/claim-places.ts';
import { paths } from '../../platform/names/paths.ts';
import { withFolder, withFolders } from '../../platform/disk/safe-folder.ts';

/** Who holds the files beside this note, as people and other stations read it (`holder.json`). `renewedAt` as ISO 8601, `leaseMs` in ms. */
const holderSchema = z.object({
  station: z.object({ id: z.string(), name: z.string() }),
  process: z.number(),
  renewedAt: z.string(),
  leaseMs: z.number().positive(),
});

type Holder = z.infer<typeof holderSchema>;

const noteName = 'holder.json';
/** Folders of a station in which claims lie; the first only while one is being made. */
const claimingFolders = ['claiming', 'files'] as const;

async function holderOf(folder: string): Promise<Holder | null> {
  try {
    const told: unknown = JSON.parse(await readFile(join(folder, noteName), 'utf8'));
    return holderSchema.safeParse(told).data ?? null;
  } catch {
    return null;
  }
}

/** When a station last said that it is there, by the file server's clock; that of its folder where it never did. */
async function renewedAt(folder: string): Promise<number | null> {
  const seen = await stat(join(folder, noteName)).catch(() => stat(folder).catch(() => null));
  return seen === null ? null : seen.mtimeMs;
}

/** What one station holds below a shared folder; instants by the file server's clock, ms since 1970. */
export interface HeldClaims {
  /** Its folder. */
  readonly place: string;
  readonly station: string;
  readonly stationId: string;
  readonly files: number;
  /** When the oldest of them was taken; null where it holds none. */
  readonly since: number | null;
  readonly heardOf: number;
  readonly leaseMs: number;
}

/** Who holds what below a shared folder; looks only. A folder that can't be read holds nothing. */
export async function holdersBelow(root: string): Promise<readonly HeldClaims[]> {
  const held: HeldClaims[] = [];
  for (const place of await stationFolders(root).catch((): readonly string[] => [])) {
    const holder = await holderOf(place);
    const heardOf = await renewedAt(place);
    if (holder === null || heardOf === null) continue;
    let files = 0;
    let since: number | null = null;
    for (const name of claimingFolders) {
      for (const claim of await readdir(join(place, name)).catch((): string[] => [])) {
        const seen = await stat(join(place, name, claim)).catch(() => null);
        if (seen === null) continue;
        files += 1;
        since = Math.min(since ?? seen.mtimeMs, seen.mtimeMs);
      }
    }
    const { station, leaseMs } = holder;
    held.push({ place, station: station.name, stationId: station.id, files, since, heardOf, leaseMs });
  }
  return held;
}

async function lieElsewhere(path: string, claim: ClaimPlace): Promise<boolean> {
  for (const place of await stationFolders(claim.root).catch((): readonly string[] => [])) {
    for (const folder of claimingFolders) {
      for (const name of [claim.claimId, takenOverName(claim.claimId)]) {
        const found = join(place, folder, name);
        if (paths.liesIn(found, path)) continue;
        if ((await stat(found).catch(() => null)) !== null) return true;
      }
    }
  }
  return false;
}

/**
 * Whether the claim of the file that lay at this path lies elsewhere now: with another station, or with this one again, which
 * has not noticed yet.
 */
export async function isHeldElsewhere(path: string): Promise<boolean> {
  const claim = claimPlaceOf(path);
  if (claim === null) return false;
  // It may be on its way from one station to the other while all are looked through.
  return (await lieElsewhere(path, claim)) || lieElsewhere(path, claim);
}

async function stationFolders(root: string): Promise<readonly string[]> {
  const entries = await readdir(join(root, claimFolder), { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory() && entry.name !== 'returned')
    .map((entry) => join(root, claimFolder, entry.name));
}

/** Renews this station's lease in its `folder` below the shared `root`; returns the file server's instant of it, so that no two clocks are ever compared. */
export async function renewLease(root: string, folder: string, holder: Holder): Promise<number> {
  const made = { below: root, make: true };
  for (const name of claimingFolders) await withFolder(join(folder, name), made, () => Promise.resolve());
  await withFolder(folder, { below: root }, async (own) => {
    const temporary = own.at(`.holder-${randomUUID()}.tmp`);
    await writeFile(temporary, `${JSON.stringify(holder, null, 2)}\n`, { flag: 'wx' });
    await rename(temporary, own.at(noteName));
  });
  return (await renewedAt(folder)) ?? 0;
}

/**
 * Takes over the claims of stations whose lease is over: each claim's folder by one rename, so that one station gets it.
 * `present` = the instant of our own renewal. Answers whose claims were taken, and how many.
 */
export async function takeOver(
  root: string,
  own: string,
  present: number,
  leaseMs: number,
): Promise<readonly { readonly station: string; readonly claims: number }[]> {
  const taken: { station: string; claims: number }[] = [];
  for (const folder of await stationFolders(root)) {
    if (folder === own) continue;
    const holder = await holderOf(folder);
    const last = await renewedAt(folder);
    if (last === null || present - last <= (holder?.leaseMs ?? leaseMs)) continue;
    let claims = 0;
    for (const name of claimingFolders) claims += await takeAll(root, join(folder, name), join(own, 'files'));
    if (claims > 0) taken.push({ station: holder?.station.name ?? basename(folder), claims });
  }
  return taken;
}

async function takeAll(root: string, from: string, to: string): Promise<number> {
  const names = await readdir(from).catch((): string[] => []);
  if (names.length === 0) return 0;
  return withFolders(from, to, { below: root }, async (theirs, ours) => {
    let taken = 0;
    for (const name of names) {
      // Refused where another station was faster, and where nothing is left in it.
      const done = await rename(theirs.at(name), ours.at(takenOverName(name))).then(
        () => true,
        () => false,
      );
      if (done) taken += 1;
      else await rmdir(theirs.at(name)).catch(() => undefined);
    }
    return taken;
  });
}

/** Brings what an earlier run of this station was claiming to its files: the rename that counts was done. */
export async function finishClaiming(root: string, folder: string): Promise<void> {
  await withFolders(join(folder, 'claiming'), join(folder, 'files'), { below: root }, async (claiming, files) => {
    for (const name of await readdir(claiming.at('.'))) await rename(claiming.at(name), files.at(name));
  });
}
