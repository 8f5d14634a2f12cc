import type { ScanPageView, ScanSessionView } from '../../../shared/scanning.ts';

/** Pages as they were last seen, with their words. */
let known: Readonly<Record<string, { readonly page: ScanPageView; readonly words: string }>> = {};

/** The session with the objects of before for pages that did not change: what shows them need not be drawn anew. */
export function withKnownPages(session: ScanSessionView): ScanSessionView {
  known = Object.fromEntries(
    Object.entries(session.pages).map(([id, page]) => {
      const words = JSON.stringify(page);
      const before = known[id];
      return [id, before?.words === words ? before : { page, words }];
    }),
  );
  return { ...session, pages: Object.fromEntries(Object.entries(known).map(([id, { page }]) => [id, page])) };
}
