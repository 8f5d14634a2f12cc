import { success } from '../../faults/fault.ts';
import type { Outcome } from '../../../../shared/faults.ts';
import type { PageThread } from '../pages/page-thread.ts';
import { goesAsScanned } from '../pages/page-shape.ts';
import type { PageToWrite } from '../pages/page-work.ts';

/** How large a document will be, bytes; `exact` = every page of it was measured. */
export interface DocumentSize {
  readonly bytes: number;
  readonly exact: boolean;
}

/** A page as it is to be written, and the bytes of its file as it was scanned; absent where nobody measured that. */
type SizedPage = PageToWrite & { readonly bytes?: number | undefined };

/** What a document and each of its pages need beside their pictures, bytes. */
const frame = { pdf: { document: 1_000, page: 450 }, tiff: { document: 8, page: 250 } } as const;

/** Number of pages of a kind that are made to measure them; the sizes of the others are estimated from these. */
const maxMade = 6;
/** Maximum number of remembered sizes: several changes of the largest document. */
const maxKept = 5_000;

/** Whether a page's file goes into the document unchanged. */
function isTaken(page: SizedPage, format: 'pdf' | 'tiff'): boolean {
  return format === 'pdf' && goesAsScanned(page);
}

/** Pages of one kind become larger or smaller alike. */
function kindOf(page: SizedPage, format: 'pdf' | 'tiff'): string {
  const { color, mediaType, quality, threshold, shape } = page;
  const { straighten, brightness, contrast } = shape;
  return [isTaken(page, format), color, mediaType, quality, threshold, straighten !== 0, brightness, contrast].join(
    ' ',
  );
}

/** Bytes of a page's file that are inside its cut. */
function scannedPart({ bytes = 0, shape: { cut } }: SizedPage): number {
  return bytes * (cut === null ? 1 : cut.width * cut.height);
}

/** `count` of these, evenly spread over all of them. */
function spread<Each>(all: readonly Each[], count: number): readonly Each[] {
  if (all.length <= count) return all;
  return Array.from({ length: count }, (_, index) => all[Math.floor(((index + 0.5) * all.length) / count)]).filter(
    (each) => each !== undefined,
  );
}

/** Estimates the sizes of documents. For that it makes some of their pages, each once for each of its shapes. */
export function createDocumentSizes(thread: Pick<PageThread, 'measure'>): {
  /** The size of a document of these pages. `file-damaged`, `file-unreadable`. */
  of(pages: readonly SizedPage[], format: 'pdf' | 'tiff'): Promise<Outcome<DocumentSize>>;
} {
  const made = new Map<string, number>();

  function keyOf({ path, shape, density, color, quality, threshold }: SizedPage, format: 'pdf' | 'tiff'): string {
    return JSON.stringify([path, shape, density, color, quality, threshold, format]);
  }

  function known(page: SizedPage, format: 'pdf' | 'tiff'): number | undefined {
    return isTaken(page, format) && page.bytes !== undefined ? page.bytes : made.get(keyOf(page, format));
  }

  async function ofKind(pages: readonly SizedPage[], format: 'pdf' | 'tiff'): Promise<Outcome<DocumentSize>> {
    const open = pages.filter((page) => known(page, format) === undefined);
    const measured = pages.length - open.length;
    // Pages whose file size is unknown are all measured: nothing can be estimated from them.
    const unsized = open.filter(({ bytes }) => bytes === undefined);
    const sized = open.filter(({ bytes }) => bytes !== undefined);
    for (const page of [...unsized, ...spread(sized, Math.max(0, maxMade - measured))]) {
      const size = await thread.measure(page, format);
      if (!size.ok) return size;
      if (made.size >= maxKept) made.clear();
      made.set(keyOf(page, format), size.value);
    }
    let [became, from, rest] = [0, 0, 0];
    for (const page of pages) {
      const size = known(page, format);
      if (size === undefined) rest += scannedPart(page);
      else {
        became += size;
        from += scannedPart(page);
      }
    }
    return success({ bytes: became + (from === 0 ? rest : (rest * became) / from), exact: rest === 0 });
  }

  return {
    async of(pages, format) {
      const kinds = new Map<string, SizedPage[]>();
      for (const page of pages) {
        const kind = kindOf(page, format);
        kinds.set(kind, [...(kinds.get(kind) ?? []), page]);
      }
      let bytes = frame[format].document + pages.length * frame[format].page;
      let exact = true;
      for (const kind of kinds.values()) {
        const size = await ofKind(kind, format);
        if (!size.ok) return size;
        bytes += size.value.bytes;
        exact &&= size.value.exact;
      }
      return success({ bytes: Math.round(bytes), exact });
    },
  };
}
