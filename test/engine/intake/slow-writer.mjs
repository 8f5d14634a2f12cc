// A program of its own that writes a file in pieces, with pauses: node slow-writer.mjs PATH PAUSE_MS HEX...
import { Buffer } from 'node:buffer';
import { appendFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

const [path, pauseMs, ...pieces] = process.argv.slice(2);
for (const piece of pieces) {
  appendFileSync(path, Buffer.from(piece, 'hex'));
  await pause(Number(pauseMs));
}
