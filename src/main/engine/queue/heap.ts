/** A binary heap: `pop` answers the smallest by `before`. */
export interface Heap<T> {
  push(entry: T): void;
  peek(): T | undefined;
  pop(): T | undefined;
  /** Takes out everything for which `matches` holds, and answers it. */
  remove(matches: (entry: T) => boolean): T[];
}

/** Makes an empty heap ordered by `before(a, b)` = a comes out before b. */
export function createHeap<T>(before: (a: T, b: T) => boolean): Heap<T> {
  let rows: T[] = [];

  function lift(start: number): void {
    let index = start;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      const child = rows[index];
      const above = rows[parent];
      if (child === undefined || above === undefined || !before(child, above)) return;
      rows[index] = above;
      rows[parent] = child;
      index = parent;
    }
  }

  function sink(start: number): void {
    let index = start;
    for (;;) {
      let smallest = index;
      for (const candidate of [2 * index + 1, 2 * index + 2]) {
        const a = rows[candidate];
        const b = rows[smallest];
        if (a !== undefined && b !== undefined && before(a, b)) smallest = candidate;
      }
      const here = rows[index];
      const there = rows[smallest];
      if (smallest === index || here === undefined || there === undefined) return;
      rows[index] = there;
      rows[smallest] = here;
      index = smallest;
    }
  }

  return {
    push(entry) {
      rows.push(entry);
      lift(rows.length - 1);
    },
    peek: () => rows[0],
    pop() {
      const first = rows[0];
      const last = rows.pop();
      if (rows.length > 0 && last !== undefined) {
        rows[0] = last;
        sink(0);
      }
      return first;
    },
    remove(matches) {
      const removed: T[] = [];
      const kept: T[] = [];
      for (const entry of rows) (matches(entry) ? removed : kept).push(entry);
      if (removed.length > 0) {
        rows = kept;
        for (let index = (rows.length >> 1) - 1; index >= 0; index -= 1) sink(index);
      }
      return removed;
    },
  };
}
