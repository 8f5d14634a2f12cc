import { useSyncExternalStore } from 'react';

/** From this width of the window (px) on, lists of the settings have room for further columns. */
const query = '(width >= 1560px)';

function subscribe(listener: () => void): () => void {
  const list = window.matchMedia(query);
  list.addEventListener('change', listener);
  return () => list.removeEventListener('change', listener);
}

/** Whether there is room for further columns. */
export function useWide(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}
