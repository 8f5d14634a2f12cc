import { mkdir, readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { sampleRecipes } from '../../../../resources/sample-documents/index.ts';
import { startPracticeService } from '../../practice/practice-service.ts';

/** Runs the practice service in a thread of its own and lets sample documents come into `inbox`, so that neither holds up the window. */
const { inbox } = z.object({ inbox: z.string() }).parse(workerData);
/** Samples that lie there at once, and the time between the others, ms. */
const atOnce = 6;
const betweenMs = 2_500;

const service = await startPracticeService({ realistic: true, processingMs: 4_000, latencyMs: 20 });
parentPort?.postMessage({
  baseUrl: service.baseUrl,
  clientId: service.clientId,
  clientSecret: service.clientSecret,
});

await mkdir(inbox, { recursive: true });
const present = await readdir(inbox);
// A second run brings other documents: those of the first are known.
const recipes = present.length === 0 ? sampleRecipes() : sampleRecipes(Date.now() % 1_000_000);
for (const [index, { name, build }] of recipes.entries()) {
  if (index >= atOnce) await pause(betweenMs);
  const part = join(inbox, `.${String(index)}.part`);
  await writeFile(part, await build());
  await rename(part, join(inbox, name));
}
