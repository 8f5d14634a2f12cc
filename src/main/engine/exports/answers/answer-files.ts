import { createHash } from 'node:crypto';
import { lstat, readdir } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { open } from '../../platform/disk/patient-files.ts';
import type { ExportAnswer } from '../../journal/records.ts';
import { exportFiles } from '../export-files.ts';
import { codeOf } from '../../platform/disk/errno.ts';
import { numberMark } from '../../platform/names/safe-text.ts';

/** How a target system answers: the words behind the name of the XML. */
const answerKinds = ['ok', 'err', 'reject'] as const satisfies readonly ExportAnswer['kind'][];

/** A file that answers an XML. */
export interface AnswerFile {
  readonly path: string;
  readonly kind: ExportAnswer['kind'];
  /** The XML it answers, by its path. */
  readonly xml: string;
}

/** What a look at an answer's file found: size in bytes, time in ms. */
export interface AnswerLook {
  readonly size: number;
  readonly modifiedAt: number;
}

/** The disk as answers need it; errors are Node's. */
export interface AnswerFiles {
  /** Answers in a folder; empty where the folder is not there. */
  list(folder: string): Promise<readonly AnswerFile[]>;
  /** Those of one XML. */
  of(xml: string): Promise<readonly AnswerFile[]>;
  /** null: no plain file there any more. */
  look(path: string): Promise<AnswerLook | null>;
  /** The whole content; null where it is longer than `limit` bytes, or was being changed while it was read. */
  read(path: string, expected: AnswerLook, limit: number): Promise<Buffer | null>;
  /** Moves the file into `processed/` beside it, never over another one; returns where it lies now. */
  putAway(path: string): Promise<string>;
}

/** Folder for answers whose content is in the journal. */
const processed = 'processed';
const maxNames = 100_000;

/** The kind of a file by its name, whatever its case; null for others. */
function kindOf(name: string): ExportAnswer['kind'] | null {
  const match = /\.xml\.(ok|err|reject)$/i.exec(name);
  const word = match?.[1]?.toLowerCase();
  return answerKinds.find((kind) => kind === word) ?? null;
}

/** SHA-256 of an answer's content, lower-case hex. */
export function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

async function look(path: string): Promise<AnswerLook | null> {
  try {
    const found = await lstat(path);
    return found.isFile() ? { size: found.size, modifiedAt: found.mtimeMs } : null;
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error))) return null;
    throw error;
  }
}

/** `a.xml.ok`, then `a (2).xml.ok`: by number, before the first dot that belongs to the ending. */
function numbered(name: string, number: number): string {
  if (number === 1) return name;
  const kind = extname(name);
  const inner = name.slice(0, -kind.length);
  const end = extname(inner);
  return `${inner.slice(0, inner.length - end.length)}${numberMark(number)}${end}${kind}`;
}

/** The real disk. */
export const answerFiles: AnswerFiles = {
  async list(folder) {
    let names: readonly string[];
    try {
      names = await readdir(folder);
    } catch (error) {
      if (['ENOENT', 'ENOTDIR'].includes(codeOf(error))) return [];
      throw error;
    }
    return names.flatMap((name) => {
      const kind = kindOf(name);
      const path = join(folder, name);
      return kind === null ? [] : [{ path, kind, xml: path.slice(0, -(kind.length + 1)) }];
    });
  },
  async of(xml) {
    const candidates = answerKinds.flatMap((kind) =>
      [kind, kind.toUpperCase()].map((word) => ({ path: `${xml}.${word}`, kind, xml })),
    );
    const found = await Promise.all(candidates.map(async (file) => ((await look(file.path)) === null ? [] : [file])));
    // On disks that take no notice of case both spellings find one file.
    return found.flat().filter((file, index, all) => all.findIndex(({ kind }) => kind === file.kind) === index);
  },
  look,
  async read(path, expected, limit) {
    const handle = await open(path, 'r');
    try {
      const buffer = Buffer.alloc(limit + 1);
      let length = 0;
      for (;;) {
        const { bytesRead } = await handle.read(buffer, length, buffer.length - length, length);
        length += bytesRead;
        if (bytesRead === 0 || length === buffer.length) break;
      }
      const after = await handle.stat();
      if (length > limit || after.size !== expected.size || after.mtimeMs !== expected.modifiedAt) return null;
      return buffer.subarray(0, length);
    } finally {
      await handle.close();
    }
  },
  async putAway(path) {
    const folder = join(dirname(path), processed);
    await exportFiles.makeFolder(folder, dirname(path));
    for (let number = 1; number <= maxNames; number += 1) {
      const target = join(folder, numbered(basename(path), number));
      if (await exportFiles.exists(target)) continue;
      if ((await exportFiles.publish(path, target)) === 'taken') continue;
      await exportFiles.syncFolder(folder);
      await exportFiles.remove(path);
      return target;
    }
    throw new Error(`no free name for ${basename(path)}`);
  },
};
