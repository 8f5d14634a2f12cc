import { useEffect, useRef } from 'react';
import { useWindowEvents } from './use-query.ts';

/** Calls `reload`, the newest one, after engine events, at most once in `pause` ms: what costs much is not done at each change. */
export function useReload(reload: () => void, pause: number, active = true): void {
  const planned = useRef<ReturnType<typeof setTimeout>>(undefined);
  const newest = useRef(reload);
  useEffect(() => {
    newest.current = reload;
  });
  useWindowEvents((event) => {
    if (event.kind !== 'engine' || !active) return;
    planned.current ??= setTimeout(() => {
      planned.current = undefined;
      newest.current();
    }, pause);
  });
  useEffect(() => () => clearTimeout(planned.current), []);
}
