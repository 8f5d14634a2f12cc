/** Things that happen at a time, in order of time, run only when somebody looks: no timers. Times are milliseconds since the epoch. */
export interface Timeline {
  schedule(at: number, act: (at: number) => void): void;
  /** Runs all that is due, oldest first, and answers with the present time, which never goes back. */
  advance(): number;
}

interface Entry {
  readonly at: number;
  readonly order: number;
  readonly act: (at: number) => void;
}

function before(left: Entry, right: Entry): boolean {
  return left.at === right.at ? left.order < right.order : left.at < right.at;
}

function siftUp(heap: Entry[], entry: Entry): void {
  let index = heap.length;
  heap.push(entry);
  while (index > 0) {
    const parentIndex = (index - 1) >> 1;
    const parent = heap[parentIndex];
    if (parent === undefined || !before(entry, parent)) break;
    heap[index] = parent;
    index = parentIndex;
  }
  heap[index] = entry;
}

function removeFirst(heap: Entry[]): void {
  const last = heap.pop();
  if (last === undefined || heap.length === 0) return;
  let index = 0;
  for (;;) {
    const leftIndex = 2 * index + 1;
    const left = heap[leftIndex];
    if (left === undefined) break;
    const right = heap[leftIndex + 1];
    const goRight = right !== undefined && before(right, left);
    const child = goRight ? right : left;
    if (!before(child, last)) break;
    heap[index] = child;
    index = goRight ? leftIndex + 1 : leftIndex;
  }
  heap[index] = last;
}

/** Creates an empty timeline over a clock (milliseconds since the epoch). */
export function createTimeline(clock: () => number): Timeline {
  const heap: Entry[] = [];
  let order = 0;
  let present = 0;
  return {
    schedule(at, act) {
      order += 1;
      siftUp(heap, { at, order, act });
    },
    advance() {
      present = Math.max(present, clock());
      for (let first = heap[0]; first !== undefined && first.at <= present; first = heap[0]) {
        removeFirst(heap);
        first.act(first.at);
      }
      return present;
    },
  };
}
