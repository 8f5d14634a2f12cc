import { chmod, mkdir, stat, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { connectControl } from '../../../src/main/cli/control/ask-control.ts';
import { controlPlace, makeControlPlace } from '../../../src/main/host/control/control-address.ts';
import { jsonOf, linesOf } from '../../../src/main/host/control/lines.ts';
import { maxRequestBytes } from '../../../src/main/host/control/protocol.ts';
import { serveControl, type Served } from '../../../src/main/host/control/serve-control.ts';
import { failure, success } from '../../../src/main/engine/faults/fault.ts';
import { createTestLog, makeTestFolder } from '../../support/ports.ts';

const asked: Served = {
  dispatch: (command) => Promise.resolve(success({ command: command.name })),
  query: (query) => Promise.resolve(query.name === 'items.get' ? failure('not-found') : success({ query: query.name })),
  settingsChanged: () => Promise.resolve(success({ taken: 'up' })),
};

async function serve(directory: string, engine: Served = asked): Promise<{ close(): Promise<void> }> {
  const control = await serveControl(engine, directory, createTestLog());
  onTestFinished(() => control.close());
  return control;
}

async function visitor(directory: string): Promise<NonNullable<Awaited<ReturnType<typeof connectControl>>>> {
  const connection = await connectControl(directory);
  if (connection === null) throw new Error('nobody answers');
  onTestFinished(() => connection.close());
  return connection;
}

/** Sends bytes as they are; answers what came back until the owner hung up. */
function send(directory: string, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(controlPlace(directory)?.address ?? '');
    let back = '';
    socket.setEncoding('utf8').on('data', (piece: string) => (back += piece));
    socket.on('error', (error: NodeJS.ErrnoException) => {
      // Hung up while still being talked to: just what is expected of it.
      if (error.code !== 'EPIPE' && error.code !== 'ECONNRESET') reject(error);
    });
    socket.on('close', () => resolve(back));
    socket.write(text);
  });
}

describe('the control socket', () => {
  test('carries commands and queries, and faults as they are', async () => {
    const directory = await makeTestFolder();
    await serve(directory);
    const { dispatch, query } = await visitor(directory);
    expect(await dispatch({ name: 'items.retry', itemIds: 'all' })).toEqual(success({ command: 'items.retry' }));
    expect(await query({ name: 'custody.verify' })).toEqual(success({ query: 'custody.verify' }));
    expect(await query({ name: 'items.get', idPrefix: 'x' })).toEqual(failure('not-found'));
  });

  test('answers a person among 200 visitors that say nothing', async () => {
    const directory = await makeTestFolder();
    await serve(directory);
    const early = await visitor(directory);
    expect((await early.query({ name: 'custody.verify' })).ok).toBe(true);
    for (let count = 0; count < 200; count += 1) {
      const idle = connect(controlPlace(directory)?.address ?? '');
      idle.on('error', () => idle.destroy());
      onTestFinished(() => void idle.destroy());
      await once(idle, 'connect');
    }
    const { query } = await visitor(directory);
    expect(await query({ name: 'custody.verify' })).toEqual(success({ query: 'custody.verify' }));
  });

  test('lets nobody go who waits for an answer, however many come', async () => {
    const directory = await makeTestFolder();
    let answer: () => void = () => undefined;
    const slow = new Promise<void>((resolve) => (answer = resolve));
    await serve(directory, { ...asked, query: async (question) => slow.then(() => asked.query(question)) });
    const waiting = (await visitor(directory)).query({ name: 'custody.verify' });
    for (let count = 0; count < 50; count += 1) await visitor(directory);
    answer();
    expect(await waiting).toEqual(success({ query: 'custody.verify' }));
  });

  test('is open to this account alone', async () => {
    const directory = await makeTestFolder();
    await serve(directory);
    expect((await stat(join(directory, 'control.sock'))).mode & 0o777).toBe(0o600);
  });

  test('is found where the path of the data directory is too long for a socket', async () => {
    const directory = join(await makeTestFolder(), 'a'.repeat(120));
    await mkdir(directory);
    await serve(directory);
    const { query } = await visitor(directory);
    expect(await query({ name: 'station.pauses' })).toEqual(success({ query: 'station.pauses' }));
  });

  test('takes the place of one that a killed process left behind, and is gone when it is closed', async () => {
    const directory = await makeTestFolder();
    await writeFile(join(directory, 'control.sock'), '');
    expect(await connectControl(directory)).toBeNull();
    const control = await serve(directory);
    await visitor(directory);
    await control.close();
    expect(await connectControl(directory)).toBeNull();
  });

  test('hangs up on what is no request, and serves the next', async () => {
    const directory = await makeTestFolder();
    await serve(directory);
    expect(await send(directory, 'hello\n')).toBe('');
    expect(await send(directory, '{"id":1,"kind":"order","value":{}}\n')).toBe('');
    expect(await send(directory, 'x'.repeat(maxRequestBytes + 2))).toBe('');
    const { query } = await visitor(directory);
    expect(await query({ name: 'custody.verify' })).toMatchObject({ ok: true });
  });

  test('refuses what the contract does not know', async () => {
    const directory = await makeTestFolder();
    await serve(directory);
    const back = send(directory, '{"id":7,"kind":"command","value":{"name":"rm"}}\nbye\n');
    expect(jsonOf((await back).trim())).toMatchObject({
      id: 7,
      outcome: { ok: false, fault: { code: 'wrong-usage' } },
    });
  });

  test('tells a bug in the engine as a fault, and goes on', async () => {
    const directory = await makeTestFolder();
    await serve(directory, { ...asked, dispatch: () => Promise.reject(new Error('bug')) });
    const { dispatch, query } = await visitor(directory);
    expect(await dispatch({ name: 'items.retry', itemIds: 'all' })).toMatchObject({ fault: { code: 'internal' } });
    expect(await query({ name: 'custody.verify' })).toMatchObject({ ok: true });
  });

  test('carries that settings were changed', async () => {
    const directory = await makeTestFolder();
    await serve(directory);
    const { settingsChanged } = await visitor(directory);
    expect(await settingsChanged()).toEqual(success({ taken: 'up' }));
  });

  test('that ends in the middle is told to whoever waits', async () => {
    const directory = await makeTestFolder();
    const control = await serve(directory, { ...asked, query: () => new Promise(() => undefined) });
    const { query } = await visitor(directory);
    const answer = query({ name: 'custody.verify' });
    await control.close();
    expect(await answer).toMatchObject({ ok: false, fault: { code: 'wrong-usage' } });
  });

  test('that can not be made stops nothing', async () => {
    const directory = await makeTestFolder();
    const log = createTestLog();
    await mkdir(join(directory, 'control.sock', 'in the way'), { recursive: true });
    const control = await serveControl(asked, directory, log);
    await control.close();
    expect(log.lines.join()).toContain('control.not-served');
  });
});

describe('the address of the socket', () => {
  test('is on Windows a pipe for each owner, whose name nobody knows before', async () => {
    const directory = await makeTestFolder();
    expect(controlPlace(directory, 'win32')).toBeNull();
    const one = makeControlPlace(directory, 'win32');
    expect(one?.address).toMatch(/^\\\\\.\\pipe\\mailroom-[0-9a-f]{20}$/);
    expect(controlPlace(directory, 'win32')).toEqual(one);
    expect(one?.address).not.toContain(one?.key?.slice(0, 20));
    expect(makeControlPlace(directory, 'win32')?.address).not.toBe(one?.address);
  });

  test('is nowhere where the short place belongs to others', async () => {
    const temporary = await makeTestFolder();
    const long = join(await makeTestFolder(), 'a'.repeat(120));
    const place = controlPlace(long, 'linux', temporary);
    expect(place).not.toBeNull();
    await chmod(join(place?.address ?? '', '..'), 0o777);
    expect(controlPlace(long, 'linux', temporary)).toBeNull();
  });
});

describe('lines of a stream', () => {
  async function* pieces(...texts: readonly string[]): AsyncGenerator<Uint8Array> {
    for (const text of texts) yield await Promise.resolve(Buffer.from(text));
  }
  async function read(largest: number, ...texts: readonly string[]): Promise<readonly (string | null)[]> {
    const lines: (string | null)[] = [];
    for await (const line of linesOf(pieces(...texts), largest)) lines.push(line);
    return lines;
  }

  test('are put together wherever they were cut, and a last half one is left out', async () => {
    expect(await read(9, 'o', 'ne\ntw', '', 'o\n\nthr', 'ee\nhalf')).toEqual(['one', 'two', '', 'three']);
  });

  test('end where one is too long, in one piece or in many', async () => {
    expect(await read(4, 'good\nlonger\nnext\n')).toEqual(['good', null]);
    expect(await read(4, 'lo', 'ng', 'er')).toEqual([null]);
  });
});
