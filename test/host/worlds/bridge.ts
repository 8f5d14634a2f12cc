import type { PageWindow } from './page-globals.ts';

declare const window: PageWindow;

/** One side of the wire between the page's own world and the isolated world. */
export interface Bridge {
  /** Sends a message; the other side has handled it when this returns. */
  send(message: object): void;
  /** Makes a value ready to cross: functions, promises and errors become marks. Throws for symbols. */
  wrap(value: unknown): unknown;
  /** Makes a crossed value usable: marks become functions, promises and errors of this side. */
  unwrap(value: unknown, freeze?: boolean): unknown;
  /** Handles messages other than calls. */
  on(kind: string, handler: (message: Readonly<Record<string, unknown>>) => void): void;
}

type AnyFunction = (...parameters: readonly unknown[]) => unknown;

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function isFunction(value: unknown): value is AnyFunction {
  return typeof value === 'function';
}

/**
 * Both worlds share the DOM but no objects. Chromium clones `CustomEvent.detail` when the other world reads it, at once and with files
 * kept alive, so plain data crosses by itself; what has behaviour crosses as a mark that leads back to its owner.
 * `secret` names the events and marks: the page cannot guess it. `side` is the letter of this side.
 */
export function createBridge(secret: string, side: 'page' | 'preload'): Bridge {
  const outgoing = `${secret}-${side}`;
  const incoming = `${secret}-${side === 'page' ? 'preload' : 'page'}`;
  const mark = `${secret}-mark`;
  // The page may replace these later; what was there first is kept.
  const OwnEvent = CustomEvent;
  const dispatch = window.dispatchEvent.bind(window);
  const detailOf = Object.getOwnPropertyDescriptor(OwnEvent.prototype, 'detail')?.get;

  const owned = new Map<string, AnyFunction>();
  const ownedIds = new WeakMap<AnyFunction, string>();
  const foreign = new Map<string, AnyFunction>();
  const promised = new Map<string, { resolve: (value: unknown) => void; reject: (error: unknown) => void }>();
  const handlers = new Map<string, (message: Readonly<Record<string, unknown>>) => void>();
  let lastId = 0;
  // An answer arrives while the call is still being sent.
  const answers: Readonly<Record<string, unknown>>[] = [];

  const newId = (): string => {
    lastId += 1;
    return `${side}-${lastId}`;
  };
  const send = (message: object): void => void dispatch(new OwnEvent(outgoing, { detail: message }));

  const wrapFunction = (value: AnyFunction): object => {
    const id = ownedIds.get(value) ?? newId();
    ownedIds.set(value, id);
    owned.set(id, value);
    return { [mark]: 'function', id };
  };

  const wrapPromise = (value: Promise<unknown>): object => {
    const id = newId();
    const settle = (well: boolean, result: unknown): void => {
      let wrapped: unknown;
      try {
        wrapped = wrap(result);
      } catch (error) {
        send({ kind: 'settled', id, well: false, value: wrap(error) });
        return;
      }
      send({ kind: 'settled', id, well, value: wrapped });
    };
    value.then(
      (result) => settle(true, result),
      (error: unknown) => settle(false, error),
    );
    return { [mark]: 'promise', id };
  };

  function wrap(value: unknown): unknown {
    if (isFunction(value)) return wrapFunction(value);
    if (typeof value === 'symbol') throw new Error('An object could not be cloned.');
    if (typeof value !== 'object' || value === null) return value;
    if (value instanceof Promise) return wrapPromise(value);
    if (value instanceof Error) return { [mark]: 'error', name: value.name, message: value.message };
    if (Array.isArray(value)) return value.map(wrap);
    // Built-in objects (files, bytes, dates, maps …) are cloned whole; records are looked through for functions.
    if (Object.prototype.toString.call(value) !== '[object Object]') return value;
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, wrap(each)]));
  }

  const callForeign = (id: string, parameters: readonly unknown[]): unknown => {
    send({ kind: 'call', id, parameters: parameters.map(wrap) });
    const result = answers.pop();
    if (result === undefined) throw new Error('An object could not be cloned.');
    const value = unwrap(result['value']);
    if (result['well'] === true) return value;
    throw value;
  };

  const unwrapMark = (value: Record<string, unknown>): unknown => {
    const id = String(value['id']);
    if (value[mark] === 'function') {
      const known = foreign.get(id) ?? ((...parameters: readonly unknown[]) => callForeign(id, parameters));
      foreign.set(id, known);
      return known;
    }
    if (value[mark] === 'promise') {
      return new Promise((resolve, reject) => promised.set(id, { resolve, reject }));
    }
    const error = new Error(String(value['message']));
    if (value['name'] !== 'Error') error.name = String(value['name']);
    return error;
  };

  function unwrap(value: unknown, freeze = false): unknown {
    if (!isRecord(value)) return value;
    if (Object.hasOwn(value, mark)) return unwrapMark(value);
    const finish = <T>(made: T): T => (freeze ? Object.freeze(made) : made);
    if (Array.isArray(value)) return finish(value.map((each) => unwrap(each, freeze)));
    if (Object.getPrototypeOf(value) !== Object.prototype) return value;
    return finish(Object.fromEntries(Object.entries(value).map(([name, each]) => [name, unwrap(each, freeze)])));
  }

  const answerCall = (message: Readonly<Record<string, unknown>>): void => {
    try {
      const called = owned.get(String(message['id']));
      if (called === undefined) throw new Error('the function is gone');
      const parameters = Array.isArray(message['parameters']) ? message['parameters'].map((each) => unwrap(each)) : [];
      send({ kind: 'answer', well: true, value: wrap(called(...parameters)) });
    } catch (error) {
      send({ kind: 'answer', well: false, value: wrap(error instanceof Error ? error : new Error(String(error))) });
    }
  };

  const settle = (message: Readonly<Record<string, unknown>>): void => {
    const id = String(message['id']);
    const waiting = promised.get(id);
    promised.delete(id);
    const value = unwrap(message['value']);
    if (message['well'] === true) waiting?.resolve(value);
    else waiting?.reject(value);
  };

  window.addEventListener(
    incoming,
    (event) => {
      event.stopImmediatePropagation();
      const message: unknown = detailOf?.call(event);
      if (!isRecord(message)) return;
      const kind = String(message['kind']);
      if (kind === 'call') answerCall(message);
      else if (kind === 'answer') answers.push(message);
      else if (kind === 'settled') settle(message);
      else handlers.get(kind)?.(message);
    },
    true,
  );

  return { send, wrap, unwrap, on: (kind, handler) => void handlers.set(kind, handler) };
}
