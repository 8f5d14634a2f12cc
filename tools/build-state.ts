import { existsSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** What the window's build is made of, from the project's root. */
const sources = ['src', 'package-lock.json', 'vite.config.ts', 'electron.vite.config.ts'];

/** Whether the built window is missing or older than a source of it. `root`: the project's folder. */
export async function isBuildStale(root: string): Promise<boolean> {
  const built = ['main/index.js', 'preload/index.cjs', 'renderer/index.html'].map((path) => join(root, 'out', path));
  if (!built.every((path) => existsSync(path))) return true;
  const oldest = Math.min(...(await Promise.all(built.map(changedAt))));
  const newest = await Promise.all(sources.map((name) => newestIn(join(root, name))));
  return Math.max(...newest) > oldest;
}

async function changedAt(path: string): Promise<number> {
  return (await stat(path)).mtimeMs;
}

async function newestIn(path: string): Promise<number> {
  if (!existsSync(path)) return 0;
  const entries = (await stat(path)).isDirectory() ? await readdir(path, { recursive: true }) : [];
  const times = await Promise.all(['', ...entries].map((entry) => changedAt(join(path, entry))));
  return Math.max(...times);
}
