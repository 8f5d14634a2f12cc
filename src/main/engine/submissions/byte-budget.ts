/** Keeps the bytes held in memory by uploads under a ceiling; who asks for more than there is waits in turn. */
export interface ByteBudget {
  /** Answers once `bytes` fit (a request over the whole ceiling waits for all of it). */
  take(bytes: number): Promise<void>;
  give(bytes: number): void;
}

/** Makes a budget of `ceiling` bytes. */
export function createByteBudget(ceiling: number): ByteBudget {
  let free = ceiling;
  const waiters: { bytes: number; go: () => void }[] = [];

  function admit(): void {
    for (let first = waiters[0]; first !== undefined && first.bytes <= free; first = waiters[0]) {
      waiters.shift();
      free -= first.bytes;
      first.go();
    }
  }

  return {
    take(bytes) {
      const wanted = Math.min(bytes, ceiling);
      if (waiters.length === 0 && wanted <= free) {
        free -= wanted;
        return Promise.resolve();
      }
      return new Promise((go) => {
        waiters.push({ bytes: wanted, go });
      });
    },
    give(bytes) {
      free += Math.min(bytes, ceiling);
      admit();
    },
  };
}
