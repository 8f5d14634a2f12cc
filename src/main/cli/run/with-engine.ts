import type { Outcome } from '../../../shared/faults.ts';
import type { ItemView } from '../../../shared/views.ts';
import { createEngine, type Engine } from '../../engine/engine.ts';
import { success } from '../../engine/faults/fault.ts';
import { serveControl } from '../../host/control/serve-control.ts';
import type { Terminal } from '../output/terminal.ts';
import type { Station } from '../station.ts';
import { startTelling, type Telling } from './run-to-end.ts';

/**
 * Works with an engine of this process, without the hot folders of the settings: other commands reach it, what concerns the
 * command is told, and all of it ends in order however the work ends. Faults: those of opening it; the work then never began.
 */
export async function withEngine(
  station: Station,
  terminal: Terminal,
  concerns: (item: ItemView) => boolean,
  work: (engine: Engine, telling: Telling) => Promise<void>,
): Promise<Outcome<void>> {
  const opened = await createEngine(station.ports, { ...station.settings, hotFolders: [] });
  if (!opened.ok) return opened;
  const engine = opened.value;
  const control = await serveControl(engine, station.dataDirectory, station.ports.log);
  const telling = startTelling(engine, terminal, concerns);
  try {
    await work(engine, telling);
  } finally {
    await control.close();
    await engine.stop();
    telling.stop();
  }
  return success(undefined);
}
