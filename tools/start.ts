import { isBuildStale } from './build-state.ts';
import { findElectron } from './electron-binary.ts';
import { projectRoot, runStep } from './run-step.ts';
import { ensurePackages, windowPackages } from './system-packages.ts';

// `npm start`: opens the window as it is in the sources. Arguments are the app's: `npm start -- --practice --data-dir DIR`.

/** Says what is missing and what to do instead where no window can be shown. */
function explainNoDisplay(): void {
  process.stderr.write(
    [
      'There is no display here (DISPLAY is not set), so there is nowhere to open a window.',
      '  npm run demo            shows the whole way of a document without a window',
      '  xvfb-run -a npm start   opens the window on a virtual display',
      '',
    ].join('\n'),
  );
}

async function start(): Promise<number> {
  if (process.platform === 'linux' && !process.env['DISPLAY'] && !process.env['WAYLAND_DISPLAY']) {
    explainNoDisplay();
    return 1;
  }
  if (await isBuildStale(projectRoot)) {
    const build = await runStep('npm', ['run', '--silent', 'build']);
    if (build.status !== 0) {
      process.stderr.write('The build failed, so there is no window to open. What it printed above says why.\n');
      return build.status;
    }
  }
  const electron = findElectron();
  process.stdout.write(`Mailroom opens in ${electron.kind} (${electron.path}).\n`);
  if (electron.kind === 'Chromium host' && !(await ensurePackages(windowPackages))) return 1;
  // Chromium, in Electron too, refuses its sandbox to root.
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const end = await runStep(electron.path, [...sandbox, projectRoot, ...process.argv.slice(2)], { env: electron.env });
  return end.status;
}

process.exitCode = await start();
