import { useCallback, useEffect, useRef, useState } from 'react';
import type { Named } from '../../shared/bridge.ts';
import type { Query, QueryAnswer } from '../../shared/contract.ts';
import type { WindowEvent } from '../../shared/desktop-contract.ts';
import type { Fault } from '../../shared/faults.ts';
import { bridge } from './bridge.ts';

/** Calls `listener` for each event of main while the component is there; the newest listener counts. */
export function useWindowEvents(listener: (event: WindowEvent) => void): void {
  const newest = useRef(listener);
  useEffect(() => {
    newest.current = listener;
  });
  useEffect(() => bridge().onEvent((event) => newest.current(event)), []);
}

/** What a query of the component says now: `value` stays the last one while it is asked again. */
export interface Asked<Value> {
  readonly value: Value | undefined;
  readonly fault: Fault | undefined;
  readonly reload: () => void;
}

/** Asks the engine, again whenever the query changes and after engine events (unless `live` is false). `null` asks nothing. */
export function useQuery<Name extends Query['name']>(
  query: Named<Query, Name> | null,
  { live = true }: { readonly live?: boolean } = {},
): Asked<QueryAnswer<Name>> {
  const [value, setValue] = useState<QueryAnswer<Name>>();
  const [fault, setFault] = useState<Fault>();
  const key = JSON.stringify(query);
  const asked = useRef({ query, key, busy: false, again: false, answeredKey: '' });
  const ask = useCallback(() => {
    const now = asked.current;
    if (now.query === null) return;
    if (now.busy) {
      now.again = true;
      return;
    }
    now.busy = true;
    const { key: askedKey } = now;
    void bridge()
      .query<Name>(now.query)
      .then((outcome) => {
        now.busy = false;
        if (askedKey === now.key) {
          if (outcome.ok) setValue(outcome.value);
          setFault(outcome.ok ? undefined : outcome.fault);
        }
        if (now.again || askedKey !== now.key) {
          now.again = false;
          ask();
        }
      });
  }, []);
  useEffect(() => {
    asked.current.query = query;
    asked.current.key = key;
    setValue(undefined);
    setFault(undefined);
    ask();
    // `key` says all of the query.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [key, ask]);
  useWindowEvents((event) => {
    if (live && event.kind === 'engine') ask();
  });
  return { value, fault, reload: ask };
}
