import type { Outcome } from '../../../shared/faults.ts';
import type { ItemView } from '../../../shared/views.ts';
import { createEngine, type Engine } from '../../engine/engine.ts';
import { success } from '../../engine/faults/fault.ts';
import { serveControl, type Served } from '../../host/control/serve-control.ts';
import type { Terminal } from '../output/terminal.ts';
import type { Station } from '../station.ts';
import { startReporting, type Reporting } from './run-to-end.ts';

/**
 * Works with an engine of this process, without the hot folders of the settings: other commands reach it, what concerns the
 * command is told, and all of it ends in order however the work ends. Faults: those of opening it; the work then never began.
 */
export async function withEngine(
  station: Station,
  terminal: Terminal,
  concerns: (item: ItemView) => boolean,
  work: (engine: Engine, reporting: Reporting) => Promise<void>,
): Promise<Outcome<void>> {
  const opened = await createEngine(station.ports, { ...station.settings, hotFolders: [] });
  if (!opened.ok) return opened;
  const engine = opened.value;
  const control = await serveControl(servedBy(engine, station), station.dataDirectory, station.ports.log);
  const reporting = startReporting(engine, terminal, concerns);
  try {
    await work(engine, reporting);
  } finally {
    await control.close();
    await engine.stop();
    reporting.stop();
  }
  return success(undefined);
}

/** The engine of a command, whose flags are its rules: of changed settings bandwidth and hours hold at once, all else at its next start. */
function servedBy({ dispatch, query }: Engine, { store }: Station): Served {
  return {
    dispatch,
    query,
    async settingsChanged() {
      const settings = await store.load();
      if (!settings.ok) return settings;
      const { bytesPerSecond = null, hours = null } = settings.value.limits;
      return dispatch({ name: 'limits.set', bytesPerSecond, hours });
    },
  };
}
