import { randomBytes } from 'node:crypto';
import type { ContentReference } from '../../../shared/desktop-contract.ts';
import type { Outcome } from '../../../shared/faults.ts';

/** A page of a scan session as a picture. */
export type PageReference = Extract<ContentReference, { kind: 'scan-page' }>;

/** Pictures of scanned pages, made when they are fetched and kept a while: thumbnails come into sight again and again. */
export interface PagePictures {
  /** The token of a page's picture; the same one as long as the picture is the same. */
  address(page: PageReference): string;
  /** The JPEG of a token; null where there is none, or where the page is gone. */
  read(token: string): Promise<Uint8Array<ArrayBuffer> | null>;
  /** Ends all addresses. */
  forget(): void;
}

/** Bytes of pictures that are kept, and addresses that are known: far more than a session has. */
const maxBytes = 48 * 1024 * 1024;
const maxAddresses = 20_000;

/** Makes them; `picture` asks the engine for a JPEG. */
export function createPagePictures(picture: (page: PageReference) => Promise<Outcome<Uint8Array>>): PagePictures {
  const tokens = new Map<string, string>();
  const pages = new Map<string, PageReference>();
  /** Oldest use first. */
  const kept = new Map<string, Uint8Array<ArrayBuffer>>();
  let bytes = 0;

  function keep(token: string, read: Uint8Array<ArrayBuffer>): void {
    kept.set(token, read);
    bytes += read.length;
    for (const [oldest, { length }] of kept) {
      if (bytes <= maxBytes || oldest === token) return;
      kept.delete(oldest);
      bytes -= length;
    }
  }

  return {
    address(page) {
      const key = [page.sessionId, page.pageId, page.version, page.most].join(' ');
      const known = tokens.get(key);
      if (known !== undefined) return known;
      if (tokens.size >= maxAddresses) {
        tokens.clear();
        pages.clear();
      }
      const token = randomBytes(16).toString('hex');
      tokens.set(key, token);
      pages.set(token, page);
      return token;
    },
    forget() {
      tokens.clear();
      pages.clear();
      kept.clear();
      bytes = 0;
    },
    async read(token) {
      const known = kept.get(token);
      if (known !== undefined) {
        kept.delete(token);
        kept.set(token, known);
        return known;
      }
      const page = pages.get(token);
      if (page === undefined) return null;
      const made = await picture(page);
      if (!made.ok) return null;
      const read = new Uint8Array(made.value);
      if (!kept.has(token)) keep(token, read);
      return read;
    },
  };
}
