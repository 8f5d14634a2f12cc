import { useEffect, useRef } from 'react';
import { useWindowEvents } from '../../bridge/use-query.ts';

/** Calls `reload` after engine events, at most once in `pause` ms: what counts much is not counted anew at each change. */
export function useReload(reload: () => void, pause: number, active = true): void {
  const planned = useRef<ReturnType<typeof setTimeout>>(undefined);
  useWindowEvents((event) => {
    if (event.kind !== 'engine' || !active) return;
    planned.current ??= setTimeout(() => {
      planned.current = undefined;
      reload();
    }, pause);
  });
  useEffect(() => () => clearTimeout(planned.current), []);
}
