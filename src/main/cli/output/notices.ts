import type { Notifier } from '../../engine/ports.ts';
import type { Terminal } from './terminal.ts';

/**
 * Notices of the engine as lines on stderr. Held items are told with their own line, so they are left out here; what else became
 * of an item that has no line of its own (its original could not be tidied away, or a link lies in the place of the folder for it) is
 * said once for all.
 */
export function noticesTo(terminal: Terminal): Notifier {
  const said = new Set<string>();
  return {
    notify({ kind, fault }) {
      if (fault === undefined) return;
      // A case is told with its files.
      if (kind === 'pile') return;
      if (kind !== 'held') return terminal.fault(fault);
      if (fault.code !== 'tidy-up-failed' && fault.code !== 'folder-unsafe') return;
      const { action, folder, problem } = fault.params;
      const what = JSON.stringify([fault.code === 'folder-unsafe' ? folder : action, problem]);
      if (said.has(what)) return;
      said.add(what);
      terminal.fault(fault);
    },
  };
}
