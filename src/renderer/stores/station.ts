import { create } from 'zustand';
import type { QueryAnswer } from '../../shared/contract.ts';
import type { DesktopAnswer } from '../../shared/desktop-contract.ts';
import type { Fault } from '../../shared/faults.ts';
import type { Settings } from '../../shared/settings.ts';
import type { EngineProgress, SourceHealth } from '../../shared/views.ts';
import { bridge } from '../bridge/bridge.ts';
import { chosenLanguage } from '../../main/engine/faults/language.ts';
import { changeLanguage } from '../text/index.ts';
import { systemLanguage } from '../text/language.ts';

/** What the whole window knows of this station. */
export interface Station {
  readonly info: DesktopAnswer<'station.info'> | null;
  readonly settings: Settings | null;
  /** Why there are no settings: a file that can't be used. */
  readonly broken: Fault | null;
  /** Dotted paths that policy locks. */
  readonly locked: readonly string[];
  /** The same, with where each is set. */
  readonly locks: DesktopAnswer<'settings.get'>['locks'];
  readonly progress: EngineProgress | null;
  readonly blocks: QueryAnswer<'connections.health'>['blocks'];
  readonly sources: readonly SourceHealth[];
  readonly pauses: QueryAnswer<'station.pauses'>;
}

/** What the whole window knows of this station; kept fresh by {@link followStation}. */
export const useStation = create<Station>(() => ({
  info: null,
  settings: null,
  broken: null,
  locked: [],
  locks: [],
  progress: null,
  blocks: [],
  sources: [],
  pauses: { all: false, sourceIds: [] },
}));

/** Puts theme, density and language of the settings on the page. */
function applyAppearance(settings: Settings): void {
  const { theme, density } = settings.window;
  const { dataset } = document.documentElement;
  if (theme === 'system') delete dataset['theme'];
  else dataset['theme'] = theme;
  dataset['density'] = density;
  void changeLanguage(chosenLanguage(settings.language, systemLanguage));
}

/** Asks for settings and what this station is; the answer also goes on the page. */
export async function loadStation(): Promise<void> {
  const [info, settings] = await Promise.all([
    bridge().desktop({ name: 'station.info' }),
    bridge().desktop({ name: 'settings.get' }),
  ]);
  if (info.ok) useStation.setState({ info: info.value });
  if (settings.ok) {
    const { settings: inForce, locks } = settings.value;
    useStation.setState({ settings: inForce, locked: locks.map(({ path }) => path), locks, broken: null });
    applyAppearance(inForce);
  } else useStation.setState({ broken: settings.fault });
}

async function loadHealth(): Promise<void> {
  const [blocks, sources, pauses] = await Promise.all([
    bridge().query({ name: 'connections.health' }),
    bridge().query({ name: 'sources.health' }),
    bridge().query({ name: 'station.pauses' }),
  ]);
  useStation.setState({
    ...(blocks.ok ? { blocks: blocks.value.blocks } : {}),
    ...(sources.ok ? { sources: sources.value.sources } : {}),
    ...(pauses.ok ? { pauses: pauses.value } : {}),
  });
}

/** How often health is asked at most while events come, ms. */
const healthPause = 1_000;

/** Keeps {@link useStation} fresh from main's events. Returns the way to stop. */
export function followStation(): () => void {
  let planned: ReturnType<typeof setTimeout> | undefined;
  const planHealth = (): void => {
    planned ??= setTimeout(() => {
      planned = undefined;
      void loadHealth();
    }, healthPause);
  };
  void loadHealth();
  const stop = bridge().onEvent((event) => {
    if (event.kind === 'progress') useStation.setState({ progress: event.progress });
    if (event.kind === 'settings') void loadStation();
    if (event.kind === 'engine' || event.kind === 'settings') planHealth();
  });
  return () => {
    stop();
    clearTimeout(planned);
  };
}
