import { homedir } from 'node:os';
import { app, ipcMain, powerMonitor } from 'electron';
import { bridgeChannels } from '../../shared/bridge.ts';
import type { DesktopRequest } from '../../shared/desktop-contract.ts';
import type { Settings } from '../../shared/settings.ts';
import { chosenLanguage, languageOf } from '../engine/faults/language.ts';
import { systemLanguage } from '../host/system-language.ts';
import type { Arrivals } from './arrivals.ts';
import { createContentDesk } from './content/content-desk.ts';
import { createContentFinder } from './content/find-content.ts';
import { createPagePictures } from './content/page-pictures.ts';
import { pictureOfPage } from './content/picture-of-page.ts';
import { createDesktopStation, type DesktopStation } from './desktop-station.ts';
import { answeredChannels, createDesktopDispatcher } from './dispatcher.ts';
import { createGivenPlaces } from './given-places.ts';
import { createOfferedPaths } from './offered-paths.ts';
import { answerRequest, type RequestParts } from './requests/requests.ts';
import { createTableDesk } from './requests/save-table.ts';
import { askPlace } from './shell/ask-place.ts';
import { createLeaving, type Leaving } from './shell/leaving.ts';
import { setMenu } from './shell/menu.ts';
import { createNotices } from './shell/notices.ts';
import { createPulse, type Pulse } from './shell/pulse.ts';
import { keepStartAtLogin, startAgain, startWords } from './shell/start-at-login.ts';
import { createTray } from './shell/tray.ts';
import type { StartArguments } from './start-arguments.ts';
import { stateDirectory } from '../host/data-directory.ts';
import { ownAppImage, packageOrigin } from '../host/package-origin.ts';
import { prepareInstall } from './updates/install.ts';
import { updatesFolders } from '../host/updates/look-for-update.ts';
import { createKeptWords } from './updates/kept-words.ts';
import { createUpdates, type Updates } from './updates/updates.ts';
import { denyPermissions, openMainWindow, type MainWindow } from './window/main-window.ts';
import { pageOrigin, servePage } from './window/page-protocol.ts';

/** The places of the desktop's built parts, and where its window keeps its state. */
export interface DesktopParts {
  readonly arrivals: Arrivals;
  readonly windowFolder: string;
  readonly preload: string;
  readonly pageFolder: string;
}

/** The desktop before its window. */
export interface BegunDesktop {
  /** Opens the window; once, when the app is ready. */
  open(parts: DesktopParts): void;
}

/** The desktop at work. Its window, and what answers the page, come when the app is ready. */
interface Desktop {
  readonly start: StartArguments;
  readonly station: DesktopStation;
  readonly language: () => 'en' | 'de';
  settings: Settings | null;
  main: MainWindow | null;
  requests: RequestParts | null;
  pulse: Pulse | null;
  leaving: Leaving | null;
  readonly updates: Updates;
}

/** Before ready the browser does not know its language, which is also that of the page. */
const pageLanguage = (): 'en' | 'de' => (app.isReady() ? languageOf(app.getLocale()) : systemLanguage(process.env));

function showMenu(desktop: Desktop): void {
  const ask = (request: DesktopRequest): void => {
    if (desktop.requests !== null) void answerRequest(desktop.requests, request);
  };
  setMenu(desktop.language(), {
    onCommand(command) {
      desktop.main?.show();
      desktop.main?.send({ kind: 'menu', command });
    },
    onDiagnostics: () => ask({ name: 'diagnostics.save' }),
    onLogs: () => ask({ name: 'diagnostics.open-logs' }),
  });
}

function takeSettings(desktop: Desktop, next: Settings): void {
  const { settings: before, start, station, main } = desktop;
  desktop.settings = next;
  desktop.updates.settings(next);
  if (main !== null && next.language !== before?.language) showMenu(desktop);
  const { startAtLogin } = next.window;
  if (startAtLogin !== before?.window.startAtLogin) void keepStartAtLogin(startAtLogin, start, station.ports.log);
}

/** Lets the page ask, over the bridge. */
function answerPage({ station, language }: Desktop, requests: RequestParts, { window }: MainWindow): void {
  const { offered } = requests;
  const dispatcher = createDesktopDispatcher({
    isOurs: ({ senderFrame }) =>
      senderFrame !== null &&
      senderFrame === window.webContents.mainFrame &&
      senderFrame.url.startsWith(`${pageOrigin}/`),
    engine: station.engine,
    offered,
    given: createGivenPlaces({
      offered,
      settings: station.settings,
      ask: (place) => askPlace(requests.window(), language(), place),
    }),
    desktop: (request) => answerRequest(requests, request),
    log: station.ports.log,
  });
  for (const [name, channel] of answeredChannels) {
    ipcMain.handle(channel, (event, message: unknown) => dispatcher[name](event, message));
  }
  ipcMain.on(bridgeChannels.offer, (event, paths: unknown) => dispatcher.offer(event, paths));
}

/** Shows how the work goes, in the page, the tray and the task bar. */
function showProgress({ station, language }: Desktop, { window, show, send }: MainWindow): Pulse {
  const tray = createTray({
    language,
    onShow: show,
    onPause(paused) {
      void station.running()?.dispatch({ name: paused ? 'items.pause' : 'items.resume', itemIds: 'all' });
    },
    onQuit: () => app.quit(),
  });
  return createPulse({
    progress: () => station.running()?.progress() ?? null,
    paused: station.paused,
    onProgress: (progress) => send({ kind: 'progress', progress }),
    onState: tray.show,
    window: () => window,
  });
}

function open(desktop: Desktop, { arrivals, windowFolder, preload, pageFolder }: DesktopParts): void {
  const { station, start, language } = desktop;
  const finder = createContentFinder(station);
  const desk = createContentDesk(finder, createPagePictures(pictureOfPage(station)));
  const offered = createOfferedPaths();
  const leaving = createLeaving({
    language,
    inFlight: () => station.running()?.progress().inFlight.length ?? 0,
    window() {
      main.show();
      return main.window;
    },
    hide: () => main.window.hide(),
    startAgain: () => startAgain(start),
    async stop() {
      desktop.updates.stop();
      desktop.pulse?.stop();
      await station.stop();
      await finder.close();
      await requests.tables.dropAll();
    },
    worksOn: () => desktop.settings?.window.closeToTray,
    watched: () => desktop.settings?.hotFolders.filter(({ paused }) => !paused).length ?? 0,
    keepWorksOn: (value) => answerRequest(requests, { name: 'settings.set', path: 'window.closeToTray', value }),
  });
  desktop.leaving = leaving;
  denyPermissions();
  servePage(pageFolder, desk.serve);
  const main = openMainWindow({
    preload,
    stateFolder: windowFolder,
    hidden: start.hidden,
    onClose: leaving.onClose,
    onPageEnd: desk.forget,
    onCrash: (reason) => station.ports.log.error('page-crashed', { reason }),
  });
  const requests: RequestParts = {
    ...{ station, finder, desk, offered, language, tables: createTableDesk(), updates: desktop.updates },
    window: () => (main.window.isDestroyed() ? null : main.window),
    onChanged: () => main.send({ kind: 'settings' }),
    onListening: main.listens,
  };
  desktop.main = main;
  desktop.requests = requests;
  answerPage(desktop, requests, main);
  showMenu(desktop);
  desktop.pulse = showProgress(desktop, main);
  arrivals.handOn({
    again: main.show,
    files(paths) {
      offered.offer(paths);
      main.send({ kind: 'files', paths: [...paths] });
    },
  });
  app.on('activate', main.show);
  app.on('before-quit', leaving.onBeforeQuit);
  app.on('window-all-closed', () => app.quit());
  powerMonitor.on('resume', () => station.running()?.resume());
  // The system ends: nobody is there to answer, and nothing is lost.
  powerMonitor.on('shutdown', leaving.atOnce);
}

/** Begins the desktop's work, window or not: the engine comes up beside the browser. What the page asks later waits for it. */
export function beginDesktop(start: StartArguments): BegunDesktop {
  const language = (): 'en' | 'de' => chosenLanguage(desktop.settings?.language ?? 'system', pageLanguage);
  const station = createDesktopStation(start, {
    notifier: createNotices({
      language,
      wanted: () => desktop.settings?.window ?? null,
      onShow(itemId) {
        desktop.main?.show();
        if (itemId !== null) desktop.main?.send({ kind: 'show-item', itemId });
      },
    }),
    systemLanguage: pageLanguage,
    onEvent(event) {
      desktop.main?.send({ kind: 'engine', event });
      desktop.pulse?.touch();
    },
    onScan: (sessionId) => desktop.main?.send({ kind: 'scan', sessionId }),
    onSettings: (next) => takeSettings(desktop, next),
    onChangedOutside: () => desktop.main?.send({ kind: 'settings' }),
  });
  const states = stateDirectory(process.platform, process.env, homedir());
  const updates = createUpdates({
    ...updatesFolders(station.ports.paths),
    ports: station.ports,
    version: app.getVersion(),
    origin: () => packageOrigin(),
    onChange: () => desktop.main?.send({ kind: 'settings' }),
    install: (update) =>
      prepareInstall(update, { appImage: ownAppImage(), args: startWords(start), kept: createKeptWords(states) }),
    leave: (install) =>
      desktop.leaving?.toInstall({
        ...install,
        run() {
          // What is started next is to be the first one.
          app.releaseSingleInstanceLock();
          return install.run();
        },
      }) ?? false,
  });
  const desktop: Desktop = {
    ...{ start, station, language, updates },
    ...{ settings: null, main: null, requests: null, pulse: null, leaving: null },
  };
  const working = start.practice ? station.startPractice() : station.apply();
  working.catch((error: unknown) => station.ports.log.error('start-failed', { cause: String(error) }));
  return { open: (parts) => open(desktop, parts) };
}
