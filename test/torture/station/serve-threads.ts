/** One thread that does what several threads of several stations do; see shared-threads.ts. */
import { MessagePort, parentPort } from 'node:worker_threads';
import { z } from 'zod';
import { filesThreadData } from '../../../src/main/engine/intake/inspection/thread/computing.ts';
import { serveFiles } from '../../../src/main/engine/intake/inspection/thread/serve-files.ts';
import { threadDataSchema } from '../../../src/main/engine/journal/thread/messages.ts';
import { serveCheckpoints } from '../../../src/main/engine/journal/thread/serve-checkpoints.ts';
import { serveJournal } from '../../../src/main/engine/journal/thread/serve-journal.ts';

const servedSchema = z.object({
  name: z.enum(['journal', 'checkpoint', 'files']),
  port: z.instanceof(MessagePort),
  workerData: z.unknown(),
});

parentPort?.on('message', (message: unknown) => {
  const { name, port, workerData } = servedSchema.parse(message);
  switch (name) {
    case 'journal':
      serveJournal(port, threadDataSchema.parse(workerData));
      break;
    case 'checkpoint':
      serveCheckpoints(port, threadDataSchema.parse(workerData));
      break;
    case 'files':
      serveFiles(port, filesThreadData(workerData));
      break;
  }
});
