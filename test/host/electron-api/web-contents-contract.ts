import type { WebContents as ElectronWebContents, WindowOpenHandlerResponse } from 'electron';
import { z } from 'zod';
import type { WorldMessage } from '../page/world-link.ts';

/** Events of a page. */
export const pageEvents = [
  'did-finish-load',
  'did-fail-load',
  'did-start-loading',
  'did-stop-loading',
  'did-navigate',
  'did-navigate-in-page',
  'dom-ready',
  'page-title-updated',
  'will-navigate',
  'will-frame-navigate',
  'will-redirect',
  'render-process-gone',
  'preload-error',
  'destroyed',
  'devtools-opened',
  // Electron sends these too; nothing in the host brings them about.
  'will-attach-webview',
  'before-input-event',
  'unresponsive',
  'responsive',
  'context-menu',
  'console-message',
  'zoom-changed',
];

/** What the window wants to know of its page. */
export interface WebContentsOwner {
  readonly preload: string | undefined;
  /** Whether the window's preferences allow the developer tools. */
  readonly devTools: boolean;
  readonly onPaint: () => void;
  readonly onGone: () => void;
  readonly onWorld: (message: WorldMessage) => void;
  /** The window manager's close button; answers whether the window may go. */
  readonly onCloseAsked: () => boolean;
  readonly close: () => void;
  readonly focus: () => void;
  readonly isFocused: () => boolean;
}

/** The app's answer to a page that wants a window. */
export type OpenHandler = (details: {
  readonly url: string;
  readonly frameName: string;
  readonly features: string;
  readonly disposition: 'new-window';
}) => WindowOpenHandlerResponse;

/** What of Electron's pages the host has, as electron.d.ts types it; members that hand out windows or frames are the host's own. */
export type CheckedWebContents = Pick<
  ElectronWebContents,
  | 'id'
  | 'send'
  | 'getURL'
  | 'getTitle'
  | 'isDestroyed'
  | 'isLoading'
  | 'isCrashed'
  | 'isFocused'
  | 'loadURL'
  | 'loadFile'
  | 'reload'
  | 'focus'
  | 'close'
  | 'executeJavaScript'
  | 'openDevTools'
  | 'isDevToolsOpened'
  | 'closeDevTools'
  | 'setZoomFactor'
  | 'getZoomFactor'
>;

/** Result of `Runtime.evaluate`. */
export const evaluateShape = z.object({
  result: z.object({ value: z.unknown().optional() }),
  exceptionDetails: z
    .object({ text: z.string(), exception: z.object({ description: z.string().optional() }).optional() })
    .optional(),
});
/** Result of `Page.navigate`. */
export const navigateShape = z.object({ errorText: z.string().optional(), loaderId: z.string().optional() });
