import type { WebFrameMain } from 'electron';
import { strict } from '../strict.ts';

/** The main frame of a page, as `event.senderFrame` and `webContents.mainFrame` give it. */
export interface Frame extends Pick<
  WebFrameMain,
  'url' | 'origin' | 'parent' | 'routingId' | 'processId' | 'frameTreeNodeId' | 'detached' | 'send' | 'isDestroyed'
> {
  readonly top: Frame;
}

/** Makes the frame of the page with this id. Frames inside it have no preload, so no message ever comes from one. */
export function createFrame(
  pageId: number,
  url: () => string,
  send: (channel: string, parameters: readonly unknown[]) => void,
): Frame {
  const frame: Frame = strict('WebFrameMain', {
    get url() {
      return url();
    },
    get origin() {
      const address = url();
      // Node knows no origin of custom schemes; Electron has one for those declared standard.
      return /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/iu.exec(address)?.[0] ?? 'null';
    },
    get top(): Frame {
      return frame;
    },
    parent: null,
    routingId: 1,
    processId: pageId,
    frameTreeNodeId: pageId,
    detached: false,
    send: (channel: string, ...parameters: unknown[]) => send(channel, parameters),
    isDestroyed: () => false,
  });
  return frame;
}
