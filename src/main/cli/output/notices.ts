import type { Notifier } from '../../engine/ports.ts';
import type { Terminal } from './terminal.ts';

/** Notices of the engine as lines on stderr; held items are told with their own line, so they are left out here. */
export function noticesTo(terminal: Terminal): Notifier {
  return {
    notify({ kind, fault }) {
      if (kind !== 'held' && fault !== undefined) terminal.fault(fault);
    },
  };
}
