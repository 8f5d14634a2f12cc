import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { sinkNewsSchema } from './messages.ts';
import type { SinkFigures, SinkNews, SinkOrder, SinkSettings } from './messages.ts';

/** A sink that runs in a process of its own. */
export interface Sink {
  readonly baseUrl: string;
  /** Forgets everything; afterwards `reached` resolves when so many files are processed. */
  reset(reachAt: number): Promise<void>;
  /** Resolves when the count of the last reset is reached; rejects after `limitMs`. */
  reached(limitMs: number): Promise<void>;
  figures(): Promise<SinkFigures>;
  stop(): Promise<void>;
}

/** Starts the built sink of `builtDirectory` and waits until it listens. */
export async function startSink(builtDirectory: string, settings: SinkSettings): Promise<Sink> {
  const child = fork(join(builtDirectory, 'sink.js'), [JSON.stringify(settings)]);
  const waiting = new Map<SinkNews['kind'], (news: SinkNews) => void>();
  const next = (kind: SinkNews['kind']): Promise<SinkNews> => new Promise((resolve) => waiting.set(kind, resolve));
  child.on('message', (message) => {
    const news = sinkNewsSchema.parse(message);
    waiting.get(news.kind)?.(news);
  });
  child.once('exit', (code) => {
    if (code !== 0 && code !== null) process.stderr.write(`the sink ended with status ${code}\n`);
  });
  const ready = await next('ready');
  if (ready.kind !== 'ready') throw new Error('the sink did not get ready');
  const ask = async (order: SinkOrder): Promise<SinkFigures> => {
    const answer = next('figures');
    child.send(order);
    const news = await answer;
    if (news.kind !== 'figures') throw new Error('the sink did not answer');
    return news.figures;
  };
  let goal: Promise<SinkNews> = Promise.reject(new Error('the sink was not reset'));
  goal.catch(() => undefined);
  return {
    baseUrl: ready.baseUrl,
    async reset(reachAt) {
      goal = next('reached');
      await ask({ kind: 'reset', reachAt });
    },
    async reached(limitMs) {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new Error(`not all files were processed within ${limitMs} ms`)), limitMs);
      });
      await Promise.race([goal, late]).finally(() => clearTimeout(timer));
    },
    figures: () => ask({ kind: 'figures' }),
    async stop() {
      const exited = once(child, 'exit');
      child.disconnect();
      await exited;
    },
  };
}
