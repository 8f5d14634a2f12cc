import { separates } from '../../../../shared/scan/barcode-rules.ts';
import type { ScanDocumentView, ScanPageView, ScanProfile, ScanSessionView } from '../../../../shared/scanning.ts';

/** A page as it is shown: `number` counts through the session, as paper does; separators between documents have none. */
export interface ShownPage {
  readonly page: ScanPageView;
  readonly number: number;
  /** Its place among all pages of its document, those that are not shown included. */
  readonly index: number;
}

/** A document as it is shown, with what lies before it. */
export interface ShownDocument {
  readonly document: ScanDocumentView;
  readonly pages: readonly ShownPage[];
  /** Pages that will be sent. */
  readonly kept: number;
  /** Why it begins here: the separator sheets before its first page, or the barcode on it. */
  readonly separators: readonly ScanPageView[];
  readonly barcode: string | null;
}

/** The arrangement of a session: what can still be changed, in the order in which it is shown. */
export interface Arrangement {
  readonly documents: readonly ShownDocument[];
  /** All shown pages, through all documents. */
  readonly pages: readonly ShownPage[];
  /** Documents that would be sent. */
  readonly sendable: readonly ShownDocument[];
}

/** Pages with less ink (percent) look blank, where the profile does not say how little is none. */
const blankLook = 0.2;
/** Pages that lie so much askew (degrees) are pointed out. */
const askew = 0.5;

function shownDocument(
  session: ScanSessionView,
  document: ScanDocumentView,
  profile: ScanProfile | undefined,
  before: number,
): ShownDocument {
  const all = document.pages.flatMap((pageId, index) => {
    const page = session.pages[pageId];
    return page === undefined || page.leftOut === 'removed' ? [] : [{ page, index }];
  });
  const firstReal = all.findIndex(({ page }) => page.leftOut !== 'separator');
  const leading = firstReal === -1 ? all.length : firstReal;
  const pages = all.slice(leading).map((each, place) => ({ ...each, number: before + place + 1 }));
  const [first] = pages;
  const begun =
    first?.page.leftOut === null
      ? first.page.barcodes.find((code) => profile !== undefined && separates(code, profile))
      : undefined;
  return {
    document,
    pages,
    kept: pages.filter(({ page }) => page.leftOut === null).length,
    separators: all.slice(0, leading).map(({ page }) => page),
    barcode: begun?.text ?? null,
  };
}

/** Arranges a session for showing: documents on their way, and those of which every page was deleted, are not among them. */
export function arrange(session: ScanSessionView, profile: ScanProfile | undefined): Arrangement {
  const documents: ShownDocument[] = [];
  let count = 0;
  for (const document of session.documents) {
    if (document.sentAt !== null) continue;
    const shown = shownDocument(session, document, profile, count);
    if (shown.pages.length === 0 && shown.separators.length === 0) continue;
    documents.push(shown);
    count += shown.pages.length;
  }
  return {
    documents,
    pages: documents.flatMap(({ pages }) => pages),
    sendable: documents.filter(({ kept }) => kept > 0),
  };
}

/** What a person should look at on a page. */
export type PageDoubt = 'askew' | 'too-long' | 'blank';

/** What is doubtful about a page that will be sent; the gravest first. */
export function doubts({
  leftOut,
  tooLongMm,
  skewDegrees,
  straighten,
  inkPercent,
}: ScanPageView): readonly PageDoubt[] {
  if (leftOut !== null) return [];
  return [
    ...(tooLongMm === null ? [] : ['too-long' as const]),
    ...(skewDegrees !== null && Math.abs(skewDegrees) >= askew && straighten === 0 ? ['askew' as const] : []),
    ...(inkPercent !== null && inkPercent < blankLook ? ['blank' as const] : []),
  ];
}

/** A page that is left out, and after which page (0 = before all) it lay. */
export interface LeftOutPage {
  readonly page: ScanPageView;
  readonly after: number;
}

/** Everything of a session that is left out of documents that can still be changed. */
export function leftOutPages(session: ScanSessionView, { pages }: Arrangement): readonly LeftOutPage[] {
  const numbers = new Map(pages.map(({ page, number }) => [page.id, number]));
  let after = 0;
  return session.documents
    .filter(({ sentAt }) => sentAt === null)
    .flatMap(({ pages: ids }) =>
      ids.flatMap((id) => {
        const page = session.pages[id];
        const number = numbers.get(id);
        after = number ?? after;
        return page === undefined || page.leftOut === null ? [] : [{ page, after }];
      }),
    );
}

/** Where a page would stand after one step towards the beginning (-1) or the end (1): null where there is no further place. */
export function stepTo(
  { documents }: Arrangement,
  pageId: string,
  by: -1 | 1,
): { readonly documentId: string; readonly index: number } | null {
  const place = documents.findIndex(({ pages }) => pages.some(({ page }) => page.id === pageId));
  const holder = documents[place];
  if (holder === undefined) return null;
  const at = holder.pages.findIndex(({ page }) => page.id === pageId);
  const neighbour = holder.pages[at + by];
  if (neighbour !== undefined) {
    return { documentId: holder.document.id, index: by < 0 ? neighbour.index : neighbour.index + 1 };
  }
  const next = documents[place + by];
  if (next === undefined) return null;
  const { length } = next.document.pages;
  return { documentId: next.document.id, index: by < 0 ? length : (next.pages[0]?.index ?? length) };
}

/** Which page is shown after pages went: the one behind them, else the one before. */
export function pageAfter({ pages }: Arrangement, gone: ReadonlySet<string>): string | null {
  const first = pages.findIndex(({ page }) => gone.has(page.id));
  const behind = pages.slice(first).find(({ page }) => !gone.has(page.id));
  return behind?.page.id ?? pages.slice(0, Math.max(0, first)).at(-1)?.page.id ?? null;
}
