import { join } from 'node:path';
import { homedir } from 'node:os';
import { app } from 'electron';
import { createArrivals } from './desktop/arrivals.ts';
import { readStartArguments, wordsForMailroom } from './desktop/start-arguments.ts';
import { wordsOfStart } from './desktop/updates/kept-words.ts';
import { declarePageScheme } from './desktop/window/page-protocol.ts';
import { makeFolderSync } from './engine/platform/disk/make-folder.ts';
import { stateDirectory } from './host/data-directory.ts';

// Before ready, for every page there will ever be.
app.enableSandbox();
declarePageScheme();

const words = wordsForMailroom(process.argv, app.isPackaged);
const states = stateDirectory(process.platform, process.env, homedir());
const start = readStartArguments(wordsOfStart(words, states), process.env, process.cwd());
// One window for each data directory: the lock lies in the browser's own folder there.
const browserFolder = join(start.dataDirectory, 'window');
makeFolderSync(browserFolder, 0o700);
app.setPath('userData', browserFolder);
app.setName('Mailroom');

if (app.requestSingleInstanceLock({ files: [...start.files] })) {
  const arrivals = createArrivals(start.files);
  app.on('second-instance', (_event, _words, _folder, handedOver) => arrivals.startedAgain(handedOver));
  app.on('open-file', (event, path) => {
    event.preventDefault();
    arrivals.opened([path]);
  });
  // All else is loaded, and the engine begins, while the browser comes up: this thread has nothing to do meanwhile.
  const begun = import('./desktop/run-desktop.ts').then(({ beginDesktop }) => beginDesktop(start));
  begun.catch((error: unknown) => {
    process.stderr.write(`Mailroom can't start: ${String(error)}\n`);
    app.exit(1);
  });
  void Promise.all([begun, app.whenReady()]).then(([desktop]) =>
    desktop.open({
      arrivals,
      windowFolder: browserFolder,
      preload: join(import.meta.dirname, '../preload/index.cjs'),
      pageFolder: join(import.meta.dirname, '../renderer'),
    }),
  );
} else {
  // The first one has the files now.
  app.quit();
}
