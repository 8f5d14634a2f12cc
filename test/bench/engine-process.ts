import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { engineNewsSchema } from './messages.ts';
import type { EngineFigures, EngineNews, EngineOrder, EngineSettings } from './messages.ts';

/** The engine of the product in a process of its own, as the command line would run it. */
export interface EngineProcess {
  /** Hands over a hot folder; answers the instant (ms, monotonic) when that was done. */
  watch(folder: string): Promise<number>;
  /** Begins to measure memory and event-loop delay anew. */
  measure(): Promise<void>;
  /** Ends the engine in order and answers what was measured. */
  end(): Promise<EngineFigures>;
}

/** Starts the built engine of `builtDirectory` on a fresh data directory and waits until it runs. */
export async function startEngine(
  builtDirectory: string,
  dataDirectory: string,
  baseUrl: string,
): Promise<EngineProcess> {
  const settings: EngineSettings = { dataDirectory, baseUrl, workersDirectory: join(builtDirectory, 'workers') };
  const child = fork(join(builtDirectory, 'engine.js'), [JSON.stringify(settings)]);
  const waiting = new Map<EngineNews['kind'], { resolve: (news: EngineNews) => void; reject: (why: Error) => void }>();
  const next = (kind: EngineNews['kind']): Promise<EngineNews> =>
    new Promise((resolve, reject) => waiting.set(kind, { resolve, reject }));
  child.on('message', (message) => {
    const news = engineNewsSchema.parse(message);
    waiting.get(news.kind)?.resolve(news);
  });
  child.once('exit', (code) => {
    for (const { reject } of waiting.values()) reject(new Error(`the engine ended with status ${code ?? 'none'}`));
  });
  const tell = (order: EngineOrder, answer: EngineNews['kind']): Promise<EngineNews> => {
    const news = next(answer);
    child.send(order);
    return news;
  };
  await next('ready');
  return {
    async watch(folder) {
      const news = await tell({ kind: 'watch', folder }, 'watching');
      if (news.kind !== 'watching') throw new Error('the engine did not take the folder');
      return news.at;
    },
    async measure() {
      await tell({ kind: 'measure' }, 'measuring');
    },
    async end() {
      const exited = once(child, 'exit');
      const news = await tell({ kind: 'end' }, 'ended');
      await exited;
      if (news.kind !== 'ended') throw new Error('the engine did not end in order');
      return news.figures;
    },
  };
}
