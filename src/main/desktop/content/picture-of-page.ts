import type { Outcome } from '../../../shared/faults.ts';
import type { DesktopStation } from '../desktop-station.ts';
import type { PageReference } from './page-pictures.ts';

/** Engines that are asked one after the other: settings that change again and again end several. */
const maxEngines = 5;

/**
 * Asks the engine for the JPEG of a scanned page. One that ended meanwhile, because settings changed, says nothing about the page: the
 * next one is asked.
 */
export function pictureOfPage(station: Pick<DesktopStation, 'engine'>) {
  return async ({ sessionId, pageId, most }: PageReference): Promise<Outcome<Uint8Array>> => {
    let engine = await station.engine();
    for (let asked = 1; engine.ok; asked += 1) {
      const made = await engine.value.scans.picture(sessionId, pageId, most);
      if (made.ok || asked === maxEngines) return made;
      const next = await station.engine();
      if (next.ok && next.value === engine.value) return made;
      engine = next;
    }
    return engine;
  };
}
