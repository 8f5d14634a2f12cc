import type { SendingHours, Settings } from '../../../shared/settings.ts';
import type { BlockView, LimitsView } from '../../../shared/views.ts';
import { fault } from '../faults/fault.ts';
import type { Clock } from '../platform/ports.ts';
import type { QueuedJob } from '../queue/job.ts';
import { createBandwidth, type Bandwidth } from '../submissions/bandwidth.ts';
import { priorities } from '../submissions/first-jobs.ts';
import { hoursState, type HoursState } from '../submissions/sending-hours.ts';

/** The limits that can be changed while files are on their way. */
export interface ChangedLimits {
  readonly bytesPerSecond: number | null;
  readonly hours: SendingHours | null;
}

/** How much is sent and when. */
export interface Limits {
  readonly bandwidth: Bandwidth;
  /** The instant before which the job waits for the hours of sending; null: it does not. What a person asked for never does. */
  closedUntil(job: Pick<QueuedJob, 'kind' | 'priority'>): number | null;
  /** What stands in the way just now; null: nothing does. */
  block(): BlockView | null;
  /** Takes effect at once, also on what is being sent. */
  set(limits: ChangedLimits): void;
  view(): LimitsView;
}

/** Kinds of jobs that the hours are about: files on their way to the service. */
export const sendingKinds = ['upload', 'submit'] as const;

/** The limits as people see them; `now` in ms. */
export function limitsView(limits: Settings['limits'], now: number): LimitsView {
  const { open, until } = hoursState(limits.hours, now);
  return {
    bytesPerSecond: limits.bytesPerSecond ?? null,
    hours: limits.hours ?? null,
    open,
    changesAt: until,
    filesInFlight: limits.filesInFlight,
    sockets: limits.sockets,
    largestFile: limits.largestFile ?? null,
  };
}

function localMinute(at: number): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  const day = new Date(at);
  return `${String(day.getFullYear())}-${two(day.getMonth() + 1)}-${two(day.getDate())} ${two(day.getHours())}:${two(day.getMinutes())}`;
}

/** Makes the limits of a station. `changed` is called when other jobs may begin than before. */
export function createLimits(
  settings: Settings['limits'],
  { clock, changed }: { readonly clock: Clock; readonly changed: () => void },
): Limits {
  let limits = settings;
  let known: HoursState & { readonly since: number } = { open: true, until: 0, since: 0 };
  const bandwidth = createBandwidth(clock, limits.bytesPerSecond);

  /** Asked for each job that waits: looked up again only when it may have changed. */
  function hours(): HoursState {
    const present = clock.now();
    const stale = present < known.since || (known.until !== null && present >= known.until);
    if (stale) known = { ...hoursState(limits.hours, present), since: present };
    return known;
  }

  return {
    bandwidth,
    closedUntil(job) {
      if (limits.hours === undefined || job.priority <= priorities.person) return null;
      if (!sendingKinds.some((kind) => kind === job.kind)) return null;
      const { open, until } = hours();
      return open ? null : (until ?? Infinity);
    },
    block() {
      const { open, until } = hours();
      if (limits.hours === undefined || open) return null;
      const { from, to } = limits.hours;
      const goesOn = until === null ? {} : { goesOn: localMinute(until) };
      return {
        scope: 'station',
        connectionId: '',
        projectId: null,
        kind: null,
        until,
        fault: fault('outside-hours', { from, to, ...goesOn }),
      };
    },
    set(next) {
      const { filesInFlight, sockets, largestFile, unclearGraceMs } = limits;
      limits = {
        filesInFlight,
        sockets,
        unclearGraceMs,
        ...(largestFile === undefined ? {} : { largestFile }),
        ...(next.bytesPerSecond === null ? {} : { bytesPerSecond: next.bytesPerSecond }),
        ...(next.hours === null ? {} : { hours: next.hours }),
      };
      known = { open: true, until: 0, since: 0 };
      bandwidth.set(limits.bytesPerSecond);
      changed();
    },
    view: () => limitsView(limits, clock.now()),
  };
}
