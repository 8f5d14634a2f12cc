import type { HotFolder } from '../../../../shared/settings.ts';
import type { WaitingTimes } from '../settling/waiting.ts';

/** On a share, times and sizes are cached: two looks closer together than this may show the same although the file grew. */
const shareQuietMs = 2_000;
const shareQuietTextMs = 5_000;
/** Where it can be seen that nobody has it open, a whole file with holes waits no longer than others do at most. */
const unwrittenMs = 60_000;
const writersAreSeen = process.platform === 'linux' || process.platform === 'win32';

/** The quiet times in force for a source, in ms; `unwrittenMs` for whole files with holes. */
export function quietTimes(
  config: Pick<HotFolder, 'quietMs' | 'quietTextMs' | 'holdAfterMs' | 'networkShare'>,
): Pick<WaitingTimes, 'quietMs' | 'quietTextMs' | 'unwrittenMs'> {
  const quietMs = config.networkShare ? Math.max(config.quietMs, shareQuietMs) : config.quietMs;
  const quietTextMs = config.networkShare ? Math.max(config.quietTextMs, shareQuietTextMs) : config.quietTextMs;
  return {
    ...{ quietMs, quietTextMs: Math.max(quietMs, quietTextMs) },
    unwrittenMs: writersAreSeen && !config.networkShare ? unwrittenMs : config.holdAfterMs,
  };
}

/** How long a sidecar that somebody named, or that a run with an end finds, waits for its document, in ms: all is there by then. */
export const shortSidecarWaitMs = 5_000;

/** How long sidecars and their files wait for each other, in ms; `sidecarWaitMs` as the source's settings say. */
export function sidecarTimes(
  quietTextMs: number,
  sidecarWaitMs: number,
): {
  readonly quietMs: number;
  readonly fileWaitMs: number;
  readonly sidecarWaitMs: number;
} {
  return {
    quietMs: quietTextMs,
    fileWaitMs: Math.max(2_000, quietTextMs),
    sidecarWaitMs: Math.max(sidecarWaitMs, quietTextMs),
  };
}
