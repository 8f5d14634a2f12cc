import { expect, it, onTestFinished } from 'vitest';
import { codeOf } from '../../../src/main/engine/platform/disk/errno.ts';
import { success } from '../../../src/main/engine/faults/fault.ts';
import { connect, createLine, withConnection, type Access } from '../../../src/main/engine/team/postgres/connection.ts';
import { createContents, type Contents } from '../../../src/main/engine/team/postgres/contents.ts';
import { leaveTeam } from '../../../src/main/engine/team/postgres/found.ts';
import { quoted } from '../../../src/main/engine/team/postgres/schema.ts';
import type { TeamContent } from '../../../src/main/engine/team/team.ts';
import { realClock } from '../../support/ports.ts';
import { postgresOfTests } from '../../support/postgres.ts';
import { fc } from '../../support/property.ts';
import { membershipOf, newTeam } from './team-stations.ts';

/** A station of a team as the database sees it. */
interface Member {
  readonly id: string;
  readonly access: Access;
  readonly contents: Contents;
}

/** Stations of a new team, and the way to say that one was not heard of, or is there. */
async function members(ids: readonly string[]): Promise<{
  readonly schema: string;
  readonly stations: readonly Member[];
  readonly heard: (id: string, isHeard: boolean) => Promise<void>;
}> {
  const there = await postgresOfTests();
  const schema = await newTeam(there);
  const stations = await Promise.all(
    ids.map(async (id) => {
      const { team, password } = await membershipOf(there, schema, id);
      const access = { ...there.owner, user: team.login ?? '', password };
      const line = createLine(() => Promise.resolve(success(access)), realClock);
      onTestFinished(() => line.close());
      return { id, access, contents: createContents(line, schema, id) };
    }),
  );
  const owner = await connect(there.owner);
  onTestFinished(() => owner.end());
  return {
    schema,
    stations,
    async heard(id, isHeard) {
      await owner.query(
        `UPDATE ${quoted(schema)}.stations SET lease_until = clock_timestamp() + $2::interval WHERE id = $1`,
        [id, isHeard ? '1 hour' : '-1 hour'],
      );
    },
  };
}

const content = (number: number, item: string): TeamContent => ({
  service: 'https://service.example/v2',
  project: 'accounts-payable',
  sha256: number.toString(16).padStart(64, '0'),
  itemId: item,
});

const call = { kind: 'document', externalId: 'mailroom-x', fileId: 'file-x' } as const;

it('whatever stations do, and whichever of them are not heard of, at most one may send a content, and one can always go on', async () => {
  const { stations, heard } = await members(['a', 'b', 'c']);
  let next = 0;
  const acts = fc.array(
    fc.record({
      who: fc.nat({ max: 2 }),
      what: fc.constantFrom(
        ...(['ask', 'ask', 'begin', 'begin', 'sent', 'not-sent', 'release', 'sent-alone', 'silent', 'back'] as const),
      ),
    }),
    { minLength: 4, maxLength: 14 },
  );
  await fc.assert(
    fc.asyncProperty(acts, async (steps) => {
      next += 1;
      const number = next;
      for (const { id } of stations) await heard(id, true);
      const model: {
        /** Who was allowed to send and has neither told of it nor given it back, under which attempt. */
        begun: { readonly id: string; readonly attempt: string } | null;
        /** Whoever told first that it is at the service. */
        sent: string | null;
        owner: { readonly id: string; readonly fence: bigint | null } | null;
      } = { begun: null, sent: null, owner: null };
      const fences: bigint[] = [];
      for (const { who, what } of steps) {
        const station = stations[who];
        if (station === undefined) throw new Error('no such station');
        const { id, contents } = station;
        const own = content(number, `item-${id}`);
        if (what === 'silent' || what === 'back') await heard(id, what === 'back');
        if (what === 'release') {
          await contents.release([own]);
          if (model.begun?.id === id) model.begun = null;
          if (model.owner?.id === id && model.sent === null) model.owner = null;
        }
        if (what === 'not-sent' && model.begun?.id === id) {
          await contents.notSent([{ ...own, attempt: model.begun.attempt }]);
          model.begun = null;
        }
        // Who was allowed to send tells of it, or somebody who went on without asking.
        if ((what === 'sent' && model.begun?.id === id) || what === 'sent-alone') {
          const others = await contents.sent([{ ...own, kind: 'sent', documents: [`doc-${id}`], agoMs: 0 }]);
          expect(others.ok ? others.value.size : null).toBe(model.sent === null || model.sent === id ? 0 : 1);
          if (model.sent === null) model.owner = model.owner?.id === id ? model.owner : { id, fence: null };
          model.sent ??= id;
          if (model.begun?.id === id) model.begun = null;
        }
        if (what !== 'ask' && what !== 'begin') continue;
        const [answer] = what === 'ask' ? await contents.ask([own]) : await contents.begin([{ ...own, call }]);
        if (answer?.ok !== true) throw new Error('no answer');
        if (answer.value.kind !== 'ours') continue;
        // Never while another may send it, nor once another has.
        expect([model.begun?.id ?? id, model.sent ?? id]).toEqual([id, id]);
        // The fencing number grows with each change of model.owner and with nothing else.
        const fence = BigInt(answer.value.fence);
        if (model.owner?.id === id && model.owner.fence !== null) expect(fence).toBe(model.owner.fence);
        else expect(fences.every((before) => before < fence)).toBe(true);
        fences.push(fence);
        model.owner = { id, fence };
        if (what === 'begin' && model.sent === null) model.begun = { id, attempt: answer.value.attempt };
      }
      // Once who has it gives it back, or is done, every other one is told so: it can send, or has a document to name.
      for (const { id, contents } of stations) await contents.release([content(number, `item-${id}`)]);
      const [last] = stations;
      const [answer] = (await last?.contents.begin([{ ...content(number, 'item-late'), call }])) ?? [];
      expect(
        answer?.ok === true && (answer.value.kind === 'ours' || (model.sent !== null && answer.value.state === 'sent')),
      ).toBe(true);
    }),
    { numRuns: 25 },
  );
});

it('what was sent without asking stops a station that has only claimed it, and is noted by one that was sending it', async () => {
  const { stations, heard } = await members(['a', 'b']);
  const [a, b] = stations;
  if (a === undefined || b === undefined) throw new Error('two stations');
  for (const { id } of stations) await heard(id, true);
  const told = (number: number) =>
    ({ ...content(number, 'x'), kind: 'sent', documents: ['doc'], agoMs: 60_000 }) as const;
  await b.contents.ask([content(1, 'y')]);
  expect(await a.contents.sent([told(1)])).toEqual(success(new Map()));
  const [late] = await b.contents.begin([{ ...content(1, 'y'), call }]);
  expect(late).toMatchObject({
    ok: true,
    value: { kind: 'elsewhere', state: 'sent', station: 'a', documents: ['doc'] },
  });
  // When it was sent is what its station says, not when it told.
  expect(late?.ok === true && late.value.kind === 'elsewhere' && late.value.ageMs >= 60_000).toBe(true);
  await b.contents.begin([{ ...content(2, 'y'), call }]);
  expect(await a.contents.sent([told(2)])).toEqual(success(new Map()));
  const found = await b.contents.sent([{ ...content(2, 'y'), kind: 'sent', documents: [], agoMs: 0 }]);
  expect(found.ok && [...found.value.values()].map(({ station }) => station)).toEqual(['a']);
});

it('what was surely not sent is only claimed again, but not what was begun anew since', async () => {
  const { stations, heard } = await members(['a', 'b']);
  const [a, b] = stations;
  if (a === undefined || b === undefined) throw new Error('two stations');
  await heard('a', true);
  const attemptOf = async (number: number): Promise<string> => {
    const [answer] = await a.contents.begin([{ ...content(number, 'x'), call }]);
    return answer?.ok === true && answer.value.kind === 'ours' ? answer.value.attempt : '';
  };
  await a.contents.notSent([{ ...content(1, 'x'), attempt: await attemptOf(1) }]);
  const old = await attemptOf(2);
  await attemptOf(2);
  await a.contents.notSent([{ ...content(2, 'x'), attempt: old }]);
  await heard('a', false);
  const [free, kept] = await b.contents.ask([content(1, 'y'), content(2, 'y')]);
  expect(free).toMatchObject({ ok: true, value: { kind: 'ours' } });
  // What it takes to look at the service in place of a station that is lost.
  expect(kept).toMatchObject({ ok: true, value: { kind: 'elsewhere', state: 'sending', call } });
  expect(kept?.ok === true && kept.value.kind === 'elsewhere' && kept.value.silentMs > 3_000_000).toBe(true);
});

it('content that counts as new after some days is claimed by one of the stations that ask for it', async () => {
  const { stations, heard } = await members(['a', 'b', 'c']);
  const [a, b, c] = stations;
  if (a === undefined || b === undefined || c === undefined) throw new Error('three stations');
  for (const { id } of stations) await heard(id, true);
  await a.contents.sent([{ ...content(1, 'x'), kind: 'sent', documents: [], agoMs: 40 * 86_400_000 }]);
  const answers = await Promise.all(
    [b, c].map(({ contents }) => contents.ask([{ ...content(1, 'y'), anewMs: 30 * 86_400_000 }])),
  );
  const kinds = answers
    .flat()
    .map((answer) => (answer.ok && answer.value.kind === 'elsewhere' ? answer.value.state : 'ours'));
  expect(kinds.toSorted()).toEqual(['claimed', 'ours']);
  const [asked] = await a.contents.ask([{ ...content(1, 'x'), anewMs: 50 * 86_400_000 }]);
  expect(asked).toMatchObject({ ok: true, value: { kind: 'elsewhere', state: 'claimed' } });
});

it('a station writes no row of another that is there, whatever it says', async () => {
  const { stations, schema, heard } = await members(['a', 'b']);
  const [a, b] = stations;
  if (a === undefined || b === undefined) throw new Error('two stations');
  for (const { id } of stations) await heard(id, true);
  await a.contents.ask([content(1, 'x')]);
  const at = quoted(schema);
  const tried = await withConnection(b.access, async (client) => {
    const outcomes: unknown[] = [];
    for (const sql of [
      `UPDATE ${at}.contents SET item = 'stolen'`,
      `UPDATE ${at}.contents SET station = 'b', state = 'claimed'`,
      `UPDATE ${at}.contents SET station = 'b', state = 'sending'`,
      `DELETE FROM ${at}.contents`,
      `UPDATE ${at}.stations SET name = 'other' WHERE id = 'a'`,
      `UPDATE ${at}.stations SET login = 'x' WHERE id = 'b'`,
      `INSERT INTO ${at}.contents (service, project, sha256, station, item)
        VALUES ('s', 'p', decode(repeat('00', 32), 'hex'), 'a', 'y')`,
    ]) {
      outcomes.push(
        await client.query(sql).then(
          ({ rowCount }) => rowCount,
          (error: unknown) => codeOf(error),
        ),
      );
    }
    return success(outcomes);
  });
  expect(tried).toEqual(success(['42501', '42501', '42501', 0, 0, '42501', '42501']));
});

it('what a station that left had claimed is free at once, and its password opens nothing any more', async () => {
  const { stations, schema, heard } = await members(['a', 'b']);
  const [a, b] = stations;
  if (a === undefined || b === undefined) throw new Error('two stations');
  for (const { id } of stations) await heard(id, true);
  await a.contents.ask([content(1, 'x')]);
  expect(await leaveTeam(a.access, schema)).toEqual(success(undefined));
  const [answer] = await b.contents.ask([content(1, 'y')]);
  expect(answer?.ok === true && answer.value.kind).toBe('ours');
  const again = await withConnection(a.access, () => Promise.resolve(success(null)));
  expect(again.ok ? null : [again.fault.code, again.fault.params['problem']]).toEqual([
    'team-refused',
    'login-refused',
  ]);
});

it('hundreds of contents of stations that ask in other orders are each given to one, without a deadlock', async () => {
  const { stations, heard } = await members(['a', 'b', 'c']);
  for (const { id } of stations) await heard(id, true);
  const numbers = Array.from({ length: 300 }, (_, index) => index);
  const owners = new Map<number, string[]>(numbers.map((number) => [number, []]));
  await Promise.all(
    stations.map(async ({ id, contents }, index) => {
      const mine = index === 1 ? numbers.toReversed() : numbers;
      for (let start = 0; start < mine.length; start += 100) {
        const batch = mine.slice(start, start + 100);
        const answers = await contents.ask(batch.map((number) => content(number, `${id}-${String(number)}`)));
        answers.forEach((answer, at) => {
          expect(answer.ok).toBe(true);
          if (answer.ok && answer.value.kind === 'ours') owners.get(batch[at] ?? -1)?.push(id);
        });
      }
    }),
  );
  expect([...owners.values()].every((each) => each.length === 1)).toBe(true);
});
