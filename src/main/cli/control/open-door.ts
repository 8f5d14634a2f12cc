import type { Outcome } from '../../../shared/faults.ts';
import { createEngine, type Engine } from '../../engine/engine.ts';
import { success } from '../../engine/faults/fault.ts';
import { openReader } from '../../engine/reader.ts';
import type { Station } from '../station.ts';
import { connectControl } from './ask-control.ts';

/** The way to act on a data directory: the engine that runs on it, or one for this command alone. */
export interface Door extends Pick<Engine, 'dispatch' | 'query'> {
  /** Whether another process works on the directory; if not, decisions take effect at the next run. */
  readonly running: boolean;
  close(): Promise<void>;
}

/** The way to look at a data directory. */
export type ReadOnlyDoor = Pick<Door, 'query' | 'running' | 'close'>;

/** An owner that just starts does not listen yet, one that just ends no more: asked again for this long (ms). */
const patienceMs = 5_000;
const againMs = 100;

/**
 * Opens the way to act: the running owner's socket, else an engine of this process that does what is asked and nothing more.
 * Faults: `data-directory-taken` where an owner is there but does not answer, and those of the engine.
 */
export async function openDoor({ dataDirectory, ports, settings }: Station): Promise<Outcome<Door>> {
  const until = Date.now() + patienceMs;
  for (;;) {
    const running = await connectControl(dataDirectory);
    if (running !== null) return success({ ...running, running: true });
    const opened = await createEngine(ports, settings, { work: false });
    if (opened.ok) {
      const { dispatch, query, stop } = opened.value;
      return success({ dispatch, query, running: false, close: stop });
    }
    if (opened.fault.code !== 'data-directory-taken' || Date.now() > until) return opened;
    await new Promise((resolve) => setTimeout(resolve, againMs));
  }
}

/** Opens the way to look, which never starts, changes or locks anything. null: nothing was ever taken in. */
export async function openReadOnlyDoor(station: Station): Promise<Outcome<ReadOnlyDoor | null>> {
  const running = await connectControl(station.dataDirectory);
  if (running !== null) return success({ ...running, running: true });
  const reader = openReader(station.dataDirectory, station.settings.station.id);
  if (reader.ok) return success(reader.value === null ? null : { ...reader.value, running: false });
  // A journal of an earlier version is brought up to date by an engine only.
  return reader.fault.code === 'data-directory-unusable' ? openDoor(station) : reader;
}
