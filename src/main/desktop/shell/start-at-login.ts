import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { app } from 'electron';
import type { Log } from '../../engine/platform/ports.ts';
import { ownAppImage } from '../../host/package-origin.ts';
import type { StartArguments } from '../start-arguments.ts';
import { begin } from '../updates/install.ts';

/** What a start at login runs: a program with its arguments. */
export interface LoginStart {
  readonly program: string;
  readonly args: readonly string[];
}

/** Makes Mailroom start with the session, in the tray, or not any more. Linux has no such setting in Electron: there it is an autostart file. */
export async function keepStartAtLogin(wanted: boolean, start: StartArguments, log: Log): Promise<void> {
  const { program, args } = loginStart(start);
  try {
    if (process.platform === 'linux') {
      await keepAutostartFile(autostartFile(process.env, homedir()), wanted ? { program, args } : null);
    } else if (app.getLoginItemSettings({ args: [...args] }).openAtLogin !== wanted) {
      app.setLoginItemSettings({ openAtLogin: wanted, args: [...args] });
    }
  } catch (error) {
    log.warn('start-at-login-not-kept', { cause: String(error) });
  }
}

/** Where the session looks for what it starts (XDG Desktop Application Autostart Specification). */
export function autostartFile(environment: Readonly<Record<string, string | undefined>>, home: string): string {
  const configured = environment['XDG_CONFIG_HOME'] ?? '';
  return join(configured === '' ? join(home, '.config') : configured, 'autostart', 'mailroom.desktop');
}

/** Writes the autostart file; null removes it. */
export async function keepAutostartFile(path: string, start: LoginStart | null): Promise<void> {
  if (start === null) {
    await rm(path, { force: true });
    return;
  }
  const line = [start.program, ...start.args].map(quoted).join(' ');
  const text = `[Desktop Entry]\nType=Application\nName=Mailroom\nExec=${line}\nX-GNOME-Autostart-enabled=true\n`;
  if ((await readFile(path, 'utf8').catch(() => '')) === text) return;
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text, { mode: 0o644 });
}

/** What another start of this window is given, so that it opens the same station; `flags` beside that. */
export function startWords(
  { dataDirectory, dataDirectoryNamed, practice }: StartArguments,
  ...flags: readonly string[]
): readonly string[] {
  // An unpackaged app is the browser's binary with the app's folder.
  const own = app.isPackaged ? [] : [app.getAppPath()];
  const named = dataDirectoryNamed ? ['--data-dir', dataDirectory] : [];
  return [...own, ...flags, ...named, ...(practice ? ['--practice'] : [])];
}

/** Starts this version anew once it has ended. */
export async function startAgain(start: StartArguments): Promise<void> {
  const appImage = ownAppImage();
  // What helps Electron to start anew lies in the AppImage, and is gone with it.
  if (appImage === undefined) app.relaunch({ args: [...startWords(start)] });
  else await begin(appImage, startWords(start));
}

function loginStart(start: StartArguments): LoginStart {
  // An AppImage is mounted anew for each start.
  return { program: ownAppImage() ?? process.execPath, args: startWords({ ...start, practice: false }, '--hidden') };
}

/** One word of an Exec line: the specification's quoting, `%` doubled, and then the escapes of a value of the file. */
function quoted(word: string): string {
  const safe = word.replaceAll('%', '%%');
  if (/^[\w@+=:,./%-]+$/u.test(safe)) return safe;
  return `"${safe.replaceAll(/["`$\\]/gu, (sign) => `\\${sign}`)}"`.replaceAll('\\', '\\\\');
}
