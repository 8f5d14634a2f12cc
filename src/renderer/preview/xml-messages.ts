/** What the window asks of the thread that holds an XML. */
export type XmlAsk =
  | { readonly kind: 'part'; readonly bytes: Uint8Array }
  | { readonly kind: 'whole' }
  | { readonly kind: 'rows'; readonly from: number; readonly to: number }
  | { readonly kind: 'toggle'; readonly line: number }
  | { readonly kind: 'fold-all'; readonly folds: boolean }
  | { readonly kind: 'find'; readonly words: string }
  /** The line of the search with this number, from 0. */
  | { readonly kind: 'show'; readonly place: number };

/** A line in sight: its number in the XML from 0, its words, and whether it can be folded, and how many lines that hides. */
export interface XmlRow {
  readonly line: number;
  readonly text: string;
  readonly depth: number;
  readonly folds: boolean;
  readonly folded: boolean;
  readonly inside: number;
}

/** What the thread tells: how many rows are in sight, rows from `from` on, how many lines have the words, the row to scroll to with its line. */
export type XmlTell =
  | { readonly kind: 'count'; readonly rows: number }
  | { readonly kind: 'rows'; readonly from: number; readonly rows: readonly XmlRow[] }
  | { readonly kind: 'found'; readonly count: number }
  | { readonly kind: 'at'; readonly row: number; readonly line: number };
