/** Runs acts one after another where they share a key, and at once where they don't. */
export type Serial = <T>(keys: readonly string[], act: () => Promise<T>) => Promise<T>;

/** Makes a fresh order of acts. */
export function createSerial(): Serial {
  const tails = new Map<string, Promise<unknown>>();
  return async (keys, act) => {
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
  };
}
