import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FileStat } from '../inspection/inspection.ts';
import { codeOf } from '../../platform/disk/errno.ts';

/** Tells whether a program has a file open for writing, as far as the system lets Mailroom see. */
export interface OpenWriters {
  /**
   * By a look at the open files that began no longer than `notOlderThanMs` ago (0: after the call); nobody is answered by one of
   * over a second ago. Linux: the programs that this account may look at (its own; all of them for root). Windows: whoever does
   * not share the file. Elsewhere nobody is ever seen.
   */
  has(path: string, stat: Pick<FileStat, 'inode' | 'device'>, notOlderThanMs: number): Promise<boolean>;
}

/** Open files by their names without folders, `/proc/<pid>/fd/<number>` of each; and how many descriptors were looked at. */
interface OpenFiles {
  readonly byName: ReadonlyMap<string, readonly string[]>;
  readonly looks: number;
}

interface Survey {
  readonly begun: number;
  readonly files: Promise<OpenFiles>;
}

/** An older look is not used any more, ms. */
const goodForMs = 1_000;
/**
 * Looks begin so far apart (ms), for each descriptor that there is: so many files share one, and it takes a small part of the time.
 * By their number, for on a busy machine the time that it took tells nothing of what it cost.
 */
const gapMsEach = 0.02;
/** The main thread is kept at most about so long at a time, ms. These calls never wait for a disk. */
const sliceMs = 2;
/** `O_WRONLY` and `O_RDWR` of the flags in `fdinfo` (octal). */
const writeFlags = 0o3;

function listed(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    // Ended meanwhile, or another account's.
    return [];
  }
}

function targetOf(descriptor: string): string | null {
  try {
    return readlinkSync(descriptor);
  } catch {
    return null;
  }
}

async function surveyOpenFiles(): Promise<OpenFiles> {
  const byName = new Map<string, string[]>();
  let looks = 0;
  let since = performance.now();
  for (const pid of listed('/proc')) {
    // This process too: it opens originals to read only, but a program that has Mailroom's engine in it may write files of its own.
    if (!/^\d+$/.test(pid)) continue;
    for (const number of listed(`/proc/${pid}/fd`)) {
      const descriptor = `/proc/${pid}/fd/${number}`;
      const target = targetOf(descriptor);
      looks += 1;
      // Sockets and pipes have no path.
      if (target?.startsWith('/') !== true) continue;
      const name = basename(target);
      const same = byName.get(name);
      if (same === undefined) byName.set(name, [descriptor]);
      else same.push(descriptor);
      if (performance.now() - since < sliceMs) continue;
      await nextTurn();
      since = performance.now();
    }
  }
  return { byName, looks };
}

/** By what the system says of one open file. Only one of the wanted name is asked for: a hanging share would hold up the question. */
function isWriter(descriptor: string, stat: Pick<FileStat, 'inode' | 'device'>): boolean {
  try {
    const { ino, dev } = statSync(descriptor);
    if (ino !== stat.inode || dev !== stat.device) return false;
    const flags = /^flags:\s*([0-7]+)/m.exec(readFileSync(descriptor.replace('/fd/', '/fdinfo/'), 'latin1'));
    return (Number.parseInt(flags?.[1] ?? '0', 8) & writeFlags) !== 0;
  } catch {
    return false;
  }
}

async function isSharedForWriting(path: string): Promise<boolean> {
  try {
    await (await open(path, 'r+')).close();
    return true;
  } catch (error) {
    // Other answers are about who may write it, and say nothing of who does.
    return codeOf(error) !== 'EBUSY';
  }
}

/** Makes the look at open files of this system. */
export function createOpenWriters(platform: NodeJS.Platform = process.platform): OpenWriters {
  let last: Survey = { begun: -Infinity, files: Promise.resolve({ byName: new Map(), looks: 0 }) };
  let next: Promise<OpenFiles> | null = null;

  /** One that begins after now; all who ask meanwhile share it. */
  function fresh(): Promise<OpenFiles> {
    next ??= (async () => {
      const { looks } = await last.files;
      const wait = last.begun + looks * gapMsEach - performance.now();
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
      next = null;
      last = { begun: performance.now(), files: surveyOpenFiles() };
      return last.files;
    })();
    return next;
  }

  return {
    async has(path, stat, notOlderThanMs) {
      if (platform === 'win32') return !(await isSharedForWriting(path));
      if (platform !== 'linux') return false;
      const recent = performance.now() - last.begun < Math.min(notOlderThanMs, goodForMs);
      const { byName } = await (recent ? last.files : fresh());
      return (byName.get(basename(path)) ?? []).some((descriptor) => isWriter(descriptor, stat));
    },
  };
}
