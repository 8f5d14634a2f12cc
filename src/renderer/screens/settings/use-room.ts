import { useSyncExternalStore } from 'react';

/** How much room lists of the settings have, by the width of the window (px). */
export type Room = 'little' | 'some' | 'much';

const much = '(width >= 1560px)';
const little = '(width < 1000px)';

function subscribe(listener: () => void): () => void {
  const lists = [much, little].map((query) => window.matchMedia(query));
  for (const list of lists) list.addEventListener('change', listener);
  return () => {
    for (const list of lists) list.removeEventListener('change', listener);
  };
}

/** See {@link Room}; drawn again when it changes. */
export function useRoom(): Room {
  return useSyncExternalStore(subscribe, () => {
    if (window.matchMedia(much).matches) return 'much';
    return window.matchMedia(little).matches ? 'little' : 'some';
  });
}
