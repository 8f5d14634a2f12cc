import { app, ipcMain, powerMonitor, type BrowserWindow } from 'electron';
import { bridgeChannels } from '../../shared/bridge.ts';
import type { MenuCommand } from '../../shared/desktop-contract.ts';
import type { Settings } from '../../shared/settings.ts';
import { chosenLanguage, languageOf } from '../engine/faults/language.ts';
import { systemLanguage } from '../host/system-language.ts';
import type { Arrivals } from './arrivals.ts';
import { createContentDesk } from './content/content-desk.ts';
import { createContentFinder } from './content/find-content.ts';
import { createPagePictures } from './content/page-pictures.ts';
import { pictureOfPage } from './content/picture-of-page.ts';
import { createDesktopStation } from './desktop-station.ts';
import { answeredChannels, createDesktopDispatcher } from './dispatcher.ts';
import { createGivenPlaces } from './given-places.ts';
import { createOfferedPaths } from './offered-paths.ts';
import { createRequests } from './requests/requests.ts';
import { askPlace } from './shell/ask-place.ts';
import { createLeaving } from './shell/leaving.ts';
import { setMenu } from './shell/menu.ts';
import { createNotices } from './shell/notices.ts';
import { createPulse, type Pulse } from './shell/pulse.ts';
import { keepStartAtLogin } from './shell/start-at-login.ts';
import { createTray } from './shell/tray.ts';
import type { StartArguments } from './start-arguments.ts';
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

/** Begins the desktop's work, window or not: the engine comes up beside the browser. What the page asks later waits for it. */
export function beginDesktop(start: StartArguments): BegunDesktop {
  let main: MainWindow | null = null;
  let settings: Settings | null = null;
  let ask: ReturnType<typeof createRequests> | null = null;
  let pulse: Pulse | null = null;
  // Before ready the browser does not know its language, which is also that of the page.
  const system = (): 'en' | 'de' => (app.isReady() ? languageOf(app.getLocale()) : systemLanguage(process.env));
  const language = (): 'en' | 'de' => chosenLanguage(settings?.language ?? 'system', system);
  const notices = createNotices({
    language,
    wanted: () => settings?.window ?? null,
    onShow(itemId) {
      main?.show();
      if (itemId !== null) main?.send({ kind: 'show-item', itemId });
    },
  });
  const station = createDesktopStation(start, {
    notifier: notices,
    systemLanguage: system,
    onEvent(event) {
      main?.send({ kind: 'engine', event });
      pulse?.touch();
    },
    onScan: (sessionId) => main?.send({ kind: 'scan', sessionId }),
    onSettings(next) {
      const before = settings;
      settings = next;
      if (main !== null && next.language !== before?.language) setMenu(language(), menuActs);
      if (next.window.startAtLogin !== before?.window.startAtLogin)
        void keepStartAtLogin(next.window.startAtLogin, start, station.ports.log);
    },
    onChangedOutside: () => main?.send({ kind: 'settings' }),
  });
  const working = start.practice ? station.startPractice() : station.apply();
  working.catch((error: unknown) => station.ports.log.error('start-failed', { cause: String(error) }));

  const menuActs = {
    onCommand(command: MenuCommand) {
      main?.show();
      main?.send({ kind: 'menu', command });
    },
    onDiagnostics: () => void ask?.({ name: 'diagnostics.save' }),
    onLogs: () => void ask?.({ name: 'diagnostics.open-logs' }),
  };

  function open({ arrivals, windowFolder, preload, pageFolder }: DesktopParts): void {
    const finder = createContentFinder(station);
    const pictures = createPagePictures(pictureOfPage(station));
    const desk = createContentDesk(finder, pictures);
    const offered = createOfferedPaths();
    const leaving = createLeaving({
      language,
      inFlight: () => station.running()?.progress().inFlight.length ?? 0,
      window() {
        opened.show();
        return opened.window;
      },
      async stop() {
        pulse?.stop();
        await station.stop();
        await finder.close();
      },
    });
    denyPermissions();
    servePage(pageFolder, desk.serve);
    const opened = openMainWindow({
      preload,
      stateFolder: windowFolder,
      hidden: start.hidden,
      onClose() {
        if (leaving.isLeaving()) return true;
        if (settings?.window.closeToTray === true) opened.window.hide();
        else app.quit();
        return false;
      },
      onPageEnd: desk.forget,
      onCrash: (reason) => station.ports.log.error('page-crashed', { reason }),
    });
    main = opened;
    const window = (): BrowserWindow | null => (opened.window.isDestroyed() ? null : opened.window);
    ask = createRequests({
      station,
      finder,
      desk,
      offered,
      language,
      window,
      onChanged: () => opened.send({ kind: 'settings' }),
      onListening: opened.listens,
    });
    const dispatcher = createDesktopDispatcher({
      isOurs: ({ senderFrame }) =>
        senderFrame !== null &&
        senderFrame === opened.window.webContents.mainFrame &&
        senderFrame.url.startsWith(`${pageOrigin}/`),
      engine: station.engine,
      offered,
      given: createGivenPlaces({
        offered,
        settings: station.settings,
        ask: (place) => askPlace(window(), language(), place),
      }),
      desktop: ask,
      log: station.ports.log,
    });
    for (const [name, channel] of answeredChannels) {
      ipcMain.handle(channel, (event, message: unknown) => dispatcher[name](event, message));
    }
    ipcMain.on(bridgeChannels.offer, (event, paths: unknown) => dispatcher.offer(event, paths));
    setMenu(language(), menuActs);
    const tray = createTray({
      language,
      onShow: opened.show,
      onPause: (paused) => {
        void station
          .running()
          ?.dispatch(paused ? { name: 'items.pause', itemIds: 'all' } : { name: 'items.resume', itemIds: 'all' });
      },
      onQuit: () => app.quit(),
    });
    pulse = createPulse({
      progress: () => station.running()?.progress() ?? null,
      paused: station.paused,
      onProgress: (progress) => opened.send({ kind: 'progress', progress }),
      onState: tray.show,
      window: () => opened.window,
    });
    arrivals.handOn({
      again: opened.show,
      files(paths) {
        offered.offer(paths);
        opened.send({ kind: 'files', paths: [...paths] });
      },
    });
    app.on('activate', opened.show);
    app.on('before-quit', leaving.onBeforeQuit);
    app.on('window-all-closed', () => app.quit());
    powerMonitor.on('resume', () => station.running()?.resume());
    // The system ends: nobody is there to answer, and nothing is lost.
    powerMonitor.on('shutdown', leaving.atOnce);
  }

  return { open };
}
