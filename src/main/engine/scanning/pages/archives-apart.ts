import type { WorkerThread } from '../../platform/ports.ts';
import { createPageThread, type PageThread } from './page-thread.ts';

/**
 * A page thread beside which archives are written by another one: text is recognised for seconds on each page, and neither pages that
 * come in nor what is looked at or sent waits for it. The other one is started when it is needed, and ended when nothing is left for it.
 */
export function createPagesWithArchivesApart(startWorker: () => WorkerThread): PageThread {
  const thread = createPageThread(startWorker);
  let archives: PageThread | null = null;
  let open = 0;
  return {
    ...thread,
    async write(pages, format, path, title) {
      if (format !== 'archive' || thread.isClosed()) return thread.write(pages, format, path, title);
      const apart = (archives ??= createPageThread(startWorker));
      open += 1;
      try {
        return await apart.write(pages, format, path, title);
      } finally {
        open -= 1;
        if (open === 0) {
          archives = null;
          await apart.close();
        }
      }
    },
    async close() {
      await Promise.all([thread.close(), archives?.close()]);
    },
  };
}
