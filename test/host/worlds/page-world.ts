import { createBridge } from './bridge.ts';
import type { PageDocument, PageWindow } from './page-globals.ts';

declare const window: PageWindow;
declare const document: PageDocument;
/** Put around the bundle by the host: names that only its two scripts know. */
declare const hostSecret: string;

/** What runs in the page's own world before any script of the page: receives the preload's API and keeps windows from opening. */
function start(): void {
  const bridge = createBridge(hostSecret, 'page');

  bridge.on('expose', (message) => {
    const name = String(message['name']);
    if (Object.hasOwn(window, name)) {
      const error = 'Cannot bind an API on top of an existing property on the window object';
      bridge.send({ kind: 'exposed', error });
      return;
    }
    Object.defineProperty(window, name, { value: bridge.unwrap(message['api'], true), enumerable: true });
    bridge.send({ kind: 'exposed' });
  });

  const openHere = window.open.bind(window);
  // The main process decides, as in Electron; the page never holds a window that it then has to lose.
  window.open = (url = '', name = '', features = '') => {
    if (['_self', '_top', '_parent'].includes(name)) return openHere(url, name, features);
    const absolute = new URL(url === '' ? 'about:blank' : url, document.baseURI).href;
    bridge.send({ kind: 'open', url: absolute, name, features });
    return null;
  };
}

// Frames inside the page get neither preload nor API.
if (window.top === window) start();
