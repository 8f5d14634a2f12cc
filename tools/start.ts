import { isBuildStale } from './build-state.ts';
import { findElectron } from './electron-binary.ts';
import { projectRoot, runStep } from './run-step.ts';
import { ensurePackages, windowPackages } from './system-packages.ts';

// `npm start`: opens the window as it is in the sources. Arguments are the app's: `npm start -- --practice --data-dir DIR`.

const options = `The window of Mailroom: npm start [-- OPTIONS] [FILE …]

  --data-dir DIR       data directory, also MAILROOM_DATA_DIR
  --practice           works with a practice service of its own; nothing leaves this computer
  --practice-quota=N   requests a minute that it allows (600)
  --hidden             starts without showing the window: in the tray
  FILE …               takes these files in, also in a window that is open already

docs/operations.md tells more. The command line: npm run mailroom -- --help
`;

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
  if (process.argv.slice(2).some((word) => word === '--help' || word === '-h')) {
    process.stdout.write(options);
    return 0;
  }
  if (process.platform === 'linux' && !process.env['DISPLAY'] && !process.env['WAYLAND_DISPLAY']) {
    explainNoDisplay();
    return 1;
  }
  if (await isBuildStale(projectRoot)) {
    process.stdout.write('Mailroom is built from its sources first, which takes some seconds …\n');
    // What the bundler advises is for those who build, and only worth reading where it fails.
    const build = await runStep('npm', ['run', '--silent', 'build'], { capture: 'all' });
    if (build.status !== 0) {
      process.stderr.write(
        `${build.output}\nThe build failed, so there is no window to open. What it printed above says why.\n`,
      );
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
