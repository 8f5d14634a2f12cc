import { Combine, Ellipsis, FolderDown, Scissors, Send, Undo2 } from 'lucide-react';
import type { KeyboardEvent, ReactElement } from 'react';
import { useEffect, useRef } from 'react';
import type { ScanSessionView } from '../../../../shared/scanning.ts';
import { Button } from '../../../components/button.tsx';
import { Menu, useContextMenu } from '../../../components/menu.tsx';
import { MiddleName } from '../../../components/middle-name.tsx';
import { useText } from '../../../text/index.ts';
import { type Arrangement, type ShownDocument, stepTo } from './arrangement.ts';
import { headDrag } from './page-drag.ts';
import { deleteAndShowNext, pageCommands } from './page-viewer.tsx';
import styles from './pages.module.css';
import { editSession, saveDocuments, sendDocuments, undoEdit } from '../scan-acts.ts';
import { selectPages, showPage, useScan } from '../scan-store.ts';
import { Thumb } from './thumb.tsx';

interface PaneProps {
  readonly session: ScanSessionView;
  readonly arrangement: Arrangement;
}

/** The pages in their documents, small; with keys to choose, move and delete them. */
export function Thumbs({ session, arrangement }: PaneProps): ReactElement {
  const say = useText('scan');
  const pageId = useScan((state) => state.pageId);
  const list = useRef<HTMLDivElement>(null);
  const { pages, documents } = arrangement;
  const coming = pages.length + 1;
  // The keyboard is among the pages: it follows the shown one, also where that moves or takes a deleted one's place.
  const here = useRef(false);
  useEffect(() => {
    const chosen = thumbOf(list.current, pageId);
    const lost = document.activeElement === document.body || isThumb(document.activeElement);
    if (here.current && lost && document.activeElement !== chosen) chosen?.focus();
  });
  useEffect(() => {
    thumbOf(list.current, pageId)?.scrollIntoView({ block: 'nearest' });
  }, [pageId]);
  const go = (by: number, more: boolean): void => {
    const at = pages.findIndex(({ page }) => page.id === pageId);
    const next = pages[Math.max(0, Math.min(pages.length - 1, at + by))];
    if (next === undefined) return;
    if (more) selectPages(next.page.id, useScan.getState().selected);
    else showPage(next.page.id);
  };
  const move = (by: -1 | 1): void => {
    const to = pageId === null ? null : stepTo(arrangement, pageId, by);
    if (pageId === null || to === null) return;
    void editSession({ act: 'move', pageIds: [pageId], ...to });
  };
  const { on, menu } = useContextMenu(say('page-acts'), (inside) => {
    const thumb = inside.closest<HTMLElement>('[data-page]');
    const shown = pages.find(({ page }) => page.id === thumb?.dataset['page']);
    if (shown === undefined) return null;
    // What is not among the chosen pages is chosen first, alone.
    if (!useScan.getState().selected.has(shown.page.id)) showPage(shown.page.id);
    const { selected } = useScan.getState();
    const chosen = pages.map(({ page }) => page.id).filter((id) => selected.has(id));
    const { bar, more } = pageCommands(session, arrangement, shown, chosen);
    return [...bar, ...more];
  });
  const remove = (): void => {
    const { selected } = useScan.getState();
    void deleteAndShowNext(arrangement, new Set(pages.map(({ page }) => page.id).filter((id) => selected.has(id))));
  };
  const act = (event: KeyboardEvent): void => {
    if (!isThumb(event.target)) return;
    const back = event.key === 'ArrowLeft' || event.key === 'ArrowUp';
    const forth = event.key === 'ArrowRight' || event.key === 'ArrowDown';
    const steps = event.key === 'ArrowUp' || event.key === 'ArrowDown' ? columnsOf(event.target) : 1;
    if ((back || forth) && event.altKey) move(back ? -1 : 1);
    else if (back || forth) go(back ? -steps : steps, event.shiftKey);
    else if (event.key === 'Home') go(-pages.length, event.shiftKey);
    else if (event.key === 'End') go(pages.length, event.shiftKey);
    else if (event.key === 'Delete' || event.key === 'Backspace') remove();
    else if (event.key === 'a' && (event.ctrlKey || event.metaKey)) {
      if (pageId !== null)
        selectPages(
          pageId,
          pages.map(({ page }) => page.id),
        );
    } else return;
    event.preventDefault();
  };
  return (
    <section className={styles['pane']} aria-label={say('pages', { count: pages.length })}>
      <div className={styles['paneHead']}>
        <h2>{say('documents', { count: documents.length })}</h2>
        <span>{say('pages', { count: pages.length })}</span>
        <Button
          kind="icon"
          label={say('undo')}
          icon={<Undo2 />}
          why={session.canUndo ? null : say('why-no-undo')}
          onPress={() => void undoEdit()}
        />
      </div>
      {menu}
      <div
        ref={list}
        className={styles['scroll']}
        data-pages
        onContextMenu={on.onContextMenu}
        onKeyDown={(event) => {
          on.onKeyDown(event);
          if (!event.defaultPrevented) act(event);
        }}
        onFocus={({ target }) => {
          here.current = isThumb(target);
        }}
        onBlur={({ relatedTarget }) => {
          if (relatedTarget !== null) here.current = isThumb(relatedTarget);
        }}
      >
        <p id="scan-keys" className="spoken">
          {say('keys')}
        </p>
        {documents.map((shown, place) => (
          <DocumentPages
            key={shown.document.id}
            session={session}
            arrangement={arrangement}
            shown={shown}
            place={place}
            coming={session.scanning && place === documents.length - 1 ? coming : null}
          />
        ))}
        {session.scanning && documents.length === 0 && (
          <div className={styles['thumbs']}>
            <Coming number={1} />
          </div>
        )}
      </div>
    </section>
  );
}

function isThumb(target: EventTarget | null): target is HTMLElement {
  return target instanceof HTMLElement && target.dataset['page'] !== undefined;
}

function thumbOf(list: HTMLElement | null, pageId: string | null): HTMLElement | null {
  return list?.querySelector<HTMLElement>(`[data-page="${CSS.escape(pageId ?? '')}"]`) ?? null;
}

/** How many thumbnails stand beside each other in the list of one. */
function columnsOf(thumb: HTMLElement): number {
  const siblings = [...(thumb.parentElement?.children ?? [])];
  const top = siblings[0]?.getBoundingClientRect().top;
  return Math.max(1, siblings.filter((each) => each.getBoundingClientRect().top === top).length);
}

function Coming({ number }: { readonly number: number }): ReactElement {
  const say = useText('scan');
  return (
    <div className={styles['coming']} aria-hidden>
      <span>{say('coming', { number })}</span>
    </div>
  );
}

function Cut({ words }: { readonly words: string }): ReactElement {
  return (
    <p className={styles['cut']}>
      <Scissors aria-hidden />
      <span>{words}</span>
    </p>
  );
}

function DocumentPages({
  session,
  arrangement,
  shown,
  place,
  coming,
}: PaneProps & {
  readonly shown: ShownDocument;
  readonly place: number;
  readonly coming: number | null;
}): ReactElement {
  const say = useText('scan');
  const { document, pages, separators, barcode, kept } = shown;
  const chosenId = useScan((state) => state.pageId);
  const first = arrangement.pages[0]?.page.id;
  const { sendable } = arrangement;
  return (
    <>
      {separators.length > 0 && <Cut words={say('separator')} />}
      {separators.length === 0 && place > 0 && barcode !== null && <Cut words={say('barcode', { text: barcode })} />}
      <header className={styles['head']} {...headDrag(document.id, pages[0]?.index ?? document.pages.length)}>
        <h3>
          <MiddleName name={document.name} />
        </h3>
        <small>{say('pages', { count: kept })}</small>
        <Menu
          label={say('document-acts', { name: document.name })}
          icon={<Ellipsis />}
          entries={[
            {
              id: 'merge',
              label: say('merge'),
              icon: <Combine aria-hidden />,
              why: place === 0 ? say('why-first') : null,
              onAction: () => void editSession({ act: 'merge', documentId: document.id }),
            },
            {
              id: 'send',
              label: say('send-one'),
              icon: <Send aria-hidden />,
              why: kept === 0 ? say('why-empty') : session.scanning ? say('why-scanning') : null,
              onAction: () => void sendDocuments([document.id], sendable.length - 1),
            },
            {
              id: 'save',
              label: say('save-one'),
              icon: <FolderDown aria-hidden />,
              why: kept === 0 ? say('why-empty') : null,
              onAction: () => void saveDocuments([document.id]),
            },
          ].filter(({ id }) => session.edited === undefined || id === 'merge')}
        />
      </header>
      <div
        className={styles['thumbs']}
        {...(pages.length === 0
          ? {}
          : {
              role: 'listbox',
              'aria-label': say('pages-of', { name: document.name }),
              'aria-multiselectable': true,
              'aria-describedby': 'scan-keys',
            })}
      >
        {pages.map(({ page, number, index }) => (
          <Thumb
            key={page.id}
            sessionId={session.id}
            documentId={document.id}
            page={page}
            number={number}
            index={index}
            tabStop={page.id === (chosenId ?? first)}
          />
        ))}
        {coming !== null && <Coming number={coming} />}
      </div>
    </>
  );
}
