/**
 * Loaded before a station (`node --import`) it counts each step that lasts: of files, of transactions, of requests, before and after it,
 * in all threads together, and ends the process without warning at the step whose number MAILROOM_END_AT_STEP says. The product knows
 * nothing of it.
 */
import { subscribe } from 'node:diagnostics_channel';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { getEnvironmentData, isMainThread, setEnvironmentData } from 'node:worker_threads';
import { endedAtWord } from './ended-at.ts';

const key = 'mailroom-steps';
const last = Number(process.env['MAILROOM_END_AT_STEP'] ?? 0);
if (isMainThread) setEnvironmentData(key, new SharedArrayBuffer(4));
const shared: unknown = getEnvironmentData(key);
const counter = new Int32Array(shared instanceof SharedArrayBuffer ? shared : new SharedArrayBuffer(4));
const { writeSync } = fs;

function step(name: string): void {
  if (Atomics.add(counter, 0, 1) + 1 !== last) return;
  writeSync(1, `${endedAtWord}${name}\n`);
  process.kill(process.pid, 'SIGKILL');
}

function objectOf(value: unknown): object {
  if (typeof value === 'object' && value !== null) return value;
  throw new Error('no object to count at');
}

/** Puts a step before and after a method (after a promise: once it is kept), where the arguments concern us. */
function count(
  owner: object,
  method: string,
  name: string,
  concerns: (first: unknown, second: unknown) => boolean,
): void {
  const own: unknown = Reflect.get(owner, method);
  if (typeof own !== 'function') throw new Error(`nothing to count at ${method}`);
  const counted = new Proxy(own, {
    apply(target, self: unknown, args: unknown[]) {
      const isCounted = concerns(args[0], args[1]);
      if (isCounted) step(`before ${name}`);
      const answer: unknown = Reflect.apply(target, self, args);
      if (!isCounted) return answer;
      if (!(answer instanceof Promise)) {
        step(`after ${name}`);
        return answer;
      }
      return answer.then((value: unknown) => {
        step(`after ${name}`);
        return value;
      });
    },
  });
  // Own methods of a native prototype can't be set, only covered.
  Object.defineProperty(owner, method, { value: counted, writable: true, configurable: true, enumerable: true });
}

const always = (): boolean => true;
const { promises } = fs;
for (const name of ['rename', 'link', 'unlink', 'rm', 'rmdir', 'mkdir', 'copyFile', 'writeFile', 'truncate', 'utimes'])
  count(promises, name, name, always);
count(promises, 'open', 'open', (_, flags) => typeof flags === 'string' && flags !== 'r');
for (const name of ['rename', 'unlink', 'rm', 'writeFile', 'truncate', 'fsync']) count(fs, `${name}Sync`, name, always);
for (const name of ['write', 'fsync']) count(fs, name, name, always);
syncBuiltinESMExports();

const handle = await promises.open('/dev/null', 'r');
const handles = objectOf(Object.getPrototypeOf(handle));
await handle.close();
for (const [method, name] of [
  ['sync', 'fsync'],
  ['write', 'write'],
  ['writeFile', 'writeFile'],
  ['truncate', 'truncate'],
] as const)
  count(handles, method, name, always);

/** Counts the transactions of a connection; its class can't be changed, for it comes from a native module. */
function countCommits(connection: object): void {
  const isCommit = (sql: unknown): boolean => typeof sql === 'string' && /^\s*COMMIT/u.test(sql);
  count(connection, 'exec', 'commit', isCommit);
  const prepare: unknown = Reflect.get(connection, 'prepare');
  if (typeof prepare !== 'function') throw new Error('a connection prepares nothing');
  const counting = (sql: unknown): unknown => {
    const statement: unknown = Reflect.apply(prepare, connection, [sql]);
    if (isCommit(sql)) count(objectOf(statement), 'run', 'commit', always);
    return statement;
  };
  Object.defineProperty(connection, 'prepare', { value: counting });
}

const { dlopen } = process;
process.dlopen = (module: object, ...rest: unknown[]): void => {
  Reflect.apply(dlopen, process, [module, ...rest]);
  const exported = objectOf(Reflect.get(module, 'exports'));
  const connections: unknown = Reflect.get(exported, 'DatabaseSync');
  if (typeof connections !== 'function') return;
  const counting = new Proxy(connections, {
    construct(target, args: unknown[]) {
      const connection = objectOf(Reflect.construct(target, args));
      countCommits(connection);
      return connection;
    },
  });
  Reflect.set(exported, 'DatabaseSync', counting);
};

const requests = [
  ['undici:request:create', 'before request'],
  ['undici:client:sendHeaders', 'after head'],
  ['undici:request:bodySent', 'after body'],
  ['undici:request:headers', 'before answer'],
  ['undici:request:trailers', 'after answer'],
] as const;
for (const [channel, name] of requests) subscribe(channel, () => step(name));
