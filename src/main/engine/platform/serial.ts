/** Runs acts one after another where they share a key, and at once where they don't. */
export interface Serial {
  run<T>(keys: readonly string[], act: () => Promise<T>): Promise<T>;
  /** Call before something is read: from then on it is known by which keys acts were under way or began. */
  watch(): Watch;
}

/** Tells whether what was read may have been changed by an act since. */
export interface Watch {
  isTouched(keys: readonly string[]): boolean;
  end(): void;
}

/** Makes a fresh order of acts. */
export function createSerial(): Serial {
  const tails = new Map<string, Promise<unknown>>();
  const watching = new Set<Set<string>>();
  return {
    async run(keys, act) {
      for (const touched of watching) for (const key of keys) touched.add(key);
      const before = Promise.allSettled(keys.flatMap((key) => tails.get(key) ?? []));
      const run = before.then(act);
      // The tail never fails: who comes after waits for the end, whatever it was.
      const tail = run.then(
        () => undefined,
        () => undefined,
      );
      for (const key of keys) tails.set(key, tail);
      try {
        return await run;
      } finally {
        for (const key of keys) if (tails.get(key) === tail) tails.delete(key);
      }
    },
    watch() {
      const touched = new Set(tails.keys());
      watching.add(touched);
      return {
        isTouched: (keys) => keys.some((key) => touched.has(key)),
        end: () => watching.delete(touched),
      };
    },
  };
}

/** Runs acts one after another, each whatever became of those before it. */
export function createTurn(): <T>(act: () => Promise<T>) => Promise<T> {
  let turn: Promise<unknown> = Promise.resolve();
  return (act) => {
    const done = turn.then(act);
    turn = done.catch(() => undefined);
    return done;
  };
}
