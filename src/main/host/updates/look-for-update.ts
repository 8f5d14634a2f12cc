import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { faultSchema, type Fault, type Outcome } from '../../../shared/faults.ts';
import { failure, success } from '../../engine/faults/fault.ts';
import { moveDurably, saveFile } from '../../engine/platform/disk/durable-file.ts';
import { codeOf, isFull } from '../../engine/platform/disk/errno.ts';
import { makeFolder } from '../../engine/platform/disk/make-folder.ts';
import { open, rm } from '../../engine/platform/disk/patient-files.ts';
import { readJson } from '../../engine/platform/disk/read-json.ts';
import type { Ports } from '../../engine/platform/ports.ts';
import { paths } from '../../engine/platform/names/paths.ts';
import type { NetworkSettings } from '../../engine/service/transport/transport.ts';
import type { PackageOrigin } from '../package-origin.ts';
import { judgeManifest, manifestName, rememberedSchema, type UpdatePackage, type UpdateProblem } from './manifest.ts';
import { openUpdateSource, type UpdateSource } from './update-source.ts';

/** A package that lies here whole and is the one that the manifest names. */
export interface ReadyUpdate extends UpdatePackage {
  readonly version: string;
  /** Where it lies; checked once more before it is run ({@link isIntact}). */
  readonly path: string;
}

/** Where updates of a station lie; absolute. */
export interface UpdatesFolders {
  /** What was seen and what the last look came to, in the data directory: doctor finds it there, whoever asks. */
  readonly folder: string;
  /** Packages, apart from the data directory, which goes to the server with a profile that roams. */
  readonly packages: string;
}

/** What is needed to look for an update. */
export interface UpdateParts extends UpdatesFolders {
  /** Both are there: updates are on. */
  readonly updates: { readonly from: string; readonly key: string };
  readonly network: NetworkSettings;
  readonly origin: PackageOrigin;
  /** The version that runs. */
  readonly version: string;
  readonly now: () => number;
  /** Free bytes of a folder's disk, null where it does not tell; only in tests another. */
  readonly freeBytes?: (folder: string) => Promise<number | null>;
  /** How long a folder may be silent, ms; only in tests another. */
  readonly silenceMs?: number;
}

/** Bytes of a manifest at most. */
const maxManifestBytes = 64 * 1024;
/** So many bytes of the disk stay for the intake, and for what installs the package. */
const reserveBytes = 512 * 1024 * 1024;

/** See {@link UpdatesFolders}; each station of an account has a folder of its own for packages. */
export function updatesFolders({ dataDirectory, stateDirectory = dataDirectory }: Ports['paths']): UpdatesFolders {
  const name = createHash('sha256').update(paths.keyOf(dataDirectory)).digest('hex').slice(0, 16);
  return { folder: join(dataDirectory, 'updates'), packages: join(stateDirectory, 'updates', name) };
}

const lastLookFile = (folder: string): string => join(folder, 'last-look.json');

const lastLookSchema = z.object({
  /** ms since 1970. */
  at: z.number(),
  /** Version that waits to be installed. */
  ready: z.string().nullable(),
  fault: faultSchema.nullable(),
  /** Until when the manifest there serves, ms since 1970; null: there was none to trust. */
  expires: z.number().nullable(),
  /** Why the version that is ready was not installed when a person wanted it. */
  notInstalled: faultSchema.nullable(),
});

/** What the last look for an update came to. */
export type LastLook = z.infer<typeof lastLookSchema>;

/** See {@link LastLook}; null: nobody looked yet. */
export function readLastLook(folder: string): Promise<LastLook | null> {
  return readJson(lastLookFile(folder), lastLookSchema);
}

/** Keeps why a version was not installed, for the next start and for doctor; it stays until the version is here. */
export async function noteNotInstalled(folder: string, fault: Fault): Promise<void> {
  const look = await readLastLook(folder);
  if (look !== null) await saveFile(lastLookFile(folder), JSON.stringify({ ...look, notInstalled: fault }));
}

/**
 * Looks where IT says for an update and brings it here. Nothing is brought before its manifest is to be trusted, and nothing is ready
 * before its bytes are those of the manifest. Null: this is the newest version.
 */
export async function lookForUpdate(parts: UpdateParts): Promise<Outcome<ReadyUpdate | null>> {
  const { folder, updates, network, now } = parts;
  const source = openUpdateSource(updates.from, network, parts.silenceMs);
  const { found, expires } = source.ok ? await lookIn(source.value, parts) : { found: source, expires: null };
  if (source.ok) await source.value.close();
  const before = (await readLastLook(folder))?.notInstalled ?? null;
  const isHere = (found.ok && found.value === null) || before?.params['version'] === parts.version;
  const look: LastLook = {
    at: now(),
    ready: found.ok ? (found.value?.version ?? null) : null,
    fault: found.ok ? null : found.fault,
    expires,
    notInstalled: isHere ? null : before,
  };
  // Only told: on a full disk the answer itself says so.
  await saveFile(lastLookFile(folder), JSON.stringify(look)).catch(() => undefined);
  return found;
}

/** What a look comes to, and until when its manifest serves. */
interface Looked {
  readonly found: Outcome<ReadyUpdate | null>;
  readonly expires: number | null;
}

async function lookIn(source: UpdateSource, parts: UpdateParts): Promise<Looked> {
  const { folder, packages } = parts;
  const memory = join(folder, 'newest.json');
  const text = await readText(source);
  if (!text.ok) return { found: text, expires: null };
  const judged = judgeManifest(text.value, {
    key: parts.updates.key,
    origin: parts.origin,
    version: parts.version,
    remembered: await readJson(memory, rememberedSchema),
    now: parts.now(),
  });
  if (!judged.ok) return { found: judged, expires: null };
  const { remember, found, expires } = judged.value;
  let at = folder;
  try {
    await saveFile(memory, JSON.stringify(remember));
    // Builds before had packages there, too.
    await clear(folder, '');
    if (!found.ok) return { found, expires };
    at = packages;
    await makeFolder(packages, 0o700);
    if (found.value !== null) return { found: await bring(source, found.value, packages, parts), expires };
    await clear(packages, '');
    return { found: success(null), expires };
  } catch (error) {
    const code = codeOf(error, 'unknown');
    const problem = isFull(code)
      ? failure('disk-full', { folder: at })
      : failure('folder-not-writable', { folder: at }, code);
    return { found: problem, expires };
  }
}

async function readText(source: UpdateSource): Promise<Outcome<string>> {
  const bytes = await source.read(manifestName);
  if (!bytes.ok) return bytes;
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of bytes.value) {
      size += chunk.length;
      if (size > maxManifestBytes)
        return failure('update-untrusted', { problem: 'too-long-for-manifest' satisfies UpdateProblem });
      chunks.push(chunk);
    }
  } catch (error) {
    return { ok: false, fault: source.faultOf(error) };
  }
  return success(Buffer.concat(chunks).toString('utf8'));
}

/** Takes all that was brought away, but what lies under a name. */
async function clear(folder: string, kept: string): Promise<void> {
  for (const name of await readdir(folder))
    if (name !== kept && /^(?:package|draft|handed-over)/u.test(name))
      await rm(join(folder, name), { recursive: true, force: true });
}

async function freeBytesOf(folder: string): Promise<number | null> {
  const found = await statfs(folder).catch(() => null);
  return found === null ? null : found.bavail * found.bsize;
}

/** Brings the package, unless it lies here already; one that came before it goes once this one is here. */
async function bring(
  source: UpdateSource,
  found: UpdatePackage & { readonly version: string },
  folder: string,
  { freeBytes = freeBytesOf }: UpdateParts,
): Promise<Outcome<ReadyUpdate>> {
  const name = `package-${Buffer.from(found.sha512, 'base64').toString('hex').slice(0, 16)}`;
  const ready: ReadyUpdate = { ...found, path: join(folder, name, found.file) };
  if (await isIntact(ready)) return success(ready);
  const draft = join(folder, 'draft');
  await rm(draft, { recursive: true, force: true });
  await rm(join(folder, name), { recursive: true, force: true });
  const free = await freeBytes(folder);
  if (free !== null && free < found.size + reserveBytes) return failure('disk-full', { folder });
  try {
    const problem = await download(source, found, draft);
    if (problem !== null) return { ok: false, fault: problem };
    await makeFolder(join(folder, name), 0o700);
    await moveDurably(draft, ready.path);
  } finally {
    // Also what a full disk has cut off: the rest of the disk is for the intake.
    await rm(draft, { force: true });
  }
  await clear(folder, name);
  return success(ready);
}

async function download(source: UpdateSource, found: UpdatePackage, draft: string): Promise<Fault | null> {
  const { size, sha512, file } = found;
  const damaged = (problem: UpdateProblem): Fault => failure('update-damaged', { name: file, problem }).fault;
  const hash = createHash('sha512');
  let come = 0;
  const handle = await open(draft, 'wx', 0o600);
  let chunks: AsyncIterator<Uint8Array> | null = null;
  try {
    const bytes = await source.read(file);
    if (!bytes.ok) return bytes.fault;
    chunks = bytes.value[Symbol.asyncIterator]();
    for (;;) {
      // What the line breaks is no mistake of the disk.
      const next = await chunks.next().catch((error: unknown) => source.faultOf(error));
      if ('code' in next) return next;
      if (next.done === true) break;
      come += next.value.length;
      if (come > size) return damaged('bytes-differ');
      hash.update(next.value);
      await handle.writeFile(next.value);
    }
  } finally {
    await chunks?.return?.();
    await handle.close();
  }
  if (come < size) return damaged('cut-off');
  return hash.digest('base64') === sha512 ? null : damaged('bytes-differ');
}

/** Whether the package that was brought is still, byte for byte, the one of its manifest. */
export async function isIntact({ path, size, sha512 }: ReadyUpdate): Promise<boolean> {
  const hash = createHash('sha512');
  let come = 0;
  try {
    for await (const chunk of createReadStream(path)) {
      if (!(chunk instanceof Uint8Array)) return false;
      come += chunk.length;
      if (come > size) return false;
      hash.update(chunk);
    }
  } catch {
    return false;
  }
  return come === size && hash.digest('base64') === sha512;
}
