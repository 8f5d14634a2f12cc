import { misuse } from '../../src/main/engine/faults/usage-sentences.ts';
import { createFilePages } from '../../src/main/engine/scanning/editing/file-pages.ts';
import type { PageEdits } from '../../src/main/engine/scanning/editing/page-edits.ts';
import { createPageThread } from '../../src/main/engine/scanning/pages/page-thread.ts';
import { startTestWorker } from '../support/ports.ts';

/** Scanning without items whose pages could be edited. */
export const noEdits: PageEdits = {
  draft: () => Promise.resolve(misuse('no-pages')),
  hold: () => Promise.resolve(misuse('no-pages')),
  replace: () => Promise.resolve(misuse('no-pages')),
  giveBack: () => Promise.resolve(),
  isOver: () => Promise.resolve(true),
  settle: () => Promise.resolve(),
};

/** Its thread is never started: no session there has pages of items. */
export const noFiles = createFilePages(createPageThread(() => startTestWorker('pages', null)));
