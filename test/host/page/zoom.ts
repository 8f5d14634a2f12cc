import { z } from 'zod';
import type { Session } from '../chromium/connection.ts';

const windowShape = z.object({ bounds: z.object({ width: z.number(), height: z.number() }) });
const layoutShape = z.object({ cssLayoutViewport: z.object({ clientWidth: z.number(), clientHeight: z.number() }) });

/** The zoom of a page as Electron means it: the page has less room and denser pixels. */
export interface Zoom {
  set(factor: number): void;
  /** The window has another size now. */
  refit(): void;
}

/** Chromium's own zoom is out of the protocol's reach; a screen of other measures, drawn larger, looks the same to the page. */
export function createZoom(session: Session): Zoom {
  let factor = 1;
  let inset: { readonly width: number; readonly height: number } | undefined;
  let last: Promise<void> = Promise.resolve();

  const measureWindow = async (): Promise<{ width: number; height: number }> =>
    windowShape.parse(await session.send('Browser.getWindowForTarget')).bounds;

  const apply = async (): Promise<void> => {
    const outer = await measureWindow();
    if (inset === undefined) {
      const page = layoutShape.parse(await session.send('Page.getLayoutMetrics')).cssLayoutViewport;
      inset = { width: outer.width - page.clientWidth, height: outer.height - page.clientHeight };
    }
    await session.send('Emulation.setDeviceMetricsOverride', {
      width: Math.round((outer.width - inset.width) / factor),
      height: Math.round((outer.height - inset.height) / factor),
      deviceScaleFactor: factor,
      scale: factor,
      mobile: false,
    });
    if (factor === 1) await session.send('Emulation.clearDeviceMetricsOverride');
  };
  const inTurn = (): void => {
    // A page that goes away meanwhile needs no zoom.
    last = last.then(apply).catch(() => undefined);
  };

  return {
    set(wanted) {
      if (wanted === factor) return;
      factor = wanted;
      inTurn();
    },
    refit() {
      if (factor !== 1) inTurn();
    },
  };
}
