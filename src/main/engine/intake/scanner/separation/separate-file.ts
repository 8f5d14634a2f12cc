import { extname, join } from 'node:path';
import { rm } from '../../../patient-files.ts';
import { makeFolder } from '../../../make-folder.ts';
import { success } from '../../../faults/fault.ts';
import type { Outcome } from '../../../../../shared/faults.ts';
import type { PaperRule } from '../../../../../shared/scanning.ts';
import { diskFault } from '../disk-fault.ts';
import type { PageThread } from '../pages/page-thread.ts';
import { asScanned } from '../pages/page-shape.ts';
import type { TakenPage } from '../pages/taken-page.ts';
import { separatePages, type FoundDocument, type FoundDocuments, type SeenPage } from './separate-pages.ts';

/** What separating a file needs. */
export interface SeparateFileParts {
  readonly thread: Pick<PageThread, 'importPages' | 'isClosed' | 'look' | 'write'>;
  /** A text as one segment of a path that every system takes. */
  readonly safeName: (text: string) => string;
}

/** A file to be separated; `folder` is its own, and emptied first. */
export interface FileToSeparate {
  readonly path: string;
  readonly name: string;
  readonly mediaType: string | null;
  readonly rule: PaperRule;
  readonly folder: string;
  readonly signal: { readonly aborted: boolean };
}

/** A document of a file, written and durable. */
export interface WrittenPart extends FoundDocument {
  readonly path: string;
  readonly shownName: string;
  readonly bytes: number;
}

/**
 * What became of a file. `as-it-is`: it goes on untouched, because its pages are no pictures that can be read, because it is one
 * document anyway (`document` then tells what a barcode says of it), or because nothing would be left of it. `stopped`: the signal
 * said so, and nothing counts.
 */
export type Separated =
  | { readonly kind: 'stopped' }
  | {
      readonly kind: 'parts';
      readonly parts: readonly WrittenPart[];
      readonly pages: number;
      readonly leftOut: readonly number[];
    }
  | {
      readonly kind: 'as-it-is';
      readonly because: 'no-pictures' | 'one-document' | 'nothing-left';
      readonly document: FoundDocument | null;
    };

function asItIs({ documents, leftOut }: FoundDocuments): Separated | null {
  const [first] = documents;
  if (first === undefined) return { kind: 'as-it-is', because: 'nothing-left', document: null };
  return documents.length === 1 && leftOut.length === 0
    ? { kind: 'as-it-is', because: 'one-document', document: first }
    : null;
}

/** Page numbers as people write them, from 1: `3-5, 8`. */
export function pageRange(pages: readonly number[]): string {
  const spans: [number, number][] = [];
  for (const page of pages) {
    const last = spans.at(-1);
    if (last !== undefined && last[1] === page - 1) last[1] = page;
    else spans.push([page, page]);
  }
  return spans.map(([from, to]) => (from === to ? `${from + 1}` : `${from + 1}-${to + 1}`)).join(', ');
}

/**
 * Takes a file apart into the documents it holds; the file itself is only read. Faults: what the disk refuses, and a
 * file of which nobody can tell just now what it shows. What was written
 * before a fault or a stop is of no use and is written anew.
 */
export async function separateFile(parts: SeparateFileParts, file: FileToSeparate): Promise<Outcome<Separated>> {
  const { thread } = parts;
  const { signal, folder } = file;
  const pagesFolder = join(folder, 'pages');
  const isStopped = (): boolean => signal.aborted || thread.isClosed();
  const stopped: Outcome<Separated> = success({ kind: 'stopped' });

  async function lookAtAll(taken: readonly TakenPage[]): Promise<Outcome<readonly SeenPage[]>> {
    const codes = file.rule.separation.by === 'patch' || file.rule.separation.by === 'barcode';
    const ask = { codes: codes || file.rule.barcodeTo !== 'nothing', edge: false, straighten: false };
    const looked: SeenPage[] = [];
    for (const page of taken) {
      if (isStopped()) break;
      const seen = await thread.look(page.path, ask);
      if (!seen.ok) return seen;
      looked.push({ page, look: seen.value.look });
    }
    return success(looked);
  }

  async function write(found: FoundDocuments, taken: readonly TakenPage[]): Promise<Outcome<Separated>> {
    const written: WrittenPart[] = [];
    const isTiff = file.mediaType === 'image/tiff';
    const stem = file.name.slice(0, file.name.length - extname(file.name).length);
    for (const [index, document] of found.documents.entries()) {
      if (isStopped()) return stopped;
      const title = document.name ?? `${stem} (${index + 1})`;
      // The number keeps those apart that a barcode gives the same name.
      const path = join(folder, `${index + 1}${isTiff ? '.tif' : '.pdf'}`);
      const pages = document.pages.flatMap((place) => {
        const page = taken[place];
        return page === undefined ? [] : [{ ...page, shape: { ...asScanned, rotation: page.rotation } }];
      });
      const done = await thread.write(pages, isTiff ? 'tiff' : 'pdf', path, title);
      if (!done.ok) return done;
      const shownName = `${parts.safeName(title)}${extname(path)}`;
      written.push({ ...document, path, shownName, bytes: done.value });
    }
    return success({ kind: 'parts', parts: written, pages: taken.length, leftOut: found.leftOut });
  }

  try {
    await rm(folder, { recursive: true, force: true });
    await makeFolder(pagesFolder, 0o700);
    const taken = await thread.importPages(file.path, pagesFolder, 'page');
    const looked = taken.ok ? await lookAtAll(taken.value) : taken;
    if (isStopped()) return stopped;
    // Only of what was read it is known that it shows no pictures.
    if (!looked.ok && looked.fault.code !== 'file-damaged') return looked;
    if (!taken.ok || !looked.ok) return success({ kind: 'as-it-is', because: 'no-pictures', document: null });
    const found = separatePages(looked.value, file.rule);
    const whole = asItIs(found);
    if (whole !== null) return success(whole);
    const written = await write(found, taken.value);
    return isStopped() ? stopped : written;
  } catch (error) {
    const known = diskFault(error);
    if (known === null) throw error;
    return { ok: false, fault: known };
  } finally {
    await rm(pagesFolder, { recursive: true, force: true }).catch(() => undefined);
  }
}
