import { constants } from 'node:fs';
import { access, mkdtemp, readFile, rmdir, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { version } from '../../../../package.json';
import type { HotFolder, Settings } from '../../../shared/settings.ts';
import type { FaultLanguage } from '../../engine/faults/describe.ts';
import { fault } from '../../engine/faults/fault.ts';
import { packageOrigin } from '../../host/package-origin.ts';
import { shownAddress } from '../../engine/service/transport/base-url.ts';
import { readLastLook } from '../../host/updates/look-for-update.ts';
import { trashName, trashSize, usualTrashMs } from '../../engine/sources/originals.ts';
import { overlapOf } from '../../engine/settings/overlaps.ts';
import { refusalOf } from '../../engine/sources/source-refusal.ts';
import { bytesInWords } from '../output/text.ts';
import { doctorWordsIn } from './doctor-words.ts';
import { faulty, fine, wrong, type Finding } from './finding.ts';
import { codeOf } from '../../engine/platform/disk/errno.ts';

/** Less free space than this (bytes) is told. */
const minFreeBytes = 1_000_000_000;
/** Fewer watches than this are soon used up: editors and sync programs take thousands (kernel documentation, inotify). */
const minWatches = 16_384;

/** Which Mailroom this is, and the package that it was installed from. */
export async function checkVersion(language: FaultLanguage): Promise<Finding> {
  const origin = await packageOrigin();
  const from =
    origin === null ? doctorWordsIn(language).withoutPackage : `${origin.name} (${origin.kind}, ${origin.platform})`;
  return fine({ kind: 'version' }, `${version}, ${from}`);
}

/** Whether the data directory can be written, and the space beside it. */
export async function checkDataDirectory(directory: string, language: FaultLanguage): Promise<readonly Finding[]> {
  const writable = await tryWriting(directory);
  if (writable !== null) {
    return [
      faulty({ kind: 'data-directory' }, fault('data-directory-unusable', { directory, problem: writable }), language),
    ];
  }
  const words = doctorWordsIn(language);
  const { bavail, bsize } = await statfs(directory);
  const free = bavail * bsize;
  return [
    fine({ kind: 'data-directory' }, directory),
    free < minFreeBytes
      ? wrong({ kind: 'disk-space' }, words.littleSpace(bytesInWords(free), bytesInWords(minFreeBytes)))
      : fine({ kind: 'disk-space' }, words.free(bytesInWords(free))),
  ];
}

/** Whether each configured hot folder is there, may be read and tidied, and its XML may be written. */
export async function checkHotFolders(
  { hotFolders, intake }: Pick<Settings, 'hotFolders' | 'intake'>,
  dataDirectory: string,
  language: FaultLanguage,
): Promise<readonly Finding[]> {
  const own = { dataDirectory, hotFolders, intake };
  const findings = await Promise.all(
    hotFolders.map(async (source) => {
      const reason = refusalOf(source) ?? (await overlapOf(source, own)).fault;
      if (reason === null) return checkHotFolder(source, language);
      return [faulty({ kind: 'folder', of: source.name }, reason, language)];
    }),
  );
  return findings.flat();
}

async function checkHotFolder(source: HotFolder, language: FaultLanguage): Promise<readonly Finding[]> {
  const check = { kind: 'folder', of: source.name } as const;
  const { folder, rule } = source;
  const found = await stat(folder).catch(() => null);
  if (found?.isDirectory() !== true) return [faulty(check, fault('folder-missing', { folder }), language)];
  const tidies = rule.after !== 'keep';
  const rights = constants.R_OK | constants.X_OK | (tidies ? constants.W_OK : 0);
  const usable = await access(folder, rights).then(
    () => true,
    () => false,
  );
  const code = tidies ? 'folder-not-writable' : 'folder-silent';
  const findings = [usable ? fine(check, folder) : faulty(check, fault(code, { folder }), language)];
  if (rule.after === 'delete') findings.push(await checkTrash(source, language));
  if (rule.export !== undefined) {
    const target = rule.export.folder;
    const problem = await tryWriting(await nearestFolder(target));
    const name = { kind: 'xml', of: source.name } as const;
    findings.push(
      problem === null
        ? fine(name, target)
        : faulty(name, fault('export-folder-unusable', { folder: target, problem }), language),
    );
  }
  return findings;
}

/** What lies in the trash of a hot folder. */
async function checkTrash({ name, folder, rule }: HotFolder, language: FaultLanguage): Promise<Finding> {
  const words = doctorWordsIn(language);
  const check = { kind: 'trash', of: name } as const;
  const trash = join(folder, trashName);
  const { files, bytes } = await trashSize(folder);
  if (files === 0) return fine(check, words.none);
  const hours = String(Math.round((rule.trashMs ?? usualTrashMs) / 360_000) / 10);
  return fine(check, words.trash(files, bytesInWords(bytes), hours, trash));
}

/** Whether the usual scan profile is one of the profiles; nothing where none was chosen. */
export function checkUsualProfile(
  { profiles, defaultProfile }: Settings['scanning'],
  language: FaultLanguage,
): readonly Finding[] {
  if (defaultProfile === undefined) return [];
  const check = { kind: 'scan-profile' } as const;
  // The command takes a name for it, too.
  const found = profiles.find(({ id, name }) => id === defaultProfile || name === defaultProfile);
  if (found !== undefined) return [fine(check, found.name)];
  return [wrong(check, doctorWordsIn(language).usualProfileGone(defaultProfile, profiles[0]?.name ?? null))];
}

/** Whether the kernel lets folders be watched; null where there is no such limit. */
export async function checkWatchLimit(language: FaultLanguage): Promise<Finding | null> {
  if (process.platform !== 'linux') return null;
  const check = { kind: 'watch-limit' } as const;
  const words = doctorWordsIn(language);
  const limit = Number(await readFile('/proc/sys/fs/inotify/max_user_watches', 'utf8').catch(() => ''));
  if (limit >= minWatches) return fine(check, words.watches(limit));
  return wrong(check, words.fewWatches(limit));
}

/** Where the window's updates come from, and what its last look for one came to; nothing where they are off. */
export async function checkUpdates(
  { updates: { from, key } }: Pick<Settings, 'updates'>,
  folder: string,
  language: FaultLanguage,
): Promise<readonly Finding[]> {
  if (from === undefined && key === undefined) return [];
  const check = { kind: 'updates' } as const;
  const words = doctorWordsIn(language);
  if (from === undefined || key === undefined)
    return [wrong(check, words.updatesHalf(from === undefined ? 'updates.from' : 'updates.key'))];
  const last = await readLastLook(folder);
  if (last === null) return [fine(check, words.updatesNotYet(shownAddress(from)))];
  const wrongWith = last.fault ?? last.notInstalled;
  if (wrongWith !== null) return [faulty(check, wrongWith, language)];
  const at = new Date(last.at).toISOString();
  if (last.ready !== null) return [fine(check, words.updatesReady(last.ready, at))];
  const expired = last.expires !== null && last.expires <= last.at ? new Date(last.expires).toISOString() : null;
  return [fine(check, words.updatesNone(at, expired))];
}

/** What stands in the way of writing into a folder, as a key of the faults' value words or the system's code; null: nothing. */
async function tryWriting(folder: string): Promise<string | null> {
  try {
    // A folder, not a file: what watches the place for documents does not take it for one.
    await rmdir(await mkdtemp(join(folder, '.mailroom-doctor-')));
    return null;
  } catch (error) {
    const code = codeOf(error);
    if (code === 'EACCES' || code === 'EPERM') return 'not-allowed';
    return code === 'EROFS' ? 'read-only' : code;
  }
}

/** The folder itself, or the nearest one above it that is there: Mailroom makes the rest. */
async function nearestFolder(path: string): Promise<string> {
  const there = await stat(path).then(
    () => true,
    () => false,
  );
  return there || dirname(path) === path ? path : nearestFolder(dirname(path));
}
