import { pathToFileURL } from 'node:url';
import { isAbsolute, join } from 'node:path';
import { z } from 'zod';
import type { Session } from '../chromium/connection.ts';
import type { PausedRequest } from '../chromium/protocol-event.ts';
import { demandChromium, host } from '../host-state.ts';
import { codec } from '../page/node-codec.ts';
import { createNavigation } from '../page/navigation.ts';
import { preparePage } from '../page/prepare-page.ts';
import type { WorldLink, WorldMessage } from '../page/world-link.ts';
import { createZoom } from '../page/zoom.ts';
import type { Zoom } from '../page/zoom.ts';
import { createEvent, StrictEmitter } from '../strict.ts';
import { createFrame } from './frame.ts';
import type { Frame } from './frame.ts';
import { answerInvoke, deliverSend } from './ipc-delivery.ts';
import { IpcMain } from './ipc-main.ts';
import { NativeImage } from './native-image.ts';
import { defaultSession } from './session.ts';
import { evaluateShape, navigateShape, pageEvents } from './web-contents-contract.ts';
import type { CheckedWebContents, OpenHandler, WebContentsOwner } from './web-contents-contract.ts';
import { allWebContents } from './web-contents-registry.ts';

/** The page behind, once Chromium has opened it. */
interface Page {
  readonly session: Session;
  readonly targetId: string;
  readonly world: WorldLink;
  readonly zoom: Zoom;
}

let lastId = 0;

/** One page and everything the main process does with it. */
export class WebContents extends StrictEmitter implements CheckedWebContents {
  readonly id: number;
  readonly ipc = new IpcMain();
  readonly session = defaultSession;
  readonly mainFrame: Frame;
  readonly #owner: WebContentsOwner;
  readonly #navigation = createNavigation();
  readonly #ready: Promise<void>;
  #announceReady: () => void = () => undefined;
  #page: Page | undefined;
  #destroyed = false;
  #loading = false;
  #crashed = false;
  #title = '';
  #zoom = 1;
  #devToolsOpened = false;
  #openHandler: OpenHandler | undefined;
  #asksBeforeClose = false;

  constructor(owner: WebContentsOwner) {
    super('webContents', pageEvents);
    lastId += 1;
    this.id = lastId;
    this.#owner = owner;
    this.mainFrame = createFrame(
      this.id,
      () => this.getURL(),
      (channel, parameters) => this.send(channel, ...parameters),
    );
    this.#ready = new Promise((resolve) => {
      this.#announceReady = resolve;
    });
    allWebContents.add(this);
  }

  /** Takes over the page that Chromium has opened for this window; for the host. */
  async attach(session: Session, targetId: string): Promise<void> {
    const world = await preparePage(session, targetId, {
      preload: this.#owner.preload,
      navigation: this.#navigation,
      rules: defaultSession.rules,
      mayNavigate: (request) => this.#mayNavigate(request, targetId),
      onWorld: (message) => this.#receive(message),
      onCloseAsked: () => this.#owner.onCloseAsked(),
      onPaint: () => this.#owner.onPaint(),
      emit: (name, ...parameters) => void this.emit(name, createEvent({}), ...parameters),
      onLoaded: () => {
        this.#loading = false;
      },
      onCrashed: () => {
        this.#crashed = true;
        this.emit('render-process-gone', createEvent({}), { reason: 'crashed', exitCode: 1 });
      },
    });
    if (this.#asksBeforeClose) world.askBeforeClose();
    this.#page = { session, targetId, world, zoom: createZoom(session) };
    this.#announceReady();
  }

  /** The page's protocol session, once it is there; for the host. */
  async page(): Promise<Page> {
    await this.#ready;
    if (this.#page === undefined) throw new Error('the page is gone');
    return this.#page;
  }

  get targetId(): string | undefined {
    return this.#page?.targetId;
  }

  get sessionId(): string | undefined {
    return this.#page?.session.id;
  }

  /**
   * From now on the window manager's close button must be asked about; for the host. Not under a test runner: that answers the page's
   * question itself, and asks it on every reload.
   */
  askBeforeClose(): void {
    if (host.isTested) return;
    this.#asksBeforeClose = true;
    this.#page?.world.askBeforeClose();
  }

  /** The page is gone; for the host. */
  end(): void {
    if (this.#destroyed) return;
    this.#destroyed = true;
    allWebContents.delete(this);
    this.emit('destroyed');
    this.#owner.onGone();
  }

  async loadURL(url: string): Promise<void> {
    const { session } = await this.page();
    const address = new URL(host.schemes.toInner(url)).href;
    this.#navigation.expect(address);
    this.#loading = true;
    this.emit('did-start-loading', createEvent({}));
    const finished = new Promise<void>((resolve) => this.once('did-finish-load', () => resolve()));
    const answer = navigateShape.parse(await session.send('Page.navigate', { url: address, transitionType: 'typed' }));
    if (answer.errorText !== undefined) {
      this.#loading = false;
      this.emit('did-fail-load', createEvent({}), -2, answer.errorText, url, true);
      throw new Error(`${answer.errorText} (-2) loading '${url}'`);
    }
    if (answer.loaderId !== undefined) await finished;
  }

  loadFile(path: string): Promise<void> {
    return this.loadURL(pathToFileURL(isAbsolute(path) ? path : join(host.app.path, path)).href);
  }

  send(channel: string, ...parameters: unknown[]): void {
    const encoded = codec.encode(parameters);
    if (this.#destroyed) throw new TypeError('Object has been destroyed');
    void this.#ready.then(() => this.#page?.world.send({ kind: 'event', channel, parameters: encoded }));
  }

  // oxlint-disable-next-line typescript/no-explicit-any -- Electron's own type; an unknown would not implement it
  async executeJavaScript(code: string, userGesture = false): Promise<any> {
    const { session } = await this.page();
    const options = { expression: code, awaitPromise: true, returnByValue: true, userGesture };
    const answer = evaluateShape.parse(await session.send('Runtime.evaluate', options));
    const failure = answer.exceptionDetails;
    if (failure !== undefined) throw new Error(failure.exception?.description ?? failure.text);
    return answer.result.value;
  }

  /** A picture of the page as it stands. */
  async capturePage(): Promise<NativeImage> {
    const { session } = await this.page();
    const answer = await session.send('Page.captureScreenshot', { format: 'png' });
    return new NativeImage(Buffer.from(z.object({ data: z.string() }).parse(answer).data, 'base64'));
  }

  setWindowOpenHandler(handler: OpenHandler): void {
    this.#openHandler = handler;
  }

  /** The page wants a window: the app's handler says no, or the host says that it cannot; for the host. */
  askToOpen(url: string, frameName = '', features = ''): void {
    const details = { url: host.schemes.toOuter(url), frameName, features, disposition: 'new-window' } as const;
    const answer = this.#openHandler?.(details) ?? { action: 'allow' };
    if (answer.action === 'deny') return;
    process.stderr.write(`Chromium host: windows opened by a page are not supported: ${details.url}\n`);
  }

  getURL(): string {
    return host.schemes.toOuter(this.#navigation.address());
  }

  getTitle(): string {
    return this.#title;
  }

  isDestroyed(): boolean {
    return this.#destroyed;
  }

  isLoading(): boolean {
    return this.#loading;
  }

  isCrashed(): boolean {
    return this.#crashed;
  }

  isFocused(): boolean {
    return this.#owner.isFocused();
  }

  focus(): void {
    this.#owner.focus();
  }

  close(): void {
    this.#owner.close();
  }

  reload(): void {
    void this.page().then(({ session }) => session.post('Page.reload'));
  }

  openDevTools(): void {
    if (!this.#owner.devTools) return;
    this.#devToolsOpened = true;
    void this.page().then(({ targetId }) => demandChromium().connection.root.post('Target.openDevTools', { targetId }));
    this.emit('devtools-opened', createEvent({}));
  }

  closeDevTools(): void {
    this.#devToolsOpened = false;
  }

  isDevToolsOpened(): boolean {
    return this.#devToolsOpened;
  }

  setZoomFactor(factor: number): void {
    this.#zoom = factor;
    void this.page().then(({ zoom }) => zoom.set(factor));
  }

  /** Its window was placed anew; for the host: a zoomed page does not notice by itself. */
  refit(): void {
    this.#page?.zoom.refit();
  }

  getZoomFactor(): number {
    return this.#zoom;
  }

  #mayNavigate(request: PausedRequest, targetId: string): boolean {
    const isMainFrame = request.frameId === targetId;
    const url = host.schemes.toOuter(request.request.url);
    if (isMainFrame && !this.#navigation.isByPage(request.request.url)) return true;
    const details = { url, isMainFrame, isSameDocument: false, frame: this.mainFrame, initiator: this.mainFrame };
    const event = createEvent(details);
    this.emit('will-frame-navigate', event);
    if (isMainFrame && !event.defaultPrevented) this.emit('will-navigate', event, url);
    return !event.defaultPrevented;
  }

  #receive(message: WorldMessage): void {
    const sender = { sender: this, senderFrame: this.mainFrame, frameId: 1, processId: this.id, ports: [] };
    switch (message.kind) {
      case 'invoke':
        return void answerInvoke(message, [this.ipc], createEvent(sender), (answer) => this.#page?.world.send(answer));
      case 'send':
        return deliverSend(message, [this.ipc], createEvent(sender));
      case 'preload-error':
        process.stderr.write(`Unable to load preload script: ${message.message}\n`);
        return void this.emit('preload-error', createEvent({}), this.#owner.preload, new Error(message.message));
      case 'open':
        return this.askToOpen(message.url, message.name, message.features);
      case 'title':
        this.#title = message.title;
        this.emit('page-title-updated', createEvent({}), message.title, true);
        break;
      case 'bounds':
        this.refit();
        break;
      case 'hello':
      case 'key':
      case 'focus':
        break;
    }
    this.#owner.onWorld(message);
  }
}
