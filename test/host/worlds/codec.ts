/** How bytes travel inside JSON. */
export interface ByteText {
  readonly toText: (bytes: Uint8Array) => string;
  readonly fromText: (text: string) => ArrayBuffer;
}

/** Turns what Electron's IPC can carry (structured-clone values) into JSON values and back. */
export interface Codec {
  /** Throws `An object could not be cloned.` for functions, symbols, promises and other things that cannot travel. */
  encode(value: unknown): unknown;
  decode(value: unknown): unknown;
}

const viewTypes: readonly (new (buffer: ArrayBuffer) => ArrayBufferView)[] = [
  Int8Array,
  Uint8Array,
  Uint8ClampedArray,
  Int16Array,
  Uint16Array,
  Int32Array,
  Uint32Array,
  Float32Array,
  Float64Array,
  BigInt64Array,
  BigUint64Array,
  DataView,
];
const errorTypes = { TypeError, RangeError, SyntaxError, ReferenceError, EvalError, URIError };

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isKeyOf<T extends object>(table: T, key: unknown): key is keyof T {
  return typeof key === 'string' && Object.hasOwn(table, key);
}

function tagOf(value: object): string {
  return Object.prototype.toString.call(value).slice(8, -1);
}

/** Anything that is not plain JSON is written as `['$', kind, …]`; arrays are written as `['a', …]` only where they begin with text `$`. */
export function createCodec(bytes: ByteText): Codec {
  const uncloneable = (): Error => new Error('An object could not be cloned.');

  const write = (value: unknown, path: readonly object[]): unknown => {
    if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
    if (typeof value === 'number') {
      return Number.isFinite(value) && !Object.is(value, -0)
        ? value
        : ['$', 'number', Object.is(value, -0) ? '-0' : String(value)];
    }
    if (value === undefined) return ['$', 'undefined'];
    if (typeof value === 'bigint') return ['$', 'bigint', String(value)];
    if (typeof value !== 'object') throw uncloneable();
    // A cycle is cloneable in Electron; nothing of ours sends one, so it is refused aloud.
    if (path.includes(value)) throw new Error('The Chromium host does not carry cyclic objects.');
    return writeObject(value, [...path, value]);
  };

  const writeObject = (value: object, path: readonly object[]): unknown => {
    const many = (values: Iterable<unknown>): unknown[] => Array.from(values, (each) => write(each, path));
    if (Array.isArray(value)) return value[0] === '$' ? ['$', 'array', many(value)] : many(value);
    if (value instanceof Error) return ['$', 'error', value.name, value.message, value.stack ?? ''];
    if (value instanceof Date) return ['$', 'date', write(value.getTime(), path)];
    if (value instanceof RegExp) return ['$', 'regexp', value.source, value.flags];
    if (value instanceof Map) return ['$', 'map', [...value].map((pair) => write(pair, path))];
    if (value instanceof Set) return ['$', 'set', many(value)];
    if (value instanceof ArrayBuffer) return ['$', 'ArrayBuffer', bytes.toText(new Uint8Array(value))];
    if (ArrayBuffer.isView(value)) {
      return ['$', tagOf(value), bytes.toText(new Uint8Array(value.buffer, value.byteOffset, value.byteLength))];
    }
    if (tagOf(value) !== 'Object') throw uncloneable();
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, write(each, path)]));
  };

  const read = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    if (isRecord(value)) return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, read(each)]));
    if (!Array.isArray(value)) return value;
    return value[0] === '$' ? readSpecial(value) : value.map(read);
  };

  const readSpecial = ([, kind, first, second, third]: readonly unknown[]): unknown => {
    const list = (): readonly unknown[] => (Array.isArray(first) ? first.map(read) : []);
    switch (kind) {
      case 'number':
        return Number(first);
      case 'undefined':
        return undefined;
      case 'bigint':
        return BigInt(String(first));
      case 'array':
        return list();
      case 'date':
        return new Date(Number(read(first)));
      case 'regexp':
        return new RegExp(String(first), String(second));
      case 'map':
        return new Map(list().map(readPair));
      case 'set':
        return new Set(list());
      case 'error':
        return readError(String(first), String(second), String(third));
      case 'ArrayBuffer':
        return bytes.fromText(String(first));
      default:
        return readView(kind, bytes.fromText(String(first)));
    }
  };

  return { encode: (value) => write(value, []), decode: read };
}

function readPair(entry: unknown): readonly [unknown, unknown] {
  const pair: readonly unknown[] = Array.isArray(entry) ? entry : [];
  const [key, value] = pair;
  return [key, value];
}

function readView(kind: unknown, buffer: ArrayBuffer): ArrayBufferView {
  const View = viewTypes.find((each) => each.name === kind);
  if (View === undefined) throw new Error(`unknown kind ${String(kind)}`);
  return new View(buffer);
}

function readError(name: string, message: string, stack: string): Error {
  const error = isKeyOf(errorTypes, name) ? new errorTypes[name](message) : new Error(message);
  if (error.name !== name) error.name = name;
  error.stack = stack;
  return error;
}
