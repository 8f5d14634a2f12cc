import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Clipboard, Shell } from 'electron';
import { host, record } from '../host-state.ts';
import { strict } from '../strict.ts';

/** Opens something with the desktop's own program, where there is a desktop and no test drives the app; answers '' or why not. */
function openOnDesktop(what: string): Promise<string> {
  if (host.chromium?.headless === true || host.isTested) return Promise.resolve('');
  return new Promise((resolve) => {
    const opener = spawn('xdg-open', [what], { stdio: 'ignore', detached: true });
    opener.once('error', (error) => resolve(error.message));
    opener.once('spawn', () => {
      opener.unref();
      resolve('');
    });
  });
}

/** `shell`: recorded, and done where a person sits in front. */
export const shell = strict('shell', {
  async openExternal(url: string): Promise<void> {
    record('open-external', { url });
    const failure = await openOnDesktop(url);
    if (failure !== '') throw new Error(failure);
  },
  async openPath(path: string): Promise<string> {
    record('open-path', { path });
    return existsSync(path) ? openOnDesktop(path) : 'Failed to open path';
  },
  showItemInFolder(path: string): void {
    record('show-item-in-folder', { path });
    void openOnDesktop(dirname(path));
  },
  beep: () => record('beep', {}),
} satisfies Pick<Shell, 'openExternal' | 'openPath' | 'showItemInFolder' | 'beep'>);

let clipboardText = '';

/** `clipboard`: text only, within this app; the page's own Ctrl+C and Ctrl+V use the real one. */
export const clipboard = strict('clipboard', {
  readText: () => Promise.resolve(clipboardText),
  writeText(text: string): Promise<void> {
    clipboardText = text;
    record('clipboard', { text });
    return Promise.resolve();
  },
  clear(): void {
    clipboardText = '';
  },
} satisfies { [Name in 'readText' | 'writeText' | 'clear']: Clipboard[Name] });
