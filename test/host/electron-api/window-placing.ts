import type { Rectangle } from 'electron';
import { demandChromium } from '../host-state.ts';
import { blankPrefix, windowIdOf } from '../page/prepare-page.ts';
import type { WebContents } from './web-contents.ts';

/** Pages whose window has been asked for, by the mark in the address it opens with. */
const awaited = new Map<string, WebContents>();

/** How the window looks before its page is there. */
export interface Opening {
  readonly title: string;
  readonly background: string | undefined;
  readonly bounds: Rectangle;
}

/** Opens a window for a page; `takePage` gets it when Chromium announces it. */
export async function openPageFor(contents: WebContents, opening: Opening): Promise<void> {
  const mark = `host-window-${contents.id}`;
  awaited.set(mark, contents);
  const escape = (text: string): string => text.replace(/[&<>"]/gu, (character) => `&#${character.charCodeAt(0)};`);
  const page = `<title>${escape(opening.title)}</title><body bgcolor="${escape(opening.background ?? '#fff')}"><!--${mark}-->`;
  await demandChromium().openWindow(`${blankPrefix}${encodeURIComponent(page)}`, opening.bounds);
  const { session } = await contents.page();
  session.post('Browser.setWindowBounds', { windowId: await windowIdOf(session), bounds: asBounds(opening.bounds) });
}

/** The page that was waiting for the window opened with this address. */
export function takePage(address: string): WebContents | undefined {
  const mark = /<!--(host-window-\d+)-->/u.exec(decodeURIComponent(address))?.[1] ?? '';
  const contents = awaited.get(mark);
  awaited.delete(mark);
  return contents;
}

/** Moves a window, or minimizes, maximizes, restores it. */
export function placeWindow(contents: WebContents, to: Rectangle | { readonly windowState: string }): void {
  void contents.page().then(
    async ({ session }) => {
      const windowId = await windowIdOf(session);
      if ('windowState' in to) return session.post('Browser.setWindowBounds', { windowId, bounds: to });
      // Chromium refuses to move a window that is not in its normal state.
      await session.send('Browser.setWindowBounds', { windowId, bounds: { windowState: 'normal' } });
      session.post('Browser.setWindowBounds', { windowId, bounds: asBounds(to) });
    },
    () => undefined,
  );
}

function asBounds({ x, y, width, height }: Rectangle): object {
  return { left: Math.round(x), top: Math.round(y), width: Math.round(width), height: Math.round(height) };
}
