import { readFileSync, statSync } from 'node:fs';
import inspector from 'node:inspector';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { attachedToTarget, detachedFromTarget } from './chromium/protocol-event.ts';
import { startChromium, type ChromiumOptions } from './chromium/process.ts';
import { joinChromium } from './chromium/shared.ts';
import { app } from './electron-api/app.ts';
import { defaultSession } from './electron-api/session.ts';
import { allWebContents } from './electron-api/web-contents-registry.ts';
import { takePage } from './electron-api/window-placing.ts';
import { electron } from './electron-module.ts';
import { host } from './host-state.ts';
import { readLaunchArguments, switchesForChromium } from './launch-arguments.ts';
import { provideElectron } from './module-resolution.ts';

/** The `electron` executable: runs an app's main module under Node, with Chromium for its windows. */
async function main(): Promise<void> {
  const given = process.argv.slice(2);
  const launch = readLaunchArguments(given);
  // As in Electron, the line is the executable's own; a test runner takes its part out of it below.
  process.argv = [process.execPath, ...given];
  if (launch.inspector !== undefined) inspector.open(launch.inspector.port, launch.inspector.host, false);
  actAsElectron();
  provideElectron(electron);
  host.isTested = launch.debuggingPort !== undefined;
  for (const [name, value] of launch.switches) host.switches.set(name, value);
  const require = createRequire(join(process.cwd(), 'package.json'));
  for (const preload of launch.preloads) require(resolve(preload));
  if (launch.app === undefined) throw new Error('usage: electron [switches] APP [arguments]');
  const entry = describeApp(resolve(launch.app));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => app.quit());
  await import(pathToFileURL(entry).href);
  // A second instance has handed over by now and wants no window.
  if (app.isQuitting) return;
  await openChromium(launch.debuggingPort);
}

/** Tells apps and their libraries that this is Electron. */
function actAsElectron(): void {
  const versions = { electron: '45.3.4', chrome: '156.0.0.0' };
  for (const [name, value] of Object.entries(versions)) {
    Object.defineProperty(process.versions, name, { value, enumerable: true });
  }
  Object.assign(process, { type: 'browser', defaultApp: true, resourcesPath: join(process.cwd(), 'resources') });
}

const packageShape = z.object({
  main: z.string().default('index.js'),
  name: z.string().default('Electron'),
  productName: z.string().optional(),
  version: z.string().default('0.0.0'),
});

/** Takes in what package.json says of the app and answers its main module. */
function describeApp(path: string): string {
  if (!statSync(path).isDirectory()) {
    host.app = { ...host.app, path: dirname(path) };
    return path;
  }
  const facts = packageShape.parse(JSON.parse(readFileSync(join(path, 'package.json'), 'utf8')));
  host.app = { path, name: facts.productName ?? facts.name, version: facts.version };
  return resolve(path, facts.main);
}

/** Starts Chromium once the app's main module has set its switches, gives pages to their windows, and makes the app ready. */
async function openChromium(port: number | undefined): Promise<void> {
  const options: ChromiumOptions = {
    port,
    switches: switchesForChromium(host.switches, app.getLocale()),
    onExit: () => app.exit(app.isQuitting ? 0 : 1),
  };
  const chromium = (await joinChromium(options)) ?? startChromium(options);
  host.chromium = chromium;
  const { root } = chromium.connection;
  root.on(attachedToTarget, ({ sessionId, targetInfo }) => {
    const session = chromium.connection.session(sessionId);
    const contents = takePage(targetInfo.url);
    if (contents !== undefined) return void contents.attach(session, targetInfo.targetId);
    // A page that nobody of ours opened: the attempt of a page to open a window, past the script that asks beforehand.
    const opener = [...allWebContents].find((each) => each.targetId === targetInfo.openerId);
    opener?.askToOpen(targetInfo.url);
    root.post('Target.closeTarget', { targetId: targetInfo.targetId });
  });
  root.on(detachedFromTarget, ({ sessionId }) => {
    for (const contents of allWebContents) if (contents.sessionId === sessionId) contents.end();
    chromium.connection.forget(sessionId);
  });
  const filter = [{ type: 'page' }, { exclude: true }];
  await Promise.all([
    root.send('Target.setDiscoverTargets', { discover: true, filter }),
    root.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: true, flatten: true, filter }),
    defaultSession.applyPermissions(),
  ]);
  app.becomeReady();
}

main().catch((error: unknown) => {
  process.stderr.write(
    `App threw an error during load\n${error instanceof Error ? (error.stack ?? '') : String(error)}\n`,
  );
  app.exit(1);
});
