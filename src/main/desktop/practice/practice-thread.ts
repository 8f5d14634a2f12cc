import { mkdir, readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { startPracticeService } from '../../practice/practice-service.ts';
import { practiceFeed } from './practice-feed.ts';

/** Runs the practice service in a thread of its own and lets sample documents come into `inbox`, so that neither holds up the window. */
const { inbox, requestsPerMinute } = z.object({ inbox: z.string(), requestsPerMinute: z.number() }).parse(workerData);

const service = await startPracticeService({
  realistic: true,
  processingMs: 4_000,
  latencyMs: 20,
  quota: requestsPerMinute,
  windowSeconds: 60,
});
parentPort?.postMessage({
  baseUrl: service.baseUrl,
  clientId: service.clientId,
  clientSecret: service.clientSecret,
});

await mkdir(inbox, { recursive: true });
const present = await readdir(inbox, { recursive: true });
let number = 0;
try {
  for (const { name, build, pauseMs } of practiceFeed(present, Date.now() % 1_000_000)) {
    if (pauseMs > 0) await pause(pauseMs);
    number += 1;
    const part = join(inbox, `.${String(number)}.part`);
    await writeFile(part, await build());
    await rename(part, join(inbox, name));
  }
} catch {
  // A disk that takes no more, or a folder that was removed, ends the feed; the service goes on.
}
