/** Files that come by starting Mailroom: with the first start, with later ones while it runs, opened from the desktop. */
export interface Arrivals {
  /** A later start; `handedOver` is what it gave, trusted in nothing. */
  startedAgain(handedOver: unknown): void;
  /** Files opened with Mailroom. */
  opened(paths: readonly string[]): void;
  /** Hands on what came so far and all that comes; `again` is told of every later start. */
  handOn(parts: { readonly files: (paths: readonly string[]) => void; readonly again: () => void }): void;
}

/** Files of one start; what is more is left out. */
const most = 10_000;

/** Collects arrivals from the first moment on: several starts at once may hand over before this one has a window. */
export function createArrivals(first: readonly string[]): Arrivals {
  const waiting = [...first];
  let handing: Parameters<Arrivals['handOn']>[0] | null = null;

  function opened(paths: readonly string[]): void {
    if (paths.length === 0) return;
    if (handing === null) waiting.push(...paths);
    else handing.files(paths);
  }

  return {
    opened,
    startedAgain(handedOver) {
      handing?.again();
      opened(filesOf(handedOver));
    },
    handOn(parts) {
      handing = parts;
      opened(waiting.splice(0));
    },
  };
}

/** The paths in what another process handed over. */
function filesOf(handedOver: unknown): readonly string[] {
  if (typeof handedOver !== 'object' || handedOver === null || !('files' in handedOver)) return [];
  const { files } = handedOver;
  if (!Array.isArray(files)) return [];
  return files.filter((path: unknown): path is string => typeof path === 'string' && path !== '').slice(0, most);
}
