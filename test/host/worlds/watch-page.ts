import type { ToHost } from './host-link.ts';
import type { PageDocument, PageLink, PageInputEvent, PageWindow } from './page-globals.ts';

declare const window: PageWindow;
declare const document: PageDocument;
declare const MutationObserver: new (changed: () => void) => { observe(target: unknown, what: object): void };
declare const HTMLAnchorElement: abstract new () => PageLink;

/** Tells the host what a window tells its owner: title, bounds, focus, links that want a window, and asks before it closes. */
export function watchPage(post: (message: ToHost) => void, asksBeforeClose: () => boolean): void {
  let title = '';
  const tellTitle = (): void => {
    if (document.title === title) return;
    title = document.title;
    post({ kind: 'title', title });
  };
  document.addEventListener('DOMContentLoaded', () => {
    tellTitle();
    new MutationObserver(tellTitle).observe(document.head ?? document.documentElement, {
      subtree: true,
      childList: true,
      characterData: true,
    });
  });

  const tellBounds = (): void => {
    const { screenX: x, screenY: y, outerWidth: width, outerHeight: height } = window;
    post({ kind: 'bounds', bounds: { x, y, width, height } });
  };
  // A window that was moved sends no event of its own.
  let place = '';
  const tellBoundsIfMoved = (): void => {
    const here = `${window.screenX},${window.screenY}`;
    if (here !== place) tellBounds();
    place = here;
  };
  window.addEventListener('resize', tellBounds);
  window.addEventListener('focus', () => post({ kind: 'focus', focused: true }));
  window.addEventListener('blur', () => post({ kind: 'focus', focused: false }));
  window.addEventListener('beforeunload', (event) => {
    if (asksBeforeClose()) event.preventDefault();
  });
  window.addEventListener('mouseover', tellBoundsIfMoved);
  window.addEventListener('keydown', (event) => {
    // What the page has used itself is not a menu's.
    if (event.defaultPrevented) return;
    const { key, ctrlKey: control, shiftKey: shift, altKey: alt } = event;
    if (!control && !alt && !/^F\d+$/u.test(key)) return;
    // The browser's own shortcuts (reload, print, find, new window …) do not exist in an app; those of editing do.
    if (!alt && (!control || !/^[acvxzy]$|^Arrow|^Backspace$|^Delete$|^Home$|^End$|^Insert$/iu.test(key)))
      event.preventDefault();
    post({ kind: 'key', key, control, shift, alt });
  });
  window.addEventListener('click', openInWindow);
  window.addEventListener('auxclick', openInWindow);

  function openInWindow(event: PageInputEvent): void {
    if (event.defaultPrevented || event.button > 1) return;
    const link = event.composedPath().find((each): each is PageLink => each instanceof HTMLAnchorElement);
    if (link === undefined || link.href === '') return;
    const wantsWindow =
      event.button === 1 || event.ctrlKey || event.shiftKey || /^_?(?:blank|new)$/iu.test(link.target);
    if (!wantsWindow) return;
    event.preventDefault();
    post({ kind: 'open', url: link.href, name: '', features: '' });
  }
}
