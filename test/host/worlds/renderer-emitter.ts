type Listener = (...parameters: readonly unknown[]) => void;

/** Events by name, as far as `ipcRenderer` needs them. */
export interface RendererEmitter {
  on(name: string, listener: Listener): void;
  once(name: string, listener: Listener): void;
  off(name: string, listener: Listener): void;
  removeAll(name?: string): void;
  emit(name: string, ...parameters: readonly unknown[]): void;
  count(name: string): number;
}

/** Makes an emitter. A listener that throws is reported to the page's console and stops no other. */
export function createRendererEmitter(report: (error: unknown) => void): RendererEmitter {
  const listeners = new Map<string, { readonly call: Listener; readonly listener: Listener }[]>();
  const add = (name: string, call: Listener, listener: Listener): void => {
    listeners.set(name, [...(listeners.get(name) ?? []), { call, listener }]);
  };
  const off = (name: string, listener: Listener): void => {
    const left = [...(listeners.get(name) ?? [])];
    const place = left.findIndex((each) => each.listener === listener);
    if (place >= 0) left.splice(place, 1);
    listeners.set(name, left);
  };
  return {
    on: (name, listener) => add(name, listener, listener),
    once(name, listener) {
      const call: Listener = (...parameters) => {
        off(name, listener);
        listener(...parameters);
      };
      add(name, call, listener);
    },
    off,
    removeAll: (name) => (name === undefined ? listeners.clear() : void listeners.delete(name)),
    emit(name, ...parameters) {
      for (const { call } of listeners.get(name) ?? []) {
        try {
          call(...parameters);
        } catch (error) {
          report(error);
        }
      }
    },
    count: (name) => listeners.get(name)?.length ?? 0,
  };
}
