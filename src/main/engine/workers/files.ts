import { parentPort, workerData } from 'node:worker_threads';
import { filesThreadData } from '../intake/inspection/thread/computing.ts';
import { serveFiles } from '../intake/inspection/thread/serve-files.ts';

if (parentPort === null) throw new Error('runs as a worker thread only');
serveFiles(parentPort, filesThreadData(workerData));
