import { useEffect, useState } from 'react';
import { useQuery } from '../../../bridge/use-query.ts';

/** What came in from a source today and what of it is held; undefined = nothing. */
export type TodayCounts = (sourceId: string) => { readonly takenIn: number; readonly held: number } | undefined;

/** How often it is counted anew, ms: a day can hold a great many. */
const pause = 5_000;

/** Today's counts of all sources. */
export function useToday(): TodayCounts {
  const [from, setFrom] = useState(() => new Date().setHours(0, 0, 0, 0));
  const asked = useQuery<'activity.summary'>(
    { name: 'activity.summary', from, to: from + 25 * 3_600_000, bucket: 'day' },
    { live: false },
  );
  const { reload } = asked;
  useEffect(() => {
    const timer = setInterval(() => {
      setFrom(new Date().setHours(0, 0, 0, 0));
      reload();
    }, pause);
    return () => clearInterval(timer);
  }, [reload]);
  return (sourceId) => asked.value?.sources.find(({ id }) => id === sourceId);
}
