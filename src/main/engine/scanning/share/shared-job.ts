import { rm } from '../../platform/disk/patient-files.ts';
import { makeFolder } from '../../platform/disk/make-folder.ts';
import type { Fault, Outcome } from '../../../../shared/faults.ts';
import type { Clock } from '../../platform/ports.ts';
import { fault } from '../../faults/fault.ts';
import { withDiskFault } from '../disk-fault.ts';
import type { DrivenPage, ScannerDriver } from '../drivers/driver.ts';
import { asScanned } from '../pages/page-shape.ts';
import type { PageThread } from '../pages/page-thread.ts';
import type { ShareOrder } from './share-words.ts';

/** Maximum wait for a page before its client is asked to come again, ms. */
const pageWaitMs = 25_000;
/** A client that asks for nothing for this time has gone, ms. */
const idleMs = 90_000;

/** The answer to a request for the next page: `none` = there are no more; or what went wrong. */
export type Given = 'given' | 'none' | 'later' | { readonly fault: Fault };

/** A run that somebody of the office has at a shared scanner. */
export interface SharedJob {
  readonly id: string;
  /** The network address of its client: nobody else gets its pages. */
  readonly client: string;
  readonly order: ShareOrder;
  /** Pages come in. */
  isRunning(): boolean;
  /** Nothing comes in any more and nothing waits to be fetched. */
  isOver(): boolean;
  /** Since its client asked for a page last, ms. */
  restsMs(): number;
  /** What ended it too early; null while it runs and where nothing did. */
  fault(): Fault | null;
  /**
   * Gives the next page by `send`. Where that rejects, the page is lost to its client and the run fails: given again it might come
   * twice, and without it those behind it would look whole.
   */
  give(send: (path: string) => Promise<void>): Promise<Given>;
  /** Ends the run at the scanner, too, and throws away what nobody fetched. */
  cancel(): Promise<void>;
}

/** What a run of a client is made with. */
export interface SharedJobParts {
  readonly driver: ScannerDriver;
  readonly scannerId: string;
  readonly thread: PageThread;
  readonly clock: Clock;
  /** Of this run alone. */
  readonly folder: string;
  /** The scanner is free again. */
  readonly onReleased: () => void;
  /** Its client took it back, or has gone. */
  readonly onForgotten: () => void;
}

/** Begins a run for a client. */
export function startSharedJob(
  { id, client, order }: Pick<SharedJob, 'id' | 'client' | 'order'>,
  { driver, scannerId, thread, clock, folder, onReleased, onForgotten }: SharedJobParts,
): SharedJob {
  const stop = new AbortController();
  const pages: string[] = [];
  const waiting = new Set<() => void>();
  let isRunning = true;
  let trouble: Fault | null = null;
  let planned: (() => void) | null = null;
  let lastSign = clock.monotonic();

  /** Makes a page what its client asked for; answers the file. */
  async function made({ fit, rotation = 0, ...page }: DrivenPage): Promise<Outcome<string>> {
    const { format, from, request } = order;
    const density = (page.density ?? request.resolution) * (fit?.scale ?? 1);
    const mediaType = format === 'application/pdf' ? page.mediaType : format;
    const isSame = fit === undefined && rotation === 0 && from.left + from.top === 0 && mediaType === page.mediaType;
    if (!isSame) {
      const told = { ...page, mediaType };
      const fitted = await thread.fit(told, { ...(fit ?? { scale: 1, grey: false }), rotation, from }, density);
      if (!fitted.ok) return fitted;
    }
    if (format !== 'application/pdf') return { ok: true, value: page.path };
    const path = `${page.path}.pdf`;
    const whole = { path: page.path, mediaType, shape: asScanned, density, color: request.color };
    const written = await thread.write([whole], 'pdf', path, 'Scan');
    await rm(page.path, { force: true });
    return written.ok ? { ok: true, value: path } : written;
  }

  async function take(page: DrivenPage): Promise<void> {
    const ready = await made(page);
    if (ready.ok && !stop.signal.aborted) pages.push(ready.value);
    else if (!ready.ok) {
      trouble ??= ready.fault;
      stop.abort();
    }
    wake();
  }

  function wake(): void {
    for (const each of waiting) each();
  }

  const ended = withDiskFault(async () => {
    await makeFolder(folder, 0o700);
    return driver.scan(scannerId, order.request, { folder, take, note: () => undefined }, stop.signal);
  })
    .then((outcome) => {
      if (!outcome.ok) trouble ??= outcome.fault;
    })
    .finally(() => {
      isRunning = false;
      onReleased();
      wake();
    });

  function changed(): Promise<void> {
    return new Promise((resolve) => {
      const end = (): void => {
        waiting.delete(end);
        cancelWait();
        resolve();
      };
      const cancelWait = clock.after(pageWaitMs, end, { unref: true });
      waiting.add(end);
    });
  }

  async function cancel(): Promise<void> {
    planned?.();
    stop.abort();
    await ended;
    pages.length = 0;
    // What the disk keeps goes at the next start.
    await rm(folder, { recursive: true, force: true }).catch(() => undefined);
    onForgotten();
  }

  /** Whoever asks is there. */
  function planEnd(): void {
    lastSign = clock.monotonic();
    planned?.();
    planned = clock.after(idleMs, () => void cancel(), { unref: true });
  }
  planEnd();

  return {
    ...{ id, client, order },
    isRunning: () => isRunning,
    isOver: () => !isRunning && pages.length === 0,
    restsMs: () => clock.monotonic() - lastSign,
    fault: () => trouble,
    async give(send) {
      planEnd();
      if (pages.length === 0 && isRunning) await changed();
      const path = pages.shift();
      if (path === undefined) return trouble !== null ? { fault: trouble } : isRunning ? 'later' : 'none';
      try {
        await send(path);
      } catch (error) {
        trouble ??= fault('scanner-failed', {}, `a page was not fetched: ${String(error)}`);
        pages.length = 0;
        stop.abort();
      }
      await rm(path, { force: true }).catch(() => undefined);
      return 'given';
    },
    cancel,
  };
}
