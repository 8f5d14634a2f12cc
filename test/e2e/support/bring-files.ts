import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ElectronApplication, Page } from '@playwright/test';
import { buildPaddedPdf } from '../../../resources/sample-documents/index.ts';

let written = 0;

/** Writes small PDF files, no two of the same content, below `folder`; answers their paths in the order of the names. */
export async function writePdfs(folder: string, names: readonly string[]): Promise<string[]> {
  const paths = names.map((name) => join(folder, name));
  for (const parent of new Set(paths.map(dirname))) await mkdir(parent, { recursive: true });
  for (const path of paths) {
    await writeFile(path, buildPaddedPdf(written, 1_000));
    written += 1;
  }
  return paths;
}

/** Drops files and folders on the middle of the window, or of `selector`, as a file manager does: they come over, hover, and are let go. */
export async function dropOn(page: Page, paths: readonly string[], selector?: string): Promise<void> {
  const drag = await startDrag(page, paths, selector);
  await drag.hover();
  await drag.letGo();
}

/** Files and folders over the window that have not been let go yet. */
interface Drag {
  hover(): Promise<void>;
  /** Resolves once the page was given them. */
  letGo(): Promise<void>;
}

/** Drags files and folders over the window. */
export async function startDrag(page: Page, paths: readonly string[], selector = 'body'): Promise<Drag> {
  const protocol = await page.context().newCDPSession(page);
  const box = await page.locator(selector).boundingBox();
  if (box === null) throw new Error(`nowhere to drop: ${selector}`);
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const dragged = { items: [], files: [...paths], dragOperationsMask: 1 };
  const send = async (type: 'dragEnter' | 'dragOver' | 'drop'): Promise<void> => {
    await protocol.send('Input.dispatchDragEvent', { type, ...middle, data: dragged });
  };
  await send('dragEnter');
  return {
    hover: () => send('dragOver'),
    async letGo() {
      await page.evaluate(`void (window.letGo = new Promise((resolve) =>
        addEventListener('drop', () => resolve(true), { capture: true, once: true })))`);
      await send('drop');
      // The browser calls the drop off where the session ends before the page has it.
      await page.evaluate('letGo');
      await protocol.detach();
    },
  };
}

/** Puts files on the clipboard of the display, as "Copy" in a file manager does; they stay there until `stop`. */
export async function copyToClipboard(paths: readonly string[]): Promise<{ stop(): Promise<void> }> {
  const owner = spawn('xclip', ['-quiet', '-selection', 'clipboard', '-target', 'text/uri-list'], {
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  owner.stdin.end(paths.map((path) => `${pathToFileURL(path).href}\r\n`).join(''));
  // It says that it waits for requests once the selection is its own.
  await once(owner.stderr, 'data');
  return {
    async stop() {
      if (owner.exitCode !== null || owner.signalCode !== null) return;
      const gone = once(owner, 'exit');
      owner.kill('SIGTERM');
      await gone;
    },
  };
}

/** Answers the next questions for files or folders with these paths, in place of a person at the system's dialog. */
export async function chooseInDialogs(app: ElectronApplication, paths: readonly string[]): Promise<void> {
  await app.evaluate(
    ({ dialog }, filePaths) => {
      dialog.showOpenDialog = () => Promise.resolve({ canceled: filePaths.length === 0, filePaths });
    },
    [...paths],
  );
}
