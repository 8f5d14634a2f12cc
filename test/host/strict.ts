import { EventEmitter } from 'node:events';

/** Names that the language and its tools look for on every object; there "not there" is a proper answer. */
const askedByTools: ReadonlySet<string> = new Set([
  'then',
  'toJSON',
  'inspect',
  'nodeType',
  '$$typeof',
  'asymmetricMatch',
  'domain',
  '__esModule',
  'default',
]);

/** What is thrown where product or test reach for something the host does not have: silence would be a false pass. */
export function unsupported(name: string): Error {
  return new Error(`${name} is not supported by the Chromium host (test/host)`);
}

/** Wraps an object so that reading or setting a name it does not have throws by that name. */
export function strict<T extends object>(label: string, target: T): T {
  return new Proxy(target, {
    get(from, key, receiver) {
      if (typeof key === 'string' && !(key in from) && !askedByTools.has(key)) throw unsupported(`${label}.${key}`);
      const value: unknown = Reflect.get(from, key, receiver);
      return value;
    },
    set(from, key, value, receiver) {
      if (typeof key === 'string' && !(key in from)) throw unsupported(`${label}.${key}`);
      return Reflect.set(from, key, value, receiver);
    },
  });
}

/** Throws by name for an option that the host would not heed. */
export function demandKnown(label: string, given: object, known: ReadonlySet<string>): void {
  for (const name of Object.keys(given)) if (!known.has(name)) throw unsupported(`${label} { ${name} }`);
}

/** What listeners of preventable events are given first. */
export interface HostEvent {
  defaultPrevented: boolean;
  preventDefault(): void;
}

/** A fresh event with the given fields. */
export function createEvent<T extends object>(fields: T): HostEvent & T {
  const event = {
    ...fields,
    defaultPrevented: false,
    preventDefault() {
      event.defaultPrevented = true;
    },
  };
  return event;
}

type Listener = (...args: unknown[]) => void;

/** The emitter below Electron's objects. Events it never sends, and members it does not have, throw by name. */
export class StrictEmitter extends EventEmitter {
  readonly #label: string;
  readonly #events: ReadonlySet<string>;

  /** `events`: all that this object can send, and those that Electron never sends on Linux either. */
  constructor(label: string, events: readonly string[]) {
    super({ captureRejections: false });
    this.#label = label;
    this.#events = new Set(events);
    this.setMaxListeners(0);
  }

  override on(event: string, listener: Listener): this {
    this.#demand(event);
    return super.on(event, listener);
  }

  override addListener(event: string, listener: Listener): this {
    return this.on(event, listener);
  }

  override once(event: string, listener: Listener): this {
    this.#demand(event);
    return super.once(event, listener);
  }

  override prependListener(event: string, listener: Listener): this {
    this.#demand(event);
    return super.prependListener(event, listener);
  }

  #demand(event: string): void {
    if (event === 'newListener' || event === 'removeListener') return;
    if (!this.#events.has(event)) throw unsupported(`event '${event}' of ${this.#label}`);
  }
}

/**
 * What an instance does not have is looked for along its prototypes: this last one throws. Private fields stay usable, which they would
 * not be behind a proxy of the instance itself.
 */
export const strictRoot: object = new Proxy(EventEmitter.prototype, {
  getPrototypeOf: () => EventEmitter.prototype,
  get(from, key, receiver) {
    if (typeof key === 'string' && !(key in from) && !askedByTools.has(key)) throw unsupported(nameOf(receiver, key));
    const value: unknown = Reflect.get(from, key, receiver);
    return value;
  },
  set(from, key, value, receiver) {
    if (typeof key === 'string' && !(key in from)) throw unsupported(nameOf(receiver, key));
    return Reflect.set(from, key, value, receiver);
  },
});
Object.setPrototypeOf(StrictEmitter.prototype, strictRoot);

function nameOf(receiver: unknown, key: string): string {
  const owner = typeof receiver === 'object' && receiver !== null ? receiver.constructor.name : 'electron';
  return `${owner}.${key}`;
}
