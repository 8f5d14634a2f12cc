import type { Rectangle } from 'electron';
import { demandChromium } from '../host-state.ts';
import type { WorldMessage } from '../page/world-link.ts';
import { createEvent } from '../strict.ts';
import { app } from './app.ts';
import { pressMenuKey } from './menu.ts';
import { screen } from './screen.ts';
import { placeWindow, openPageFor } from './window-placing.ts';
import { WebContents } from './web-contents.ts';
import { focusedWindow, windows } from './window-registry.ts';
import { DecoratedWindow } from './decorated-window.ts';
import { demandWindowOptions } from './window-options.ts';
import type { CheckedWindow, WindowOptions } from './window-options.ts';

let lastId = 0;

/** A window. What only a desktop would show (progress, flashing) is recorded instead. */
export class BrowserWindow extends DecoratedWindow implements CheckedWindow {
  readonly id: number;
  readonly webContents: WebContents;
  #bounds: Rectangle;
  #normal: Rectangle;
  #state: 'normal' | 'minimized' | 'maximized' = 'normal';
  #visible: boolean;
  #destroyed = false;
  #closing = false;
  #painted = false;
  #title: string;

  /** Throws by name for options the host would not heed. */
  constructor(options: WindowOptions = {}) {
    super();
    if (!app.isReady()) throw new Error('Cannot create BrowserWindow before app is ready');
    demandWindowOptions(options);
    lastId += 1;
    this.id = lastId;
    this.#bounds = {
      x: options.x ?? 60,
      y: options.y ?? 40,
      width: options.width ?? 800,
      height: options.height ?? 600,
    };
    this.#normal = this.#bounds;
    this.#visible = options.show !== false;
    this.#title = options.title ?? app.getName();
    this.webContents = new WebContents({
      preload: options.webPreferences?.preload,
      devTools: options.webPreferences?.devTools !== false,
      onPaint: () => this.#paint(),
      onGone: () => this.#end(),
      onWorld: (message) => this.#receive(message),
      onCloseAsked: () => this.#askToClose(),
      close: () => this.close(),
      focus: () => this.focus(),
      isFocused: () => this.isFocused(),
    });
    windows.set(this.id, this);
    if (this.#visible) focusedWindow.set(this);
    void openPageFor(this.webContents, {
      title: this.#title,
      background: options.backgroundColor,
      bounds: this.#bounds,
    });
    app.emit('web-contents-created', createEvent({}), this.webContents);
    app.emit('browser-window-created', createEvent({}), this);
  }

  static getAllWindows(): BrowserWindow[] {
    return [...windows.values()];
  }

  static getFocusedWindow(): BrowserWindow | null {
    return focusedWindow.get();
  }

  static fromId(id: number): BrowserWindow | null {
    return windows.get(id) ?? null;
  }

  static fromWebContents(webContents: WebContents | null | undefined): BrowserWindow | null {
    return BrowserWindow.getAllWindows().find((each) => each.webContents === webContents) ?? null;
  }

  override on(event: string, listener: (...args: unknown[]) => void): this {
    // Only a window whose closing somebody may prevent is asked about it: the question costs the page a dialog.
    if (event === 'close') this.webContents.askBeforeClose();
    return super.on(event, listener);
  }

  loadURL(url: string): Promise<void> {
    return this.webContents.loadURL(url);
  }

  loadFile(path: string): Promise<void> {
    return this.webContents.loadFile(path);
  }

  show(): void {
    this.showInactive();
    this.focus();
  }

  showInactive(): void {
    if (this.#visible) return;
    this.#visible = true;
    this.#place(this.#state === 'minimized' ? 'normal' : this.#state);
    this.emit('show');
  }

  /** Chromium has no hidden windows: a minimized one is out of sight where there is no taskbar, as under the tests. */
  hide(): void {
    if (!this.#visible) return;
    this.#visible = false;
    placeWindow(this.webContents, { windowState: 'minimized' });
    this.#blur();
    this.emit('hide');
  }

  focus(): void {
    if (this.#destroyed) return;
    void this.webContents.page().then(({ session }) => session.post('Page.bringToFront'));
    if (focusedWindow.get() === this) return;
    focusedWindow.get()?.blur();
    focusedWindow.set(this);
    this.emit('focus', createEvent({}));
    app.emit('browser-window-focus', createEvent({}), this);
  }

  blur(): void {
    this.#blur();
  }

  close(): void {
    if (this.#destroyed || this.#closing || !this.#askToClose()) return;
    this.destroy();
  }

  destroy(): void {
    if (this.#destroyed) return;
    this.#closing = true;
    void this.webContents
      .page()
      .then(({ targetId }) => demandChromium().connection.root.post('Target.closeTarget', { targetId }));
  }

  minimize(): void {
    this.#changeState('minimized', 'minimize');
  }

  maximize(): void {
    this.#changeState('maximized', 'maximize');
  }

  unmaximize(): void {
    if (this.#state === 'maximized') this.#changeState('normal', 'unmaximize');
  }

  restore(): void {
    if (this.#state === 'minimized') this.#changeState('normal', 'restore');
  }

  isMinimized(): boolean {
    return this.#state === 'minimized';
  }

  isMaximized(): boolean {
    return this.#state === 'maximized';
  }

  isFullScreen(): boolean {
    return false;
  }

  /** Whether nothing keeps it from going any more; for the host. */
  get isClosing(): boolean {
    return this.#closing;
  }

  isVisible(): boolean {
    return this.#visible && !this.#destroyed;
  }

  isFocused(): boolean {
    return focusedWindow.get() === this;
  }

  isDestroyed(): boolean {
    return this.#destroyed;
  }

  getBounds(): Rectangle {
    return { ...this.#bounds };
  }

  getNormalBounds(): Rectangle {
    return { ...this.#normal };
  }

  setBounds(bounds: Partial<Rectangle>): void {
    this.#bounds = { ...this.#bounds, ...bounds };
    this.#normal = this.#bounds;
    this.#place('normal');
    this.emit('resize');
    this.emit('move');
  }

  getSize(): number[] {
    return [this.#bounds.width, this.#bounds.height];
  }

  setSize(width: number, height: number): void {
    this.setBounds({ width, height });
  }

  getPosition(): number[] {
    return [this.#bounds.x, this.#bounds.y];
  }

  setPosition(x: number, y: number): void {
    this.setBounds({ x, y });
  }

  center(): void {
    const { width, height } = this.#bounds;
    const area = screen.getPrimaryDisplay().workArea;
    this.setPosition(Math.max(0, (area.width - width) / 2), Math.max(0, (area.height - height) / 2));
  }

  setTitle(title: string): void {
    this.#title = title;
  }

  getTitle(): string {
    const title = this.webContents.getTitle();
    return title === '' ? this.#title : title;
  }

  reload(): void {
    this.webContents.reload();
  }

  #place(windowState: 'normal' | 'minimized' | 'maximized'): void {
    placeWindow(this.webContents, windowState === 'normal' ? this.#bounds : { windowState });
  }

  #changeState(state: 'normal' | 'minimized' | 'maximized', event: string): void {
    this.#state = state;
    if (state === 'normal') this.#bounds = this.#normal;
    this.#place(state);
    this.emit(event);
  }

  #blur(): void {
    if (focusedWindow.get() !== this) return;
    focusedWindow.set(null);
    this.emit('blur', createEvent({}));
    app.emit('browser-window-blur', createEvent({}), this);
  }

  #paint(): void {
    if (this.#painted || this.#destroyed) return;
    this.#painted = true;
    this.emit('ready-to-show');
    // Shown windows stay; one that the app keeps hidden (started into the tray) goes out of sight now that it has painted.
    setTimeout(() => {
      if (!this.#visible && !this.#destroyed) placeWindow(this.webContents, { windowState: 'minimized' });
    }, 200);
  }

  #askToClose(): boolean {
    if (this.#closing) return true;
    const event = createEvent({});
    this.emit('close', event);
    if (!event.defaultPrevented) this.#closing = true;
    return !event.defaultPrevented;
  }

  #receive(message: WorldMessage): void {
    if (message.kind === 'bounds') this.#heed(message.bounds);
    if (message.kind === 'focus' && this.#visible) {
      if (!message.focused) this.#blur();
      else if (focusedWindow.get() !== this) {
        focusedWindow.set(this);
        this.emit('focus', createEvent({}));
      }
    }
    if (message.kind === 'key') pressMenuKey(message, this);
    if (message.kind === 'title') this.emit('page-title-updated', createEvent({}), message.title, true);
  }

  #heed(bounds: Rectangle): void {
    const before = this.#bounds;
    if (this.#state === 'minimized' || !this.#visible) return;
    this.#bounds = bounds;
    if (this.#state === 'normal') this.#normal = bounds;
    if (before.width !== bounds.width || before.height !== bounds.height) this.emit('resize');
    if (before.x !== bounds.x || before.y !== bounds.y) this.emit('move');
  }

  #end(): void {
    if (this.#destroyed) return;
    if (!this.#closing) this.emit('close', createEvent({}));
    this.#destroyed = true;
    if (focusedWindow.get() === this) focusedWindow.set(null);
    windows.delete(this.id);
    this.emit('closed');
    if (windows.size === 0) app.lastWindowClosed();
  }
}
