import { useEffect, useState } from 'react';

/** ms without another change. */
const quiet = 500;

/** A value once it stood still for half a second: nothing is asked of the disk at each letter. The first one counts at once. */
export function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  const key = JSON.stringify(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), quiet);
    return () => clearTimeout(timer);
    // `key` says all of `value`.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [key]);
  return settled;
}
