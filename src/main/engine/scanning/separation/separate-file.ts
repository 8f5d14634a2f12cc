import { extname, join } from 'node:path';
import { rm } from '../../platform/disk/patient-files.ts';
import { makeFolder } from '../../platform/disk/make-folder.ts';
import { failure, success } from '../../faults/fault.ts';
import type { Fault, Outcome } from '../../../../shared/faults.ts';
import type { PaperRule } from '../../../../shared/scanning.ts';
import { withDiskFault } from '../disk-fault.ts';
import { tookTooLong, type PageThread } from '../pages/page-thread.ts';
import { asScanned } from '../pages/page-shape.ts';
import type { TakenPage } from '../pages/taken-page.ts';
import type { PageLook } from '../pages/analysis/page-look.ts';
import { maxPages } from '../pages/pdf/page-pictures.ts';
import { separatePages, type FoundDocument, type FoundDocuments } from './separate-pages.ts';

/** What separating a file needs. */
export interface SeparateFileParts {
  readonly thread: Pick<PageThread, 'forget' | 'importPages' | 'isClosed' | 'look' | 'lookDrawn' | 'take' | 'write'>;
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
  /** Barcodes are read whatever the rule wants of them. */
  readonly codes?: boolean;
}

/** A document of a file, written and durable. */
export interface WrittenPart extends FoundDocument {
  readonly path: string;
  readonly shownName: string;
  readonly bytes: number;
}

/**
 * What became of a file. `as-it-is`: it goes on untouched, because nobody can tell what its pages show, because it is one document
 * anyway (`document` then tells what a barcode says of it), because nothing would be left of it, or because its parts would lose what
 * it holds beside its pages (files, a signature, a form) or can't be taken out of it, or because that takes too long or it is too large for it. `stopped`: the signal said so, and nothing counts.
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
      readonly because:
        | 'no-pictures'
        | 'one-document'
        | 'nothing-left'
        | 'inseparable'
        | 'too-large'
        | typeof tookTooLong;
      readonly document: FoundDocument | null;
    };

/** What was seen on the pages of a file; `taken` = those that are pictures, `whole` = its parts would lose something. */
interface SeenFile {
  readonly looks: readonly PageLook[];
  readonly taken: readonly TakenPage[];
  readonly whole: boolean;
}

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

  /** Goes as it is; `reason` = what PDFium made of it, where it was asked. */
  function untouched(because: 'no-pictures' | 'inseparable', reason?: Fault): Outcome<Separated> {
    const unseen = ([tookTooLong, 'too-large'] as const).find((each) => each === reason?.params['problem']);
    return success({ kind: 'as-it-is', because: unseen ?? because, document: null });
  }

  const isPdf = file.mediaType === 'application/pdf';
  const { separation, barcodeTo } = file.rule;
  const codes =
    file.codes === true || separation.by === 'patch' || separation.by === 'barcode' || barcodeTo !== 'nothing';

  /** What is on the pages of a file that are pictures: it is scanned. */
  async function lookAtPictures(): Promise<Outcome<SeenFile>> {
    const taken = await thread.importPages(file.path, pagesFolder, 'page');
    if (!taken.ok) return taken;
    const looks: PageLook[] = [];
    for (const page of taken.value) {
      if (isStopped()) break;
      const seen = await thread.look(page.path, { codes, edge: false, straighten: false });
      if (!seen.ok) return seen;
      looks.push(seen.value.look);
    }
    return success({ looks, taken: taken.value, whole: false });
  }

  /** What is on the pages of a PDF that were written, not scanned: they are drawn for it. */
  async function lookAtDrawn(): Promise<Outcome<SeenFile>> {
    const looks: PageLook[] = [];
    let [pages, whole] = [1, false];
    for (let page = 0; page < pages && !isStopped(); page += 1) {
      const seen = await thread.lookDrawn(file.path, page, codes);
      if (!seen.ok) return seen;
      const { look, holdsMore } = seen.value;
      looks.push(look);
      [pages, whole] = [seen.value.pages, holdsMore];
      if (pages > maxPages) return failure('file-damaged', {}, 'more pages than are looked at');
    }
    return success({ looks, taken: [], whole });
  }

  async function lookAtAll(): Promise<Outcome<SeenFile>> {
    const seen = await lookAtPictures();
    const isDrawn = !seen.ok && seen.fault.code === 'file-damaged' && isPdf;
    return isDrawn && !isStopped() ? lookAtDrawn() : seen;
  }

  let takes = isPdf;

  /** A document as a file: pages of a PDF as they are, with their text; else, and where PDFium can't take them, its pictures. */
  async function writeOne(
    { pages }: FoundDocument,
    taken: readonly TakenPage[],
    path: string,
    title: string,
  ): Promise<Outcome<number>> {
    if (takes) {
      const done = await thread.take(file.path, pages, path, title);
      if (done.ok || done.fault.code !== 'file-damaged' || taken.length === 0) return done;
      // Once is enough for all parts: each further one might take its minute.
      takes = false;
    }
    const pictures = pages.flatMap((place) => {
      const page = taken[place];
      return page === undefined ? [] : [{ ...page, shape: { ...asScanned, rotation: page.rotation } }];
    });
    return thread.write(pictures, file.mediaType === 'image/tiff' ? 'tiff' : 'pdf', path, title);
  }

  async function write(found: FoundDocuments, { looks, taken }: SeenFile): Promise<Outcome<Separated>> {
    const written: WrittenPart[] = [];
    const stem = file.name.slice(0, file.name.length - extname(file.name).length);
    for (const [index, document] of found.documents.entries()) {
      if (isStopped()) return stopped;
      const title = document.name ?? `${stem} (${index + 1})`;
      // The number keeps those apart that a barcode gives the same name.
      const path = join(folder, `${index + 1}${file.mediaType === 'image/tiff' ? '.tif' : '.pdf'}`);
      const done = await writeOne(document, taken, path, title);
      if (!done.ok) return done;
      const shownName = `${parts.safeName(title)}${extname(path)}`;
      written.push({ ...document, path, shownName, bytes: done.value });
    }
    return success({ kind: 'parts', parts: written, pages: looks.length, leftOut: found.leftOut });
  }

  try {
    return await withDiskFault(async () => {
      await rm(folder, { recursive: true, force: true });
      await makeFolder(pagesFolder, 0o700);
      const seen = await lookAtAll();
      if (isStopped()) return stopped;
      // Only of what was read it is known that it shows nothing.
      if (!seen.ok) return seen.fault.code === 'file-damaged' ? untouched('no-pictures', seen.fault) : seen;
      const found = separatePages(seen.value.looks, file.rule);
      const asOne = asItIs(found);
      if (asOne !== null) return success(asOne);
      if (seen.value.whole) return untouched('inseparable');
      const written = await write(found, seen.value);
      if (isStopped()) return stopped;
      const isWhole = takes && !written.ok && written.fault.code === 'file-damaged';
      return isWhole ? untouched('inseparable', written.fault) : written;
    });
  } finally {
    if (isPdf) await thread.forget();
    await rm(pagesFolder, { recursive: true, force: true }).catch(() => undefined);
  }
}
