import { parentPort, workerData } from 'node:worker_threads';
import { threadDataSchema } from '../journal/thread/messages.ts';
import { serveJournal } from '../journal/thread/serve-journal.ts';

if (parentPort === null) throw new Error('runs as a worker thread only');
serveJournal(parentPort, threadDataSchema.parse(workerData));
