import type { DesktopAnswer } from '../../../shared/desktop-contract.ts';
import type { Fault, Outcome } from '../../../shared/faults.ts';
import type { Settings } from '../../../shared/settings.ts';
import { failure, success } from '../../engine/faults/fault.ts';
import { misuse } from '../../engine/faults/usage-sentences.ts';
import { codeOf } from '../../engine/platform/disk/errno.ts';
import type { Log, Ports } from '../../engine/platform/ports.ts';
import { networkOf } from '../../engine/service/transport/network-of.ts';
import type { PackageOrigin } from '../../host/package-origin.ts';
import {
  lookForUpdate,
  noteNotInstalled,
  readLastLook,
  type ReadyUpdate,
  type UpdatesFolders,
} from '../../host/updates/look-for-update.ts';
import type { Install } from './install.ts';

/** How updates of this window stand. */
export type UpdatesView = DesktopAnswer<'station.info'>['updates'];

/** What looks for updates of this window, and installs one when a person says so. */
export interface Updates {
  view(): UpdatesView;
  /** Settings are in force: looks anew where those of updates changed. */
  settings(settings: Settings): void;
  /** Installs the update that is ready, and starts it; what is being sent goes on after the start. */
  restart(): Promise<Outcome<unknown>>;
  stop(): void;
}

/** What {@link createUpdates} is made with. */
export interface UpdatesParts extends UpdatesFolders {
  readonly ports: Pick<Ports, 'clock' | 'log' | 'secrets'>;
  readonly version: string;
  readonly origin: () => Promise<PackageOrigin | null>;
  /** The view is another now. */
  readonly onChange: () => void;
  /** Ends everything in order, and then runs this; answers whether that begins. Where it can't be run, it is given up and this version starts again. */
  readonly leave: (install: Install) => boolean;
  /** Gets a checked package ready to be installed. */
  readonly install: (update: ReadyUpdate) => Promise<Outcome<Install>>;
}

/** Not in the first moments, when there is much else to do; then so often. ms. */
const firstLookMs = 60_000;
const pauseMs = 6 * 3_600_000;

/** Kinds of packages that bring themselves up to date; others belong to those who rolled them out. */
const updating: readonly PackageOrigin['kind'][] = ['appimage', 'nsis'];

const off: UpdatesView = { state: 'off', version: null, at: null, fault: null };

/** See {@link Updates}. Nothing is asked before both settings are there. */
export function createUpdates(parts: UpdatesParts): Updates {
  const { folder, packages, ports, version } = parts;
  let view = off;
  let ready: ReadyUpdate | null = null;
  let wanted: Settings | null = null;
  let cancel = (): void => undefined;
  let round = 0;
  /** One look after the other: two would write the same files. */
  let turn = Promise.resolve();
  const note = (fault: Fault): Promise<void> => noteIn(folder, ports.log, fault);
  /** One restart at a time, too. */
  let restarting: Promise<Outcome<unknown>> | null = null;

  function show(next: UpdatesView): void {
    view = next;
    parts.onChange();
  }

  function plan(delayMs: number): void {
    cancel();
    cancel = ports.clock.after(delayMs, lookInTurn, { unref: true });
  }

  function lookInTurn(): void {
    const own = round;
    turn = turn
      .then(() => (own === round ? look(own) : undefined))
      .catch((error: unknown) => {
        ports.log.error('update-look-failed', { cause: String(error) });
        if (own === round) plan(pauseMs);
      });
  }

  async function look(own: number): Promise<void> {
    const settings = wanted;
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
    const found = await lookForUpdate({ folder, packages, updates: { from, key }, network, origin, version, now });
    // Meanwhile others may hold.
    if (own !== round) return;
    const at = now();
    if (found.ok) {
      ready = found.value;
      const before = ready === null ? null : ((await readLastLook(folder))?.notInstalled ?? null);
      if (own !== round) return;
      const fault = before?.params['version'] === ready?.version ? before : null;
      show({ state: ready === null ? 'newest' : 'ready', version: ready?.version ?? null, at, fault });
    } else {
      ports.log.warn('update-refused', { code: found.fault.code, problem: found.fault.params['problem'] });
      // What was checked before stays good.
      show({ state: 'refused', version: ready?.version ?? null, at, fault: found.fault });
    }
    plan(pauseMs);
  }

  async function restart(): Promise<Outcome<unknown>> {
    const update = ready;
    if (update === null) return misuse('no-update');
    const install = await parts.install(update);
    if (install.ok) {
      if (parts.leave(noting(update, install.value, note))) return success({});
      await install.value.giveUp();
      return misuse('update-later');
    }
    if (install.fault.code === 'update-damaged') {
      ready = null;
      plan(0);
    } else {
      await note(install.fault);
      show({ ...view, fault: install.fault });
    }
    return install;
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
    restart() {
      restarting ??= restart().finally(() => {
        restarting = null;
      });
      return restarting;
    },
    stop() {
      round += 1;
      cancel();
    },
  };
}

async function noteIn(folder: string, log: Log, fault: Fault): Promise<void> {
  log.warn('update-not-installed', { problem: fault.params['problem'] });
  await noteNotInstalled(folder, fault).catch(() => undefined);
}

/** The next start knows why it is still the old version: also where a program that has begun does not get to its end. */
function noting({ version }: ReadyUpdate, install: Install, note: (fault: Fault) => Promise<void>): Install {
  const noteOf = (problem: string): Promise<void> => note(failure('update-not-installed', { version, problem }).fault);
  return {
    async run() {
      await noteOf('not-finished');
      await install.run();
    },
    async giveUp(error) {
      await noteOf(codeOf(error, 'unknown'));
      await install.giveUp();
    },
  };
}
