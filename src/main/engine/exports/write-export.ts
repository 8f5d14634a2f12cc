import { createHash } from 'node:crypto';
import { basename, dirname, join } from 'node:path';
import { faultSchema } from '../../../shared/faults.ts';
import type { Fault, Outcome } from '../../../shared/faults.ts';
import { failure, fault } from '../faults/fault.ts';
import type { Change } from '../journal/changes.ts';
import type { DocumentRecord, ExportRecord, ItemRecord } from '../journal/records.ts';
import type { Download, ServiceClient } from '../service/client.ts';
import { diskFault } from './export-files.ts';
import type { ExportFiles, FileWriter } from './export-files.ts';
import { clearAway, clearParts, receivedPath, takeOutFiles } from './binaries/beside-files.ts';
import type { TakenOut } from './binaries/beside-files.ts';
import { exportTarget, temporaryPath } from './export-target.ts';
import type { ExportTarget } from './export-target.ts';
import { numberedName } from './safe-name.ts';
import { cutToBytes } from '../platform/names/safe-text.ts';
import type { StopSignal } from '../platform/stop-signal.ts';

/** A written export: absolute path, lower-case hex SHA-256, size in bytes; and what went beside it. */
export interface WrittenFile extends Pick<ExportRecord, 'original' | 'beside'> {
  readonly path: string;
  readonly sha256: string;
  readonly size: number;
}

/** A document type declaration: whether it names an external part, and whether it declares something in the document itself. */
interface Doctype {
  readonly name: string;
  readonly external: boolean;
  readonly internal: boolean;
}

/** What the check of a file said: well-formed with this declaration, or why not (one short line, no content) and in which line. */
export type XmlCheck = (path: string) => Promise<
  | { readonly ok: true; readonly doctype?: Doctype | undefined }
  | {
      readonly ok: false;
      readonly reason: string;
      readonly line?: number | undefined;
      /** What the disk said: nobody could read it. */
      readonly unread?: string | undefined;
    }
>;

/** What writing an export needs. `intend` makes an export's intent durable before the act. */
export interface WriteDependencies {
  readonly files: ExportFiles;
  readonly checkXml: XmlCheck;
  /** Document types that may be handed over with an external part, and as `name[]` with declarations of their own too. */
  readonly doctypes: () => readonly string[];
  /** Why nothing may be written to a folder: it would be taken in again. Looked at each time. */
  readonly circle: (folder: string) => Promise<Fault | null>;
  /** Whether the journal has an XML of another export at this path. */
  readonly isOthers: (path: string) => Promise<boolean>;
  readonly now: () => number;
  readonly intend: (change: Change) => Promise<void>;
}

/** Names tried for one export; far beyond what a folder holds. */
const maxNumbers = 100_000;

const serviceRefusals: ReadonlySet<Fault['code']> = new Set(['not-found', 'request-refused']);

function intent(
  record: ExportRecord,
  at: number,
  event: string,
  file: Partial<WrittenFile> & { path: string },
): Change {
  return {
    kind: 'export-set',
    exportId: record.id,
    set: { state: 'writing', fault: null, sha256: null, size: null, original: null, beside: [], ...file },
    at,
    event,
    detail: { path: file.path, temporary: basename(temporaryPath(file.path, record.id)) },
  };
}

interface Received {
  readonly sha256: string;
  readonly size: number;
}

/** Streams the answer into the temporary file: hashed while writing, on the disk when it answers. */
async function streamTo(writer: FileWriter, body: Download['body']): Promise<Received> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of body) {
    hash.update(chunk);
    size += chunk.byteLength;
    await writer.write(chunk);
  }
  await writer.sync();
  return { sha256: hash.digest('hex'), size };
}

/** An error out of the answer's stream, told apart from errors of the disk; the client says in `fault` what happened. */
class BodyError extends Error {
  readonly fault: Fault;
  constructor(cause: unknown) {
    super('the answer broke off', { cause });
    const told = typeof cause === 'object' && cause !== null && 'fault' in cause ? cause.fault : null;
    const parsed = faultSchema.safeParse(told);
    this.fault = parsed.success ? parsed.data : fault('service-unreachable', {}, this.message);
  }
}

async function* marked(body: Download['body']): AsyncIterable<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    throw new BodyError(error);
  }
}

async function receive(files: ExportFiles, temporary: string, download: Download): Promise<Outcome<Received>> {
  if (/^text\/html\b/i.test(download.mediaType)) {
    return failure('answer-not-understood', { operation: 'document-xml' }, `content type ${download.mediaType}`);
  }
  const writer = await files.create(temporary);
  try {
    return { ok: true, value: await streamTo(writer, marked(download.body)) };
  } catch (error) {
    if (!(error instanceof BodyError)) throw error;
    return { ok: false, fault: error.fault };
  } finally {
    await writer.close();
  }
}

/** Where an export stands among others. */
export interface Place {
  /**
   * The XML of an earlier state that it replaces; `taken`: the target system has that one, so that nothing may be written. Asked
   * before the service is, and once more before the file gets its place: a wait for the quota and a download lie between.
   */
  readonly replaces: () => Promise<ExportRecord | 'taken' | null>;
  /** A person wants it beside what lies there. */
  readonly again: boolean;
}

/** What was received, and how it gets its name. */
interface Publication {
  readonly record: ExportRecord;
  readonly target: ExportTarget;
  readonly temporary: string;
  readonly original: Received;
  readonly parts: TakenOut | null;
  readonly replaces: Place['replaces'];
  readonly again: boolean;
}

/** Gives the temporary file its name, as things stand then: looks again where what it was to replace changed on the way. */
async function publish(
  dependencies: WriteDependencies,
  publication: Publication,
): Promise<Outcome<WrittenFile | 'taken'>> {
  for (;;) {
    const replaced = await publication.replaces();
    if (replaced === 'taken') return { ok: true, value: replaced };
    const published = await publishAs(dependencies, publication, replaced?.path ?? null);
    if (published !== 'changed') return published;
  }
}

/**
 * Gives the temporary file its name; the intent names it before it is there. It takes the place of what it replaces, also where a
 * journal that went back does not know that one; is what lies there already; or else gets the first free name.
 */
async function publishAs(
  dependencies: WriteDependencies,
  { record, target, temporary, original, parts, replaces, again }: Publication,
  place: string | null,
): Promise<Outcome<WrittenFile> | 'changed'> {
  const { files } = dependencies;
  for (let number = 1; number <= maxNumbers; number += 1) {
    const named = join(target.folder, numberedName(target.base, number));
    const path = place ?? named;
    const beside = parts?.besideOf(join(dirname(path), basename(named))) ?? [];
    const names = [...(place === null ? [path] : []), ...beside.map((file) => file.path)];
    const isFree = !(await anyExists(files, names));
    if (!isFree && (again || place !== null)) continue;
    const content = parts === null ? original : await parts.write(beside, temporary);
    const lying = { path, ...content, original: parts === null ? null : original, beside };
    if (!isFree && (await isOwn(dependencies, lying))) return { ok: true, value: lying };
    const isEarlier = !isFree && parts === null && (await isOfDocument(dependencies, path, record.documentId));
    if (!isFree && !isEarlier) continue;
    if (parts !== null) {
      const checked = await check(dependencies, temporary);
      if (checked !== null) return checked;
    }
    const circle = await dependencies.circle(dirname(path));
    if (circle !== null) return { ok: false, fault: circle };
    await dependencies.intend(intent(record, dependencies.now(), 'publishing', lying));
    const present = await replaces();
    if (present === 'taken' || (present?.path ?? null) !== place) return 'changed';
    // Whoever sees the XML finds its files there.
    if (parts !== null && !(await parts.publish(beside))) continue;
    if (place !== null || isEarlier) await files.replace(temporary, path);
    else if ((await files.publish(temporary, path)) === 'taken') {
      await parts?.withdraw(beside);
      continue;
    }
    await files.syncFolder(dirname(path));
    return { ok: true, value: lying };
  }
  throw new Error(`no free name for ${target.base}`);
}

/** Whether what lies at the names of an export is what it would write there, and no other export's. */
async function isOwn({ files, isOthers }: WriteDependencies, lying: WrittenFile): Promise<boolean> {
  for (const { path, sha256, size } of [lying, ...lying.beside]) {
    if ((await files.digest(path, size))?.sha256 !== sha256) return false;
  }
  return !(await isOthers(lying.path));
}

/** Shorter ids may stand in a file by chance. */
const minIdLength = 12;

/**
 * Whether what lies at the path is the XML of an earlier state of this document, which a journal that went back does not know of:
 * it holds the document's id, and the journal has it as no export's.
 */
async function isOfDocument({ files, isOthers }: WriteDependencies, path: string, id: string): Promise<boolean> {
  // The journal is asked first: of many files of one name it knows nearly all, and none of those is read.
  return id.length >= minIdLength && !(await isOthers(path)) && (await files.contains(path, id));
}

async function anyExists(files: ExportFiles, paths: readonly string[]): Promise<boolean> {
  for (const path of paths) if (await files.exists(path)) return true;
  return false;
}

/**
 * Why the XML is not written; null: it is well-formed and lets nobody who reads it fetch what is not in it. Only a declaration can
 * do that: one that names an external part, or that declares entities.
 */
async function check(
  { checkXml, doctypes }: WriteDependencies,
  temporary: string,
): Promise<{ readonly ok: false; readonly fault: Fault } | null> {
  const checked = await checkXml(temporary);
  if (checked.ok) {
    const { name, external, internal } = checked.doctype ?? { name: '', external: false, internal: false };
    const names = doctypes();
    const allowed = names.includes(`${name}[]`) || (!internal && names.includes(name));
    if ((!external && !internal) || allowed) return null;
    return failure('export-doctype-refused', { doctype: `${cutToBytes(name, 100)}${internal ? '[]' : ''}` });
  }
  // That is the disk's, and passes; it says nothing of the XML.
  if (checked.unread !== undefined) throw Object.assign(new Error(checked.reason), { code: checked.unread });
  const params = checked.line === undefined ? {} : { line: checked.line };
  return failure('export-not-well-formed', params, checked.reason);
}

/** Fetches, checks and publishes the XML of an export; never over an existing file but the one that it replaces. `taken`: see {@link Place}. */
export async function writeExport(
  dependencies: WriteDependencies,
  client: ServiceClient,
  record: ExportRecord,
  document: DocumentRecord | null,
  items: readonly ItemRecord[],
  place: Place,
  signal: StopSignal,
): Promise<Outcome<WrittenFile | 'taken'>> {
  const { files, now } = dependencies;
  const target = exportTarget(record, document, items);
  const first = join(target.folder, numberedName(target.base, 1));
  const temporary = temporaryPath(first, record.id);
  const beside = record.handOver.binaries === 'beside';
  const received = beside ? receivedPath(first, record.id) : temporary;
  let parts: TakenOut | null = null;
  try {
    if ((await place.replaces()) === 'taken') return { ok: true, value: 'taken' };
    const circle = await dependencies.circle(target.folder);
    if (circle !== null) return { ok: false, fault: circle };
    await files.makeFolder(target.folder, record.folder);
    if (record.path !== null) await clearAway(files, record, record.path);
    await dependencies.intend(intent(record, now(), 'writing', { path: first }));
    const answer = await client.documentXml(record.documentId, record.projectId, { lane: 'hand-over', signal });
    if (!answer.ok) return serviceRefusals.has(answer.fault.code) ? refused(answer.fault) : answer;
    const content = await receive(files, received, answer.value);
    if (!content.ok) return content;
    parts = beside ? await takeOutFiles(files, received, first, record.id) : null;
    // Without files in it, what was received is what is written; with them, what is written is checked.
    if (parts === null) {
      const checked = await check(dependencies, received);
      if (checked !== null) return checked;
      if (beside) await files.replace(received, temporary);
    }
    return await publish(dependencies, { record, target, temporary, original: content.value, parts, ...place });
  } catch (error) {
    const known = diskFault(error, target.folder);
    if (known === null) throw error;
    return { ok: false, fault: known };
  } finally {
    await parts?.clear().catch(() => undefined);
    if (beside) await files.remove(received).catch(() => undefined);
    await files.remove(temporary).catch(() => undefined);
  }
}

function refused(told: Fault): { readonly ok: false; readonly fault: Fault } {
  return { ok: false, fault: fault('export-refused', told.params, told.cause) };
}

/**
 * Finds the file that an earlier try published without its receipt: at the intended path, with the intended content, and not
 * somebody else's (while the temporary file is still there, both are the same file).
 */
export async function findPublished(files: ExportFiles, record: ExportRecord): Promise<WrittenFile | null> {
  const { path, sha256, size } = record;
  if (record.state === 'planned' || path === null || sha256 === null || size === null) return null;
  const temporary = temporaryPath(path, record.id);
  const present = await files.digest(path);
  if (present === null) return null;
  const left = await files.digest(temporary);
  const whole = present.sha256 === sha256 && (left === null || left.identity === present.identity);
  // Without hard links an empty file is put there first, to reserve the name.
  const reserved = present.size === 0 && size > 0 && left?.sha256 === sha256;
  if (!whole && !reserved) return null;
  if (reserved) await files.replace(temporary, path);
  else await files.remove(temporary);
  await files.syncFolder(join(path, '..'));
  await clearParts(files, path, record.id, record.beside.length);
  return { path, sha256, size, original: record.original, beside: record.beside };
}
