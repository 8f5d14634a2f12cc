import { create } from 'zustand';

/** One clock for all that tells how long ago something was, in ms. */
const useNow = create<{ readonly now: number }>(() => ({ now: Date.now() }));

setInterval(() => useNow.setState({ now: Date.now() }), 1_000);

/** What `words` says of the time now; drawn again only when that changes. */
export function useClock<Value extends string | number>(words: (now: number) => Value): Value {
  return useNow(({ now }) => words(now));
}
