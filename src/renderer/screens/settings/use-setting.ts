import { useState } from 'react';
import type { Fault } from '../../../shared/faults.ts';
import type { Settings } from '../../../shared/settings.ts';
import { bridge } from '../../bridge/bridge.ts';
import { useStation } from '../../stores/station.ts';

/** Whether the administrator's policy has a say about a dotted path: on it, above it or below it. */
export function isLocked(path: string, locked: readonly string[]): boolean {
  return locked.some((lock) => lock === path || lock.startsWith(`${path}.`) || path.startsWith(`${lock}.`));
}

/** Sets a value (undefined: back to its default) and takes over what is in force then; the fault where it was refused. */
export async function saveSetting(path: string, value: unknown): Promise<Fault | null> {
  const saved = await bridge().desktop({ name: 'settings.set', path, value });
  if (!saved.ok) return saved.fault;
  useStation.setState({ settings: saved.value.settings });
  return null;
}

/** Goes to the first field below an element of this selector that says what is wrong with it; false: there is none. */
export async function showFirstWrong(selector: string): Promise<boolean> {
  // What is said shows with the drawings to come.
  for (let drawing = 0; drawing < 2; drawing += 1) await new Promise(requestAnimationFrame);
  const wrong = document.querySelector<HTMLElement>(`${selector} [aria-invalid=true]`);
  wrong?.focus();
  return wrong !== null;
}

/** A setting of the page that is saved as soon as it is changed. */
export interface Setting<Value> {
  readonly value: Value;
  readonly locked: boolean;
  /** Why the last change was not kept. */
  readonly fault: Fault | null;
  readonly save: (value: Value) => void;
}

/** The setting at a dotted path; `read` takes it out of the settings in force. */
export function useSetting<Value>(
  settings: Settings,
  path: string,
  read: (settings: Settings) => Value,
): Setting<Value> {
  const locked = useStation((state) => isLocked(path, state.locked));
  const [fault, setFault] = useState<Fault | null>(null);
  // Shown at once; what is in force follows with the answer.
  const [pending, setPending] = useState<{ readonly value: Value } | null>(null);
  const value = pending === null ? read(settings) : pending.value;
  return {
    value,
    locked,
    fault,
    save: (next) => {
      if (next === value) return;
      const change = { value: next };
      setPending(change);
      void saveSetting(path, next).then((problem) => {
        setFault(problem);
        setPending((present) => (present === change ? null : present));
      });
    },
  };
}
