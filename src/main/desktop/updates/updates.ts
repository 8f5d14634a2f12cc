import { join } from 'node:path';
import type { DesktopAnswer } from '../../../shared/desktop-contract.ts';
import type { Outcome } from '../../../shared/faults.ts';
import type { Settings } from '../../../shared/settings.ts';
import { failure, success } from '../../engine/faults/fault.ts';
import { misuse } from '../../engine/faults/usage-sentences.ts';
import type { Ports } from '../../engine/platform/ports.ts';
import { networkOf } from '../../engine/service/transport/network-of.ts';
import type { PackageOrigin } from '../../host/package-origin.ts';
import { isIntact, lookForUpdate, type ReadyUpdate } from '../../host/updates/look-for-update.ts';

/** How updates of this window stand. */
export type UpdatesView = DesktopAnswer<'station.info'>['updates'];

/** What looks for updates of this window, and installs one when a person says so. */
export interface Updates {
  view(): UpdatesView;
  /** Settings are in force: looks anew where those of updates changed. */
  settings(settings: Settings): void;
  /** Installs the update that is ready, and starts it. Refused while files are being sent. */
  restart(): Promise<Outcome<unknown>>;
  stop(): void;
}

/** What {@link createUpdates} is made with. */
export interface UpdatesParts {
  readonly dataDirectory: string;
  readonly ports: Pick<Ports, 'clock' | 'log' | 'secrets'>;
  readonly version: string;
  readonly origin: () => Promise<PackageOrigin | null>;
  /** Files that are on the wire. */
  readonly inFlight: () => number;
  /** The view is another now. */
  readonly onChange: () => void;
  /** Ends everything in order, and then does this. */
  readonly leave: (act: () => void) => void;
  /** Gives a checked package to what installs it; only in tests another. */
  readonly install?: (update: ReadyUpdate) => Promise<() => void>;
}

/** Not in the first moments, when there is much else to do; then so often. ms. */
const firstLookMs = 60_000;
const pauseMs = 6 * 3_600_000;

/** Kinds of packages that bring themselves up to date; others belong to those who rolled them out. */
const updating: readonly PackageOrigin['kind'][] = ['appimage', 'nsis'];

const off: UpdatesView = { state: 'off', version: null, at: null, fault: null };

/** See {@link Updates}. Nothing is asked before both settings are there. */
export function createUpdates(parts: UpdatesParts): Updates {
  const { dataDirectory, ports, version } = parts;
  let view = off;
  let ready: ReadyUpdate | null = null;
  let wanted: Settings | null = null;
  let cancel = (): void => undefined;
  let round = 0;

  function show(next: UpdatesView): void {
    view = next;
    parts.onChange();
  }

  function plan(delayMs: number): void {
    cancel();
    cancel = ports.clock.after(delayMs, () => void look(), { unref: true });
  }

  async function look(): Promise<void> {
    const [own, settings] = [round, wanted];
    const { from, key } = settings?.updates ?? {};
    if (settings === null || from === undefined || key === undefined) return;
    const origin = await parts.origin();
    if (own !== round) return;
    if (origin === null || !updating.includes(origin.kind)) {
      show({ ...off, state: 'elsewhere' });
      return;
    }
    const network = networkOf(settings.network, ports.secrets);
    const now = (): number => ports.clock.now();
    const found = await lookForUpdate({ dataDirectory, updates: { from, key }, network, origin, version, now });
    // Meanwhile others may hold.
    if (own !== round) return;
    const at = now();
    if (found.ok) {
      ready = found.value;
      show({ state: ready === null ? 'newest' : 'ready', version: ready?.version ?? null, at, fault: null });
    } else {
      ports.log.warn('update-refused', { code: found.fault.code, problem: found.fault.params['problem'] });
      // What was checked before stays good.
      show({ state: 'refused', version: ready?.version ?? null, at, fault: found.fault });
    }
    plan(pauseMs);
  }

  async function install(update: ReadyUpdate): Promise<() => void> {
    if (parts.install !== undefined) return parts.install(update);
    // Only who installs loads what does it.
    const { handOver } = await import('./hand-over.ts');
    return handOver(update, { folder: join(dataDirectory, 'updates', 'handed-over'), version, log: ports.log });
  }

  return {
    view: () => view,
    settings(settings) {
      const before = wanted?.updates;
      wanted = settings;
      const { from, key } = settings.updates;
      if (before !== undefined && before.from === from && before.key === key) return;
      round += 1;
      ready = null;
      cancel();
      const isOn = from !== undefined && key !== undefined;
      if (isOn || before !== undefined) show(isOn ? { ...off, state: 'waiting' } : off);
      if (isOn) plan(before === undefined ? firstLookMs : 0);
    },
    async restart() {
      const update = ready;
      if (update === null) return misuse('no-update');
      if (parts.inFlight() > 0) return misuse('update-while-sending');
      let begin: () => void;
      try {
        if (!(await isIntact(update))) throw new Error('changed since it was checked');
        begin = await install(update);
      } catch (error) {
        ready = null;
        plan(0);
        return failure('update-damaged', { name: update.file }, String(error));
      }
      // Sending may have begun meanwhile.
      if (parts.inFlight() > 0) return misuse('update-while-sending');
      parts.leave(begin);
      return success({});
    },
    stop() {
      round += 1;
      cancel();
    },
  };
}
