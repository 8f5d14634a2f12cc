import { randomBytes } from 'node:crypto';
import { open } from 'node:fs/promises';
import type { ContentReference, DesktopAnswer } from '../../../shared/desktop-contract.ts';
import type { Outcome } from '../../../shared/faults.ts';
import { failure, success } from '../../engine/faults/fault.ts';
import type { ContentFinder, FoundContent } from './find-content.ts';
import type { PagePictures } from './page-pictures.ts';
import { mediaOf } from './media.ts';

/** Gives content to the window, under addresses that nobody can guess. */
export interface ContentDesk {
  open(content: ContentReference): Promise<Outcome<DesktopAnswer<'content.open'>>>;
  /** Answers a fetch of the page; null where there is no such content. */
  serve(token: string, page: number | null): Promise<Response | null>;
  /** The page that asked is gone: its addresses lead nowhere, and what is still being looked for gets none. */
  forget(): void;
}

/** A page of a TIFF is shown at most so wide, pixels. */
const widestPage = 2_400;

/** Makes the desk; see {@link ContentDesk}. */
export function createContentDesk(finder: ContentFinder, pictures: PagePictures): ContentDesk {
  const opened = new Map<string, FoundContent>();
  let pages = 0;

  return {
    async open(content) {
      if (content.kind === 'scan-page') {
        const name = `${content.pageId}.jpg`;
        const url = `content/${pictures.address(content)}`;
        return success({ url, kind: 'image', name, mediaType: 'image/jpeg', size: null, pages: null });
      }
      const askedBy = pages;
      const found = await finder.find(content);
      if (!found.ok) return found;
      const { path, name, size } = found.value;
      const { kind, mediaType } = mediaOf(name, found.value.mediaType);
      const count = kind === 'pages' ? await pagesOf(path) : null;
      if (askedBy !== pages) return failure('not-found', { subject: 'page' });
      if (kind === 'pages' && count === null) return failure('file-damaged', { name });
      const token = randomBytes(16).toString('hex');
      opened.set(token, found.value);
      return success({ url: `content/${token}`, kind, name, mediaType, size, pages: count });
    },
    forget() {
      pages += 1;
      opened.clear();
      pictures.forget();
    },
    async serve(token, page) {
      const found = opened.get(token);
      if (found === undefined) {
        const picture = await pictures.read(token);
        return picture === null
          ? null
          : new Response(picture, { headers: contentHeaders('image/jpeg', picture.length) });
      }
      if (page !== null) return pagePicture(found.path, page);
      const { kind, mediaType } = mediaOf(found.name, found.mediaType);
      const file = await open(found.path, 'r').catch(() => null);
      if (file === null) return null;
      const { size } = await file.stat();
      return new Response(file.readableWebStream({ type: 'bytes' }), {
        // Text is only ever text: a page among the documents must not become one of ours.
        headers: contentHeaders(kind === 'text' ? 'text/plain; charset=utf-8' : mediaType, size),
      });
    },
  };
}

async function pagesOf(path: string): Promise<number | null> {
  try {
    const { default: sharp } = await import('sharp');
    return (await sharp(path).metadata()).pages ?? 1;
  } catch {
    return null;
  }
}

async function pagePicture(path: string, page: number): Promise<Response | null> {
  try {
    const { default: sharp } = await import('sharp');
    const picture = sharp(path, { page: page - 1 }).resize({ width: widestPage, withoutEnlargement: true });
    const bytes = new Uint8Array(await picture.png().toBuffer());
    return new Response(bytes, { headers: contentHeaders('image/png', bytes.length) });
  } catch {
    return null;
  }
}

function contentHeaders(mediaType: string, size: number): Record<string, string> {
  return {
    'content-type': mediaType,
    'content-length': String(size),
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  };
}
