import { createBridge } from './bridge.ts';
import { createCodec } from './codec.ts';
import { createFilePaths } from './file-paths.ts';
import { browserBytes, createInvocations, hostGlobalName } from './host-link.ts';
import type { HostGlobal, ToHost } from './host-link.ts';
import type { PageWindow } from './page-globals.ts';
import { createRendererEmitter } from './renderer-emitter.ts';
import { watchPage } from './watch-page.ts';

declare const window: PageWindow;
/** Put around the bundle by the host. */
declare const hostSecret: string;
declare const hostBinding: (text: string) => void;
declare const hostProcess: object;
declare const preloadPath: string;
declare function preload(
  require: (name: string) => unknown,
  process: object,
  module: { exports: object },
  exports: object,
): void;
declare function reportError(error: unknown): void;

type Listener = (...parameters: readonly unknown[]) => void;

function throwing(label: string, target: object): object {
  return new Proxy(target, {
    get(from, key) {
      if (typeof key === 'string' && !(key in from) && key !== 'then' && key !== '__esModule' && key !== 'default') {
        throw new Error(`${label}.${key} is not supported by the Chromium host (test/host)`);
      }
      const value: unknown = Reflect.get(from, key);
      return value;
    },
  });
}

/** What runs in the isolated world: the `electron` module of a sandboxed preload, then the preload itself. */
function start(): void {
  const codec = createCodec(browserBytes);
  const bridge = createBridge(hostSecret, 'preload');
  const post = (message: ToHost): void => hostBinding(JSON.stringify(message));
  const emitter = createRendererEmitter(reportError);
  const invocations = createInvocations(post, codec);
  const global: HostGlobal = {
    files: [],
    paths: null,
    asksBeforeClose: false,
    receive(batch) {
      for (const message of batch) {
        if (message.kind !== 'event') invocations.settle(message);
        else {
          const decoded = codec.decode(message.parameters);
          const parameters: readonly unknown[] = Array.isArray(decoded) ? decoded : [];
          emitter.emit(message.channel, { sender: ipcRenderer, ports: [] }, ...parameters);
        }
      }
    },
  };
  Object.defineProperty(globalThis, hostGlobalName, { value: global });
  const paths = createFilePaths(global);

  const ipcRenderer = throwing('ipcRenderer', {
    invoke: (channel: string, ...parameters: readonly unknown[]) => invocations.invoke(channel, parameters),
    send: (channel: string, ...parameters: readonly unknown[]) =>
      post({ kind: 'send', channel, parameters: codec.encode(parameters) }),
    on: (channel: string, listener: Listener) => (emitter.on(channel, listener), ipcRenderer),
    once: (channel: string, listener: Listener) => (emitter.once(channel, listener), ipcRenderer),
    off: (channel: string, listener: Listener) => (emitter.off(channel, listener), ipcRenderer),
    removeListener: (channel: string, listener: Listener) => (emitter.off(channel, listener), ipcRenderer),
    removeAllListeners: (channel?: string) => (emitter.removeAll(channel), ipcRenderer),
    listenerCount: (channel: string) => emitter.count(channel),
  });

  /** Files of one call came together: the bridge hands over arrays, whose files are then asked about in one stop. */
  const noticing = (api: unknown): unknown => {
    if (typeof api === 'function') {
      const called = api;
      return (...parameters: readonly unknown[]): unknown => {
        paths.came(parameters.flat());
        const result: unknown = Reflect.apply(called, undefined, [...parameters]);
        return result;
      };
    }
    if (typeof api !== 'object' || api === null || Object.getPrototypeOf(api) !== Object.prototype) return api;
    return Object.fromEntries(Object.entries(api).map(([name, each]) => [name, noticing(each)]));
  };

  const contextBridge = throwing('contextBridge', {
    exposeInMainWorld(name: string, api: unknown) {
      const answers: unknown[] = [];
      bridge.on('exposed', (message) => answers.push(message['error']));
      bridge.send({ kind: 'expose', name, api: bridge.wrap(noticing(api)) });
      const [failure] = answers;
      if (typeof failure === 'string') throw new Error(failure);
    },
  });

  const electron = throwing('electron', {
    contextBridge,
    ipcRenderer,
    webUtils: throwing('webUtils', { getPathForFile: (file: unknown) => paths.pathOf(file) }),
  });

  bridge.on('open', (message) => {
    const { url, name, features } = message;
    post({ kind: 'open', url: String(url), name: String(name), features: String(features) });
  });
  watchPage(post, () => global.asksBeforeClose);
  post({ kind: 'hello' });

  const require = (name: string): unknown => {
    if (name === 'electron' || name === 'electron/renderer') return electron;
    throw new Error(`module not found: ${name}`);
  };
  try {
    const module = { exports: {} };
    preload(require, hostProcess, module, module.exports);
  } catch (error) {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    post({ kind: 'preload-error', message: `${preloadPath}: ${text}` });
  }
}

// Frames inside the page get neither preload nor API.
if (window.top === window) start();
