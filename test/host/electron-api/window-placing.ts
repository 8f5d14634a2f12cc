import { setTimeout } from 'node:timers/promises';
import type { Rectangle } from 'electron';
import { z } from 'zod';
import type { Session } from '../chromium/connection.ts';
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
  placeWindow(contents, opening.bounds);
}

/** The page that was waiting for the window opened with this address. */
export function takePage(address: string): WebContents | undefined {
  const mark = /<!--(host-window-\d+)-->/u.exec(decodeURIComponent(address))?.[1] ?? '';
  const contents = awaited.get(mark);
  awaited.delete(mark);
  return contents;
}

/** What was asked for last, by page: placements of one window happen one after the other, in the order asked for. */
const placements = new WeakMap<WebContents, Promise<void>>();

/** Moves a window, or minimizes, maximizes, restores it. */
export function placeWindow(contents: WebContents, to: Rectangle | { readonly windowState: string }): void {
  const place = async (): Promise<void> => {
    const { session } = await contents.page();
    const windowId = await windowIdOf(session);
    // Chromium refuses to move a window that is not in its normal state.
    await reachState(session, windowId, 'windowState' in to ? to.windowState : 'normal');
    if ('windowState' in to) return;
    await session.send('Browser.setWindowBounds', { windowId, bounds: asBounds(to) });
    await reachSize(session, windowId, asBounds(to));
  };
  const before = placements.get(contents) ?? Promise.resolve();
  // A window that goes away meanwhile needs no place.
  placements.set(
    contents,
    before
      .then(place)
      .then(() => contents.refit())
      .catch(() => undefined),
  );
}

const stateShape = z.object({ bounds: z.object({ windowState: z.string() }) });

/** The window manager takes its time, and a state asked for before the last one is reached is forgotten: asks until it is there, 1 s at most. */
async function reachState(session: Session, windowId: number, windowState: string): Promise<void> {
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const { bounds } = stateShape.parse(await session.send('Browser.getWindowBounds', { windowId }));
    if (bounds.windowState === windowState) return;
    await session.send('Browser.setWindowBounds', { windowId, bounds: { windowState } });
    await setTimeout(50);
  }
}

const sizeShape = z.object({ bounds: z.object({ width: z.number(), height: z.number() }) });

/** The window manager may refuse a size (a screen too small): waits until it is there, 1 s at most. */
async function reachSize(session: Session, windowId: number, wanted: Bounds): Promise<void> {
  for (let attempt = 0; attempt < 40; attempt += 1) {
    const { bounds } = sizeShape.parse(await session.send('Browser.getWindowBounds', { windowId }));
    if (bounds.width === wanted.width && bounds.height === wanted.height) return;
    await setTimeout(25);
  }
}

/** A rectangle in Chromium's words. */
interface Bounds {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

function asBounds({ x, y, width, height }: Rectangle): Bounds {
  return { left: Math.round(x), top: Math.round(y), width: Math.round(width), height: Math.round(height) };
}
