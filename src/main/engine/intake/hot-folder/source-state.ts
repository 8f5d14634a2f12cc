import type { Fault } from '../../../../shared/faults.ts';
import { fault } from '../../faults/fault.ts';
import { JournalError } from '../../journal/journal.ts';

/** How a source stands. */
export interface SourceState {
  readonly state: 'starting' | 'watching' | 'polling' | 'silent' | 'paused' | 'stopped';
  readonly fault: Fault | null;
  /** End of the last full scan, ms since 1970. */
  readonly lastScanAt: number | null;
}

/** Keeps what is known about a source and tells when it changes. */
export interface StateKeeper {
  get(): SourceState;
  /** The folder: where it stands, and why it is not as it should be. `isNews` = told though the reason has the same code as before. */
  folder(state: SourceState['state'], reason?: Fault | null, isNews?: boolean): void;
  scanned(at: number): void;
  /** The journal: an error that kept it from being written, null = it works. Other errors are bugs. */
  journal(error: unknown): void;
  onChange(listener: (state: SourceState) => void): () => void;
}

/** Makes the state of one source. A journal that can't be written is told before anything about the folder. */
export function createStateKeeper(onBug: (error: unknown) => void): StateKeeper {
  const listeners = new Set<(state: SourceState) => void>();
  let state: SourceState['state'] = 'stopped';
  let ofFolder: Fault | null = null;
  let ofJournal: Fault | null = null;
  let lastScanAt: number | null = null;

  const get = (): SourceState => ({ state, fault: ofJournal ?? ofFolder, lastScanAt });

  function change(act: () => void, isNews = false): void {
    const before = get();
    act();
    const now = get();
    if (!isNews && before.state === now.state && before.fault?.code === now.fault?.code) return;
    for (const listener of listeners) listener(now);
  }

  return {
    get,
    folder(next, reason = null, isNews = false) {
      change(() => {
        state = next;
        ofFolder = reason;
      }, isNews);
    },
    scanned(at) {
      lastScanAt = at;
    },
    journal(error) {
      if (error !== null && !(error instanceof JournalError)) return onBug(error);
      if (error?.code === 'closed') return;
      change(() => {
        if (error === null) ofJournal = null;
        else ofJournal = fault(error.code === 'disk-full' ? 'disk-full' : 'data-directory-unusable', {}, error.message);
      });
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
