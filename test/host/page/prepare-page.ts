import { z } from 'zod';
import type { Session } from '../chromium/connection.ts';
import * as on from '../chromium/protocol-event.ts';
import type { PausedRequest } from '../chromium/protocol-event.ts';
import { nativeTheme } from '../electron-api/native-theme.ts';
import type { HeaderRules, RequestRules } from '../electron-api/web-request.ts';
import { demandChromium, host } from '../host-state.ts';
import { answerFileChooser } from './file-chooser.ts';
import type { Navigation } from './navigation.ts';
import { watchRequests } from './requests.ts';
import { createWorldLink } from './world-link.ts';
import type { WorldLink, WorldMessage } from './world-link.ts';
import { bindingName, isolatedWorldName, isolatedWorldScript, pageWorldScript } from './world-scripts.ts';

/** Whom the page tells what. */
export interface PageListeners {
  readonly preload: string | undefined;
  readonly navigation: Navigation;
  readonly rules: RequestRules & HeaderRules;
  readonly mayNavigate: (request: PausedRequest) => boolean;
  readonly onWorld: (message: WorldMessage) => void;
  readonly onCloseAsked: () => boolean;
  readonly onPaint: () => void;
  readonly onLoaded: () => void;
  readonly onCrashed: () => void;
  readonly emit: (name: string, ...parameters: unknown[]) => void;
}

/** Windows open on an empty page that names them, so that the page can be told from others. */
export const blankPrefix = 'data:text/html,';

/** Sets up a page that stands still before its first script, lets it go on, and answers the wire to its isolated world. */
export async function preparePage(session: Session, targetId: string, page: PageListeners): Promise<WorldLink> {
  const world = createWorldLink(session, targetId, (message) => {
    // A test runner sets its own idea of the theme when it finds the page; the app's comes after it.
    if (message.kind === 'hello') session.post('Emulation.setEmulatedMedia', nativeTheme.emulation());
    page.onWorld(message);
  });
  watchRequests({ session, schemes: host.schemes, rules: page.rules, mayNavigate: page.mayNavigate });
  watchLoading(session, targetId, page);

  session.on(on.targetCrashed, page.onCrashed);
  session.on(on.scriptDialogOpening, ({ type }) => {
    // Only the window manager's close button gets this far: the app's own close does not ask the page.
    if (type === 'beforeunload') session.post('Page.handleJavaScriptDialog', { accept: page.onCloseAsked() });
  });
  session.on(on.fileChooserOpened, (chooser) => void answerFileChooser(session, chooser));

  const asked = [
    session.send('Page.enable'),
    session.send('Page.setLifecycleEventsEnabled', { enabled: true }),
    session.send('Runtime.enable'),
    session.send('Debugger.enable', { maxScriptsCacheSize: 0 }),
    session.send('Runtime.addBinding', { name: bindingName, executionContextName: isolatedWorldName }),
    session.send('Page.addScriptToEvaluateOnNewDocument', { source: pageWorldScript() }),
    session.send('Page.addScriptToEvaluateOnNewDocument', {
      source: isolatedWorldScript(page.preload),
      worldName: isolatedWorldName,
    }),
    session.send('Fetch.enable', { patterns: [{ urlPattern: '*', requestStage: 'Request' }] }),
    session.send('Emulation.setEmulatedMedia', nativeTheme.emulation()),
  ];
  if (!demandChromium().headless) asked.push(session.send('Page.setInterceptFileChooserDialog', { enabled: true }));
  session.post('Runtime.runIfWaitingForDebugger');
  await Promise.all(asked);
  return world;
}

function watchLoading(session: Session, targetId: string, page: PageListeners): void {
  const isLoaded = (): boolean => page.navigation.address() !== '';
  session.on(on.frameNavigated, ({ frame }) => {
    if (frame.parentId !== undefined || frame.url.startsWith(blankPrefix)) return;
    page.navigation.arrived(`${frame.url}${frame.urlFragment ?? ''}`);
    page.emit('did-navigate', host.schemes.toOuter(frame.url), 200, 'OK');
  });
  session.on(on.navigatedWithinDocument, ({ frameId, url }) => {
    if (frameId !== targetId) return;
    page.navigation.arrived(url);
    page.emit('did-navigate-in-page', host.schemes.toOuter(url), true);
  });
  session.on(on.domContentLoaded, () => {
    if (isLoaded()) page.emit('dom-ready');
  });
  session.on(on.loadFired, () => {
    if (!isLoaded()) return;
    page.onLoaded();
    page.emit('did-finish-load');
    page.emit('did-stop-loading');
    // A window behind others may never paint.
    setTimeout(page.onPaint, 300);
  });
  session.on(on.lifecycle, ({ frameId, name }) => {
    if (isLoaded() && name === 'firstPaint' && frameId === targetId) page.onPaint();
  });
}

const windowShape = z.object({ windowId: z.number() });

/** The number by which Chromium knows the window around a page. */
export async function windowIdOf(session: Session): Promise<number> {
  return windowShape.parse(await session.send('Browser.getWindowForTarget')).windowId;
}
