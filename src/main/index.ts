import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { app } from 'electron';
import { readStartArguments } from './desktop/start-arguments.ts';
import { runDesktop } from './desktop/run-desktop.ts';
import { declarePageScheme } from './desktop/window/page-protocol.ts';

// Before ready, for every page there will ever be.
app.enableSandbox();
declarePageScheme();

const given = process.argv.slice(app.isPackaged ? 1 : 2);
const start = readStartArguments(given, process.env, process.cwd());
// One window for each data directory: the lock lies in the browser's own folder there.
const browserFolder = join(start.dataDirectory, 'window');
mkdirSync(browserFolder, { recursive: true, mode: 0o700 });
app.setPath('userData', browserFolder);
app.setName('Mailroom');

if (app.requestSingleInstanceLock({ files: [...start.files] })) {
  void app.whenReady().then(() =>
    runDesktop({
      start,
      windowFolder: browserFolder,
      preload: join(import.meta.dirname, '../preload/index.cjs'),
      pageFolder: join(import.meta.dirname, '../renderer'),
    }),
  );
} else {
  // The first one has the files now.
  app.quit();
}
