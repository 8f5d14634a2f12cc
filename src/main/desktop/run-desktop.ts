import { app, ipcMain, powerMonitor } from 'electron';
import { z } from 'zod';
import type { MenuCommand } from '../../shared/desktop-contract.ts';
import { createContentDesk } from './content/content-desk.ts';
import { createContentFinder } from './content/find-content.ts';
import { answeredChannels, createDesktopDispatcher } from './dispatcher.ts';
import { createDesktopStation } from './desktop-station.ts';
import { createRequests } from './requests/requests.ts';
import { createNotices } from './shell/notices.ts';
import { setMenu } from './shell/menu.ts';
import { createPulse } from './shell/pulse.ts';
import { createLeaving } from './shell/leaving.ts';
import { createTray } from './shell/tray.ts';
import type { StartArguments } from './start-arguments.ts';
import { denyPermissions, openMainWindow } from './window/main-window.ts';
import { pageOrigin, servePage } from './window/page-protocol.ts';

/** What the desktop runs with: its arguments and the places of its built parts. */
export interface DesktopParts {
  readonly start: StartArguments;
  readonly windowFolder: string;
  readonly preload: string;
  readonly pageFolder: string;
}

const handedOver = z.object({ files: z.array(z.string().min(1)).max(10_000) });

/** Runs the desktop until the person quits; the app is ready. */
export async function runDesktop({ start, windowFolder, preload, pageFolder }: DesktopParts): Promise<void> {
  let language: 'en' | 'de' = 'en';
  let closeToTray = false;
  const notices = createNotices({
    language: () => language,
    onShow(itemId) {
      main.show();
      if (itemId !== null) main.send({ kind: 'show-item', itemId });
    },
  });
  const station = createDesktopStation(start.dataDirectory, {
    notifier: notices,
    onEvent: (event) => main.send({ kind: 'engine', event }),
    onSettings(settings) {
      if (settings.language !== language) setMenu(settings.language, menuChosen);
      language = settings.language;
      closeToTray = settings.window.closeToTray;
      notices.wants(settings.window);
      const { startAtLogin } = settings.window;
      if (app.getLoginItemSettings().openAtLogin !== startAtLogin)
        app.setLoginItemSettings({ openAtLogin: startAtLogin });
    },
  });
  const finder = createContentFinder(station);
  const desk = createContentDesk(finder);
  const leaving = createLeaving({
    language: () => language,
    inFlight: () => station.running()?.progress().inFlight.length ?? 0,
    window: () => main.window,
    async stop() {
      pulse.stop();
      await station.stop();
      await finder.close();
    },
  });

  // Engine and page come up side by side; what the page asks waits for the engine.
  const working = (start.practice ? station.startPractice() : station.apply()).catch((error: unknown) => {
    station.ports.log.error('start-failed', { cause: String(error) });
  });
  denyPermissions();
  servePage(pageFolder, desk.serve);
  const main = openMainWindow({
    preload,
    stateFolder: windowFolder,
    onClose() {
      if (leaving.isLeaving()) return true;
      if (closeToTray) main.window.hide();
      else app.quit();
      return false;
    },
  });
  const dispatcher = createDesktopDispatcher({
    isOurs: ({ senderFrame }) =>
      senderFrame !== null &&
      senderFrame === main.window.webContents.mainFrame &&
      senderFrame.url.startsWith(`${pageOrigin}/`),
    engine: station.engine,
    desktop: createRequests({
      station,
      finder,
      desk,
      window: () => (main.window.isDestroyed() ? null : main.window),
      onChanged: () => main.send({ kind: 'settings' }),
    }),
    log: station.ports.log,
  });
  for (const [name, channel] of answeredChannels) {
    ipcMain.handle(channel, (event, message: unknown) => dispatcher[name](event, message));
  }
  setMenu(language, menuChosen);
  const tray = createTray({
    language: () => language,
    onShow: main.show,
    onPause: (paused) => pauseAll(paused),
    onQuit: () => app.quit(),
  });
  const pulse = createPulse({
    progress: () => station.running()?.progress() ?? null,
    onProgress(progress) {
      main.send({ kind: 'progress', progress });
      tray.show(progress);
    },
    window: () => main.window,
  });

  app.on('second-instance', (_event, _words, _folder, extra) => {
    main.show();
    const given = handedOver.safeParse(extra);
    if (given.success && given.data.files.length > 0) main.send({ kind: 'files', paths: given.data.files });
  });
  app.on('activate', main.show);
  app.on('before-quit', leaving.onBeforeQuit);
  app.on('window-all-closed', () => app.quit());
  powerMonitor.on('resume', () => station.running()?.resume());
  if (start.files.length > 0) {
    main.window.webContents.once('did-finish-load', () => main.send({ kind: 'files', paths: [...start.files] }));
  }

  await working;

  function menuChosen(command: MenuCommand): void {
    main.show();
    main.send({ kind: 'menu', command });
  }

  function pauseAll(paused: boolean): void {
    void station
      .running()
      ?.dispatch(paused ? { name: 'items.pause', itemIds: 'all' } : { name: 'items.resume', itemIds: 'all' });
  }
}
