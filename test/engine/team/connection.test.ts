import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import type { Outcome } from '../../../src/shared/faults.ts';
import { success } from '../../../src/main/engine/faults/fault.ts';
import { readAddress } from '../../../src/main/engine/team/postgres/address.ts';
import { createLine, unusable, type Access } from '../../../src/main/engine/team/postgres/connection.ts';
import { joinTeam } from '../../../src/main/engine/team/postgres/found.ts';
import { createGathering } from '../../../src/main/engine/team/postgres/gather.ts';
import { createTestClock } from '../../support/ports.ts';
import { postgresOfTests } from '../../support/postgres.ts';

it('a keychain that throws stops no question for ever: the next one gets its answer', async () => {
  const { owner } = await postgresOfTests();
  const clock = createTestClock();
  let isBroken = true;
  const line = createLine(
    () => (isBroken ? Promise.reject(new Error('keychain')) : Promise.resolve(success(owner))),
    clock,
  );
  onTestFinished(() => line.close());
  const one = z.array(z.object({ one: z.number() }));
  const ask = () => line.run(one, 'SELECT 1 AS one', []);
  expect(await Promise.all([ask(), ask()])).toMatchObject([
    { ok: false, fault: { code: 'team-refused', retry: 'later' } },
    { ok: false, fault: { code: 'team-refused' } },
  ]);
  isBroken = false;
  clock.advance(60_000);
  expect(await ask()).toEqual(success([{ one: 1 }]));
});

it('a keychain that asks a person is waited for some seconds and asked once, and what waits is told so', async () => {
  const { owner } = await postgresOfTests();
  const clock = createTestClock();
  let asked = 0;
  let unlock: (access: Outcome<Access>) => void = () => undefined;
  const line = createLine(() => {
    asked += 1;
    return new Promise((resolve) => (unlock = resolve));
  }, clock);
  onTestFinished(() => line.close());
  const one = z.array(z.object({ one: z.number() }));
  const ask = () => line.run(one, 'SELECT 1 AS one', []);
  for (let times = 0; times < 2; times += 1) {
    const waits = ask();
    await new Promise(setImmediate);
    clock.advance(60_000);
    expect(await waits).toMatchObject({ ok: false, fault: { code: 'keychain-locked', retry: 'later' } });
    clock.advance(60_000);
  }
  const waits = ask();
  unlock(success(owner));
  expect(await waits).toEqual(success([{ one: 1 }]));
  expect(asked).toBe(1);
});

it('a statement that throws answers each question that it was to answer, and those after it', async () => {
  let isBroken = true;
  const ask = createGathering<string, unknown>(
    2,
    (key) => key,
    (keys) => (isBroken ? Promise.reject(new TypeError('bug')) : Promise.resolve(keys)),
    unusable,
  );
  expect(await Promise.all([ask('a'), ask('b'), ask('c')])).toMatchObject(
    Array.from({ length: 3 }, () => ({ ok: false, fault: { code: 'team-refused', cause: 'TypeError' } })),
  );
  isBroken = false;
  expect(await ask('d')).toBe('d');
});

it('reads addresses of databases that name nobody, and no others', () => {
  expect(readAddress('postgres://db.example/mail%20room')).toEqual({
    host: 'db.example',
    port: 5_432,
    database: 'mail room',
  });
  for (const wrong of [
    'postgres://h/50%',
    'postgres://u:p@h/d',
    'postgres://h',
    'https://h/d',
    'postgres://h/d?sslmode=x',
  ])
    expect(readAddress(wrong)).toBeNull();
});

it('nobody joins a team that is not there', async () => {
  const { owner } = await postgresOfTests();
  const joined = await joinTeam(owner, 'nowhere', { id: 'a', name: 'a' });
  expect(joined.ok ? null : joined.fault.params['problem']).toBe('no-team-there');
});
