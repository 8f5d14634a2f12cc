import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, watch, writeFileSync } from 'node:fs';
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

/** The command line of a process as Linux has it; empty when there is no such process. */
function commandLineOf(pid: number): string {
  const path = `/proc/${pid}/cmdline`;
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

/** A process that was killed leaves its number behind; the system may have given that to somebody else by now. */
function isAlive(ownerFile: string): boolean {
  const [pid = '', ...commandLine] = readFileSync(ownerFile, 'utf8').split('\n');
  return commandLineOf(Number(pid)) === commandLine.join('\n');
}

/** Keeps the lock as a file with the owner's process number; instances that come later leave their command line beside it. */
export function createInstanceLock(onSecondInstance: SecondInstance): InstanceLock {
  let folder: string | undefined;
  let watcher: FSWatcher | undefined;

  const take = (path: string): boolean => {
    try {
      writeFileSync(path, `${process.pid}\n${commandLineOf(process.pid)}`, { flag: 'wx' });
      return true;
    } catch {
      return false;
    }
  };

  const readMessages = (from: string): void => {
    // The folder's own end is reported too.
    if (!existsSync(from)) return;
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
        if (isAlive(owner)) {
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
