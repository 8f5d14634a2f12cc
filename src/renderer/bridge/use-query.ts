import { useCallback, useEffect, useRef, useState } from 'react';
import type { Named } from '../../shared/bridge.ts';
import type { Query, QueryAnswer } from '../../shared/contract.ts';
import type { MenuCommand, WindowEvent } from '../../shared/desktop-contract.ts';
import type { Fault } from '../../shared/faults.ts';
import { bridge } from './bridge.ts';

const listeners = new Set<(event: WindowEvent) => void>();

/** Runs a command as if it were chosen in the menu: whoever follows {@link useWindowEvents} hears of it. */
export function runCommand(command: MenuCommand): void {
  for (const listener of listeners) listener({ kind: 'menu', command });
}

/** Calls `listener` for each event of main, and each command of the palette, while the component is there; the newest listener counts. */
export function useWindowEvents(listener: (event: WindowEvent) => void): void {
  const newest = useRef(listener);
  useEffect(() => {
    newest.current = listener;
  });
  useEffect(() => {
    const hear = (event: WindowEvent): void => newest.current(event);
    listeners.add(hear);
    const stop = bridge().onEvent(hear);
    return () => {
      listeners.delete(hear);
      stop();
    };
  }, []);
}

/** What a query of the component says now: `value` stays the last one while it is asked again. */
export interface Asked<Value> {
  readonly value: Value | undefined;
  /** The last answer, also to another question of this kind: for what should stay in sight while it is asked. */
  readonly before: Value | undefined;
  readonly fault: Fault | undefined;
  readonly reload: () => void;
}

interface Answer<Value> {
  readonly key: string;
  readonly value: Value | undefined;
  readonly fault: Fault | undefined;
}

/** Asks the engine, again whenever the query changes and after engine events (unless `live` is false). `null` asks nothing. */
export function useQuery<Name extends Query['name']>(
  query: Named<Query, Name> | null,
  { live = true }: { readonly live?: boolean } = {},
): Asked<QueryAnswer<Name>> {
  const key = JSON.stringify(query);
  const [answer, setAnswer] = useState<Answer<QueryAnswer<Name>>>();
  const [round, setRound] = useState(0);
  const newest = useRef(query);
  const state = useRef({ busy: false, again: false });
  useEffect(() => {
    newest.current = query;
  });
  useEffect(() => {
    if (newest.current === null) return;
    let current = true;
    state.current = { busy: true, again: false };
    void bridge()
      .query<Name>(newest.current)
      .then((outcome) => {
        if (!current) return;
        const { again } = state.current;
        state.current = { busy: false, again: false };
        setAnswer((before) => ({
          key,
          value: outcome.ok ? outcome.value : before?.key === key ? before.value : undefined,
          fault: outcome.ok ? undefined : outcome.fault,
        }));
        if (again) setRound((value) => value + 1);
      });
    return () => {
      current = false;
    };
  }, [key, round]);
  const reload = useCallback(() => {
    // One question at a time: what comes meanwhile asks once more afterwards.
    if (state.current.busy) state.current.again = true;
    else setRound((value) => value + 1);
  }, []);
  useWindowEvents((event) => {
    if (live && event.kind === 'engine') reload();
  });
  const fits = answer?.key === key;
  return {
    value: fits ? answer.value : undefined,
    before: answer?.value,
    fault: fits ? answer.fault : undefined,
    reload,
  };
}
