import { parentPort, workerData } from 'node:worker_threads';
import { threadDataSchema } from '../journal/thread/messages.ts';
import { serveCheckpoints } from '../journal/thread/serve-checkpoints.ts';

if (parentPort === null) throw new Error('runs as a worker thread only');
serveCheckpoints(parentPort, threadDataSchema.parse(workerData));
