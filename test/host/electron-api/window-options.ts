import type { BrowserWindow as ElectronBrowserWindow } from 'electron';
import { demandKnown, unsupported } from '../strict.ts';

/** What of Electron's window the host has, as electron.d.ts types it; members that hand out windows or pages are the host's own. */
export type CheckedWindow = Pick<
  ElectronBrowserWindow,
  | 'id'
  | 'loadURL'
  | 'loadFile'
  | 'show'
  | 'showInactive'
  | 'hide'
  | 'focus'
  | 'blur'
  | 'close'
  | 'destroy'
  | 'minimize'
  | 'restore'
  | 'maximize'
  | 'unmaximize'
  | 'isMinimized'
  | 'isMaximized'
  | 'isFullScreen'
  | 'isVisible'
  | 'isFocused'
  | 'isDestroyed'
  | 'getBounds'
  | 'getNormalBounds'
  | 'setBounds'
  | 'getSize'
  | 'setSize'
  | 'getPosition'
  | 'setPosition'
  | 'setMinimumSize'
  | 'center'
  | 'setTitle'
  | 'getTitle'
  | 'setProgressBar'
  | 'setOverlayIcon'
  | 'flashFrame'
  | 'setMenuBarVisibility'
  | 'setAutoHideMenuBar'
  | 'setMenu'
  | 'removeMenu'
  | 'setIcon'
  | 'setBackgroundColor'
  | 'reload'
>;

/** The options of a window that the host heeds or that rightly change nothing here. */
export interface WindowOptions {
  readonly x?: number;
  readonly y?: number;
  readonly width?: number;
  readonly height?: number;
  readonly show?: boolean;
  readonly title?: string;
  readonly backgroundColor?: string;
  readonly webPreferences?: { readonly preload?: string; readonly devTools?: boolean };
}

/**
 * Names that the constructor takes. Beyond those above: limits of size and decorations are the window manager's affair, and a menu bar
 * and an icon are not drawn.
 */
const windowOptions: ReadonlySet<string> = new Set([
  'x',
  'y',
  'width',
  'height',
  'minWidth',
  'minHeight',
  'show',
  'title',
  'backgroundColor',
  'webPreferences',
  'center',
  'icon',
  'autoHideMenuBar',
  'useContentSize',
  'paintWhenInitiallyHidden',
]);

/** Names of `webPreferences` with the values that the host stands for; any other value would be a promise it does not keep. */
const keptPreferences: Readonly<Record<string, readonly unknown[]>> = {
  sandbox: [true],
  contextIsolation: [true],
  nodeIntegration: [false],
  nodeIntegrationInWorker: [false],
  nodeIntegrationInSubFrames: [false],
  webSecurity: [true],
  allowRunningInsecureContent: [false],
  experimentalFeatures: [false],
  webviewTag: [false],
  navigateOnDragDrop: [false],
  safeDialogs: [true],
  disableDialogs: [true],
  spellcheck: [false],
  devTools: [true, false],
  backgroundThrottling: [true, false],
};

/** Events of a window: those the host sends, and those that Electron never sends on Linux. */
export const windowEvents = [
  'ready-to-show',
  'close',
  'closed',
  'focus',
  'blur',
  'show',
  'hide',
  'resize',
  'move',
  'maximize',
  'unmaximize',
  'minimize',
  'restore',
  'page-title-updated',
  'moved',
  'resized',
  'enter-full-screen',
  'leave-full-screen',
  'session-end',
  'query-session-end',
  'unresponsive',
  'responsive',
];

/** Throws by name for an option that the host would not heed, or a page that would have more than it may. */
export function demandWindowOptions(options: WindowOptions): void {
  demandKnown('BrowserWindow', options, windowOptions);
  for (const [name, value] of Object.entries<unknown>(options.webPreferences ?? {})) {
    if (name !== 'preload' && keptPreferences[name]?.includes(value) !== true) {
      throw unsupported(`webPreferences { ${name}: ${String(value)} }`);
    }
  }
}
