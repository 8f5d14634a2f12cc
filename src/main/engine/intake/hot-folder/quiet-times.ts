import type { HotFolder } from '../../../../shared/settings.ts';

/** On a share, times and sizes are cached: two looks closer together than this may show the same although the file grew. */
const shareQuietMs = 2_000;
const shareQuietTextMs = 5_000;

/** The quiet times in force for a source, in ms. */
export function quietTimes(config: Pick<HotFolder, 'quietMs' | 'quietTextMs' | 'networkShare'>): {
  readonly quietMs: number;
  readonly quietTextMs: number;
} {
  const quietMs = config.networkShare ? Math.max(config.quietMs, shareQuietMs) : config.quietMs;
  const quietTextMs = config.networkShare ? Math.max(config.quietTextMs, shareQuietTextMs) : config.quietTextMs;
  return { quietMs, quietTextMs: Math.max(quietMs, quietTextMs) };
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
