import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, watch, writeFileSync } from 'node:fs';
import type { FSWatcher } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';

/** The lock that only one instance of an app with the same user data can have. */
export interface InstanceLock {
  /** Takes the lock, or hands command line, working directory and `extra` over to the instance that has it. */
  request(userData: string, extra: unknown): boolean;
  isHeld(): boolean;
  release(): void;
}

type SecondInstance = (argv: readonly string[], directory: string, extra: unknown) => void;

const messageShape = z.object({ argv: z.array(z.string()), directory: z.string(), extra: z.unknown().optional() });

/** A process that was killed leaves its number behind; the system may have given that to somebody else by now. */
function isInstance(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(process.argv[0] ?? '');
  } catch {
    return false;
  }
}

/** Keeps the lock as a file with the owner's process number; instances that come later leave their command line beside it. */
export function createInstanceLock(onSecondInstance: SecondInstance): InstanceLock {
  let folder: string | undefined;
  let watcher: FSWatcher | undefined;

  const take = (path: string): boolean => {
    try {
      writeFileSync(path, String(process.pid), { flag: 'wx' });
      return true;
    } catch {
      return false;
    }
  };

  const readMessages = (from: string): void => {
    for (const name of readdirSync(from).filter((each) => each.endsWith('.json'))) {
      const message = messageShape.parse(JSON.parse(readFileSync(join(from, name), 'utf8')));
      rmSync(join(from, name));
      onSecondInstance(message.argv, message.directory, message.extra);
    }
  };

  return {
    request(userData, extra) {
      if (folder !== undefined) return true;
      const place = join(
        tmpdir(),
        `chromium-host-lock-${createHash('sha256').update(userData).digest('hex').slice(0, 16)}`,
      );
      mkdirSync(place, { recursive: true, mode: 0o700 });
      const owner = join(place, 'owner');
      if (!take(owner)) {
        if (isInstance(Number(readFileSync(owner, 'utf8')))) {
          const message = { argv: process.argv, directory: process.cwd(), extra };
          const draft = join(place, `${randomUUID()}.draft`);
          writeFileSync(draft, JSON.stringify(message));
          renameSync(draft, draft.replace('.draft', '.json'));
          return false;
        }
        rmSync(owner, { force: true });
        if (!take(owner)) return false;
      }
      folder = place;
      for (const name of readdirSync(place)) if (name !== 'owner') rmSync(join(place, name));
      watcher = watch(place, () => readMessages(place));
      watcher.unref();
      return true;
    },
    isHeld: () => folder !== undefined,
    release() {
      watcher?.close();
      if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
      folder = undefined;
    },
  };
}
