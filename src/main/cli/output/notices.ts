import type { Notifier } from '../../engine/platform/ports.ts';
import type { Terminal } from './terminal.ts';

/** Whoever has a folder full of originals that stay sees by these what it is about. */
const maxNamed = 10;

/**
 * Notices of the engine as lines on stderr. Held items are told with their own line, so they are left out here; what else became
 * of an item that has no line of its own is said here: where a link lies in the place of the folder for its original, once for all;
 * where the original could not be tidied away or a title not be set, for the first ten with each reason. The history has all.
 */
export function noticesTo(terminal: Pick<Terminal, 'fault'>): Notifier {
  const said = new Map<string, number>();
  return {
    notify({ kind, fault }) {
      if (fault === undefined) return;
      // A case is told with its files.
      if (kind === 'open-case') return;
      // The folder's watch sees the link as well as who moves an original.
      const isPlace = fault.code === 'folder-unsafe';
      if (kind !== 'held' && !isPlace) return terminal.fault(fault);
      if (!isPlace && fault.code !== 'tidy-up-failed' && fault.code !== 'title-not-set') return;
      const { action, folder, problem } = fault.params;
      const what = JSON.stringify([isPlace ? folder : action, problem]);
      const times = (said.get(what) ?? 0) + 1;
      said.set(what, times);
      if (times > (isPlace ? 1 : maxNamed)) return;
      terminal.fault(fault);
    },
  };
}
