import type { Fault, Outcome } from '../../../shared/faults.ts';
import { failWith, speakAs, terminalOf, type CommandContext } from '../command-context.ts';
import { openDoor, openReadOnlyDoor, type Door, type ReadOnlyDoor } from '../control/open-door.ts';
import { statusOf, worstOf, type ExitStatus } from '../exit-status.ts';
import { noticesTo } from '../output/notices.ts';
import type { Terminal } from '../output/terminal.ts';
import { openStation, type CommonOptions, type Station } from '../station.ts';

/** How a command's work ended: its exit status, or the fault that ended it. */
export type Ending = Outcome<ExitStatus>;

/** Runs a command's work with its station and terminal, and ends the command with what comes of it. */
export async function withStation(
  context: CommandContext,
  options: CommonOptions,
  work: (station: Station, terminal: Terminal) => Promise<Ending>,
): Promise<void> {
  const terminal = terminalOf(context, options);
  const station = await openStation(options, context.environment, noticesTo(terminal));
  if (!station.ok) return failWith(context, terminal, station.fault);
  speakAs(terminal, station.value.settings);
  try {
    const ending = await work(station.value, terminal);
    if (ending.ok) context.finish(ending.value);
    else failWith(context, terminal, ending.fault);
  } finally {
    station.value.ports.close();
  }
}

/** Like {@link withStation}, with the way to act on the data directory. */
export function withDoor(
  context: CommandContext,
  options: CommonOptions,
  work: (door: Door, station: Station, terminal: Terminal) => Promise<Ending>,
): Promise<void> {
  return withStation(context, options, async (station, terminal) => {
    const door = await openDoor(station);
    if (!door.ok) return door;
    try {
      return await work(door.value, station, terminal);
    } finally {
      await door.value.close();
    }
  });
}

/** Like {@link withStation}, with the way to look at the data directory; null where nothing was ever taken in. */
export function withReadOnlyDoor(
  context: CommandContext,
  options: CommonOptions,
  work: (door: ReadOnlyDoor | null, station: Station, terminal: Terminal) => Promise<Ending>,
): Promise<void> {
  return withStation(context, options, async (station, terminal) => {
    const door = await openReadOnlyDoor(station);
    if (!door.ok) return door;
    try {
      return await work(door.value, station, terminal);
    } finally {
      await door.value?.close();
    }
  });
}

/** The exit status of a command some of whose parts failed with these faults. */
export function statusOfAll(faults: readonly Fault[]): ExitStatus {
  return worstOf(faults.map(statusOf));
}
