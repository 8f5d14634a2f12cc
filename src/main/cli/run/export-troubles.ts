import { queryAnswers } from '../../../shared/contract.ts';
import type { Engine } from '../../engine/engine.ts';
import type { Terminal } from '../output/terminal.ts';
import { ask } from './ask.ts';

/** How often it is looked at, ms: what keeps XML from being written lasts. */
const lookEveryMs = 2_000;

/**
 * Says what keeps XML from being written (a folder that is away, a full disk) once for all documents, and again where it comes
 * back: such documents have no stage of their own that a line would tell. To be called often.
 */
export function createExportTroubles(engine: Pick<Engine, 'query'>, terminal: Terminal): () => Promise<void> {
  let said: ReadonlySet<string> = new Set();
  let nextAt = 0;
  return async () => {
    if (Date.now() < nextAt) return;
    nextAt = Date.now() + lookEveryMs;
    const { rows } = await ask(
      queryAnswers['exports.page'],
      engine.query({ name: 'exports.page', states: ['planned', 'writing'], offset: 0, limit: 100 }),
    );
    const present = new Set<string>();
    for (const { fault, folder } of rows) {
      if (fault === null) continue;
      const what = `${fault.code} ${folder}`;
      if (!said.has(what) && !present.has(what)) terminal.fault(fault);
      present.add(what);
    }
    said = present;
  };
}
