// As a virus scanner does: opens each file that is new or has changed below the given folders, lets nobody else have it, and lets
// go of it after some 300 ms. Says `ready` once it watches, and how many it has held at its end (a file named `stop`).
import { closeSync, existsSync, openSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { clearInterval, setInterval } from 'node:timers';

const [place, held, ...folders] = process.argv.slice(2);
/** libuv opens with no sharing at all where this is among the flags (UV_FS_O_EXLOCK). */
const alone = 0x1000_0000;
const seen = new Map();
let count = 0;

function look(path) {
  const { ino, mtimeMs, size } = statSync(path);
  const known = `${mtimeMs}:${size}`;
  // Another name makes no other file of it.
  if (seen.get(ino) === known) return;
  const file = openSync(path, alone);
  seen.set(ino, known);
  count += 1;
  setTimeout(() => closeSync(file), Number(held));
}

writeFileSync(join(place, 'ready'), '');
const timer = setInterval(() => {
  if (existsSync(join(place, 'stop'))) {
    clearInterval(timer);
    writeFileSync(join(place, 'count'), String(count));
    return;
  }
  for (const folder of folders) {
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      try {
        if (entry.isFile()) look(join(entry.parentPath, entry.name));
      } catch {
        // Gone, or somebody else has it just now.
      }
    }
  }
}, 5);
