import type { Outcome } from '../../../../shared/faults.ts';
import { failure, success } from '../../faults/fault.ts';
import { faultOfBrokenBody } from '../transport/broken-body.ts';
import type { Download } from '../client.ts';
import type { ClientProblem } from '../problems.ts';
import { safeFileName } from './file-names.ts';
import { boundaryOf, unpackMultipart } from './multipart.ts';
import { brokenArchive } from './packed-file.ts';
import type { PackedFile } from './packed-file.ts';
import { folderFault, openTargetFolder } from './target-folder.ts';
import type { TargetFolder } from './target-folder.ts';
import { unpackZip } from './zip.ts';

/** One file of a case on this computer; `name` is what the service called it, untrusted. Size in bytes. */
export interface SavedCaseFile {
  readonly name: string | null;
  readonly mediaType: string | null;
  readonly path: string;
  readonly size: number;
}

/** What is taken from one archive at most. */
export interface CaseFileCaps {
  readonly files: number;
  /** Bytes of all files together, unpacked. */
  readonly bytes: number;
}

const defaultCaps: CaseFileCaps = { files: 10_000, bytes: 64 * 1024 ** 3 };

/** The reader for the media type of a download; null: it is neither multipart/mixed nor a ZIP. */
function unpackerOf(download: Download): AsyncIterable<PackedFile> | null {
  const type = download.mediaType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (type.startsWith('multipart/')) {
    const boundary = boundaryOf(download.mediaType);
    return boundary === null ? null : unpackMultipart(download.body, boundary);
  }
  const zips = ['application/zip', 'application/x-zip-compressed', 'application/octet-stream'];
  return zips.includes(type) ? unpackZip(download.body) : null;
}

async function* capped(body: AsyncIterable<Uint8Array>, left: { bytes: number }): AsyncGenerator<Uint8Array> {
  for await (const chunk of body) {
    left.bytes -= chunk.byteLength;
    if (left.bytes < 0) throw brokenArchive('archive-too-large', 'more bytes than are taken from one archive');
    yield chunk;
  }
}

async function unpackInto(
  target: TargetFolder,
  files: AsyncIterable<PackedFile>,
  caps: CaseFileCaps,
): Promise<SavedCaseFile[]> {
  const written: { file: Omit<SavedCaseFile, 'path'>; hidden: string }[] = [];
  const left = { bytes: caps.bytes };
  for await (const { name, mediaType, body } of files) {
    if (written.length >= caps.files) throw brokenArchive('too-many-entries', `more than ${caps.files}`);
    const { path, size } = await target.write(capped(body, left));
    written.push({ file: { name, mediaType, size }, hidden: path });
  }
  const saved: SavedCaseFile[] = [];
  for (const { file, hidden } of written) {
    saved.push({ ...file, path: await target.show(hidden, safeFileName(file.name, file.mediaType)) });
  }
  return saved;
}

/**
 * Saves the files of a case (answer of `cases.files`) into a folder, as they stream: directly into it and nowhere else, whatever
 * their names say; two of one name become `name (2)`, and nothing that lies there is overwritten. All are shown when all are
 * whole; an archive that is cut, broken, unsupported or beyond the caps is fault `answer-not-understood` with {problem}, one that
 * breaks off while it comes is the fault of its body, and then the folder holds none of them.
 */
export async function saveCaseFiles(
  download: Download,
  folder: string,
  caps: CaseFileCaps = defaultCaps,
): Promise<Outcome<readonly SavedCaseFile[]>> {
  const files = unpackerOf(download);
  if (files === null) {
    const problem: ClientProblem = 'unexpected-shape';
    await download.body[Symbol.asyncIterator]().return?.();
    return failure('answer-not-understood', { operation: 'cases.files', problem }, 'neither multipart/mixed nor ZIP');
  }
  try {
    const target = await openTargetFolder(folder);
    try {
      return success(await unpackInto(target, files, caps));
    } catch (error) {
      await target.takeBack();
      throw error;
    } finally {
      await target.close();
    }
  } catch (error) {
    const known = faultOfBrokenBody(error) ?? folderFault(error, folder);
    if (known === null) throw error;
    return { ok: false, fault: known };
  }
}
