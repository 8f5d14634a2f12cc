import type { Outcome } from '../../../../shared/faults.ts';
import { createTurn } from '../../platform/serial.ts';
import type { ArrangedDocument, PageSize, SourceFile } from '../pages/arranging/pages-asked.ts';
import type { PageLook } from '../pages/analysis/page-look.ts';
import type { PageThread } from '../pages/page-thread.ts';
import { keptPages, type SessionDocument, type SessionState } from '../session/session-state.ts';

/** A document of a session that is to be written. */
export interface DocumentToWrite {
  readonly document: SessionDocument;
  readonly target: string;
  readonly title: string;
}

/** Pages of files that were taken in, one thing after the other: each may take its minute. */
export interface FilePages {
  /** See `PageThread`. */
  survey(file: SourceFile): Promise<Outcome<readonly PageSize[]>>;
  draw(file: SourceFile, page: number, rotation: number, max: number): Promise<Outcome<Uint8Array>>;
  look(file: SourceFile, page: number, folder: string): Promise<Outcome<PageLook>>;
  /** Writes documents of a session of pages of items, each durable; answers their bytes. `folder`: for what lasts a moment. */
  write(
    state: SessionState,
    documents: readonly DocumentToWrite[],
    folder: string,
  ): Promise<Outcome<readonly number[]>>;
  /** Gives back the memory of what was read last. */
  forget(): Promise<void>;
  close(): Promise<void>;
}

/** The kept pages of a document, by their places in the files of its session. */
function arranged(state: SessionState, { document, target, title }: DocumentToWrite): ArrangedDocument {
  const places = new Map(state.edited?.map(({ itemId }, index) => [itemId, index]));
  const pages = keptPages(state, document).flatMap((pageId) => {
    const page = state.pages[pageId];
    const source = places.get(page?.from?.itemId ?? '');
    return page?.from === undefined || source === undefined
      ? []
      : [{ source, page: page.from.page, rotation: page.shape.rotation }];
  });
  return { pages, target, title };
}

/** Makes it over a thread that nobody else uses. */
export function createFilePages(thread: PageThread): FilePages {
  const inTurn = createTurn();
  const plain = ({ path, mediaType }: SourceFile): SourceFile => ({ path, mediaType });
  return {
    survey: (file) => inTurn(() => thread.survey(plain(file))),
    draw: (file, page, rotation, max) => inTurn(() => thread.draw(plain(file), page, rotation, max)),
    look: (file, page, folder) => inTurn(() => thread.lookFile(plain(file), page, folder)),
    write: (state, documents, folder) =>
      inTurn(() =>
        thread.arrange(
          (state.edited ?? []).map(plain),
          documents.map((each) => arranged(state, each)),
          folder,
        ),
      ),
    forget: () => inTurn(() => thread.forget()),
    close: () => thread.close(),
  };
}
