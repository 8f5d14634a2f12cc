import type { Fault } from '../../../shared/faults.ts';
import type { BlockView } from '../../../shared/views.ts';
import { fault } from '../faults/fault.ts';
import type { Clock } from '../platform/ports.ts';
import type { QuotaWait } from '../service/client.ts';

/** Tells what waits for the quota of the service, and until when. */
export interface QuotaWaits {
  /** One for each connection whose work waits. */
  blocks(): readonly BlockView[];
  close(): void;
}

/** What the telling needs. `waits`: by connection, those where nothing waits left out. */
export interface QuotaWaitsParts {
  readonly clock: Clock;
  readonly waits: () => ReadonlyMap<string, QuotaWait>;
  /** What {@link QuotaWaits.blocks} answers is another one than before. */
  readonly changed: () => void;
  /** Work of the connection has waited, or will wait, for longer than a clerk puts up with; told once for each wait. */
  readonly long: (connectionId: string, reason: Fault) => void;
}

/** A shorter wait (ms) is the usual pace of a quota and no news. */
const shortWait = 2_000;
/** From this on (ms) it is a fault that IT must hear of. */
const longWait = 300_000;
const lookMs = 1_000;
/** The same wait may begin a little later when it is asked again (ms): two clocks measure it. */
const sameWait = 1_000;

/** Local time of day; another day's with its date and without seconds. */
function localTime(at: number, now: number): string {
  const date = new Date(at);
  const two = (value: number): string => String(value).padStart(2, '0');
  const clockTime = `${two(date.getHours())}:${two(date.getMinutes())}`;
  if (date.toDateString() === new Date(now).toDateString()) return `${clockTime}:${two(date.getSeconds())}`;
  return `${String(date.getFullYear())}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${clockTime}`;
}

/** Looks each second, for a wait begins and ends without an event. */
export function createQuotaWaits({ clock, waits, changed, long }: QuotaWaitsParts): QuotaWaits {
  /** Begin of the wait that was told as long, by connection. */
  const toldOf = new Map<string, number>();
  let before = '';
  let cancel: () => void = () => undefined;

  function reasonOf({ since, until }: QuotaWait): Fault {
    const now = clock.now();
    const goesOn = localTime(until, now);
    if (until - since <= longWait) return fault('service-busy', { goesOn });
    return fault('quota-exhausted', { goesOn, since: localTime(since, now) });
  }

  function blocks(): readonly BlockView[] {
    return [...waits()].flatMap(([connectionId, wait]): readonly BlockView[] => {
      if (wait.until - wait.since <= shortWait) return [];
      const { until } = wait;
      return [{ scope: 'connection', connectionId, projectId: null, kind: null, until, fault: reasonOf(wait) }];
    });
  }

  function tellLong(connectionId: string, wait: QuotaWait): void {
    if (wait.until - wait.since <= longWait) return;
    const told = toldOf.get(connectionId);
    if (told !== undefined && wait.since <= told + sameWait) return;
    toldOf.set(connectionId, wait.since);
    long(connectionId, reasonOf(wait));
  }

  function look(): void {
    for (const [connectionId, wait] of waits()) tellLong(connectionId, wait);
    const now = JSON.stringify(
      blocks().map(({ connectionId, fault: { code, params } }) => [connectionId, code, params]),
    );
    if (now !== before) changed();
    before = now;
    cancel = clock.after(lookMs, look, { unref: true });
  }

  before = '[]';
  cancel = clock.after(lookMs, look, { unref: true });
  return { blocks, close: () => cancel() };
}
