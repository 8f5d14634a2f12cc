import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { caseRuleSchema } from '../../../src/shared/case-rule.ts';
import { openCaseStates } from '../../../src/shared/case-views.ts';
import { connectionId, createTestStation, expectWholeCustody, type TestEngine } from '../../support/engine.ts';
import { fc } from '../../support/property.ts';
import { caseFolder, openCase, openCases, projectId, reaches, uploadedAs } from './open-case-station.ts';

const byName = caseRuleSchema.parse({ by: 'name', required: ['invoice', 'note'], release: 'decision' });

const filesOf = async (engine: TestEngine, name: string) =>
  (await openCase(engine, name)).members.map((each) => [each.name, each.role, each.mainMarked]);

const looseNames = async (engine: TestEngine): Promise<readonly string[]> =>
  (await engine.ask('open-cases.loose', { offset: 0, limit: 100 })).rows.map(({ item }) => item.name).sort();

async function useRefused(engine: TestEngine, openCaseId: string): Promise<unknown> {
  const outcome = await engine.engine.dispatch({ name: 'open-cases.reopen', openCaseId });
  return outcome.ok ? null : outcome.fault.params['use'];
}

describe('open-cases.reopen', () => {
  it('restores a dissolved case with its name, external data, order, roles and main file, also after a start', async () => {
    const station = await createTestStation();
    const first = await station.start();
    await first.watch(caseFolder(station));
    const names = ['c.pdf', 'a.pdf', 'b.pdf'];
    const ids = await uploadedAs(station, first, names);
    const itemIds = names.map((name) => ids[name] ?? '');
    const external = { externalId: 'PO-1', externalData: { plant: 'Nord' } };
    const made = { title: 'Kraus', connectionId, projectId, itemIds: [], roles: ['photo'], ...external };
    const { openCaseId } = await first.act('open-cases.create', made);
    for (const id of itemIds) await first.act('open-cases.move-items', { itemIds: [id], openCaseId });
    await first.act('open-cases.set-role', { itemIds: itemIds.slice(1), role: 'photo' });
    await first.act('open-cases.set-main', { openCaseId, itemId: itemIds[2] ?? '' });
    const before = await openCase(first, 'Kraus');
    await first.act('open-cases.dissolve', { openCaseId });
    expect(await looseNames(first)).toEqual([...names].sort());
    await first.engine.stop();

    const engine = await station.start();
    await engine.act('open-cases.reopen', { openCaseId });
    expect(await openCase(engine, 'Kraus')).toMatchObject({ ...external, state: 'open', roles: before.roles });
    expect(await filesOf(engine, 'Kraus')).toEqual([
      ['c.pdf', null, false],
      ['a.pdf', 'photo', false],
      ['b.pdf', 'photo', true],
    ]);
    expect(await looseNames(engine)).toEqual([]);
    const { rows } = await engine.ask('custody.page', { subjectId: openCaseId, limit: 100 });
    expect(rows.map(({ event }) => event)).toContain('dissolving-taken-back');
    // Once more changes nothing.
    await engine.act('open-cases.reopen', { openCaseId });
    await engine.act('open-cases.release', { openCaseId, anyway: true });
    await reaches(engine, 'Kraus', 'submitted');
    expect(station.practice.stats()).toMatchObject({ cases: 1, duplicateFileIds: 0 });
  });

  it('refuses a case whose files a newer one of the same key collects', async () => {
    const station = await createTestStation();
    const engine = await station.start();
    await mkdir(join(station.folder, 'Kraus'));
    await engine.watch(caseFolder(station, { by: 'folder', release: 'decision' }));
    await uploadedAs(station, engine, ['Kraus/one.pdf']);
    const old = await openCase(engine, 'Kraus');
    await engine.act('open-cases.dissolve', { openCaseId: old.id });
    await uploadedAs(station, engine, ['Kraus/two.pdf']);
    expect((await openCase(engine, 'Kraus')).id).not.toBe(old.id);
    expect(await useRefused(engine, old.id)).toBe('open-case-anew');
    expect(await openCases(engine)).toHaveLength(1);
  });

  it('takes its files out of the case it was merged into, of which the others stay', async () => {
    const station = await createTestStation();
    const engine = await station.start();
    await engine.watch(caseFolder(station, byName));
    const ids = await uploadedAs(station, engine, ['1_invoice.pdf', '2_note.pdf', '2_invoice.pdf']);
    const [into, from] = [(await openCase(engine, '1')).id, (await openCase(engine, '2')).id];
    await engine.act('open-cases.set-main', { openCaseId: into, itemId: ids['1_invoice.pdf'] ?? '' });
    await engine.act('open-cases.set-main', { openCaseId: from, itemId: ids['2_note.pdf'] ?? '' });
    const before = await filesOf(engine, '2');
    await engine.act('open-cases.merge', { openCaseId: from, intoOpenCaseId: into });
    expect((await openCases(engine)).map(({ name }) => name)).toEqual(['1']);
    await engine.act('open-cases.reopen', { openCaseId: from });
    expect(await filesOf(engine, '2')).toEqual(before);
    expect(await filesOf(engine, '1')).toEqual([['1_invoice.pdf', 'invoice', true]]);
  });

  it('leaves what went another way since, and is refused with a reason where nothing is left', async () => {
    const station = await createTestStation();
    const engine = await station.start();
    await engine.watch(caseFolder(station, byName));
    const names = ['1_invoice.pdf', '2_note.pdf', '2_invoice.pdf', '3_invoice.pdf', '4_note.pdf'];
    const ids = await uploadedAs(station, engine, names);
    const [one, two, three, four] = await Promise.all(
      ['1', '2', '3', '4'].map(async (name) => (await openCase(engine, name)).id),
    );
    if (one === undefined || two === undefined || three === undefined || four === undefined) throw new Error('no case');
    await engine.act('open-cases.dissolve', { openCaseId: two });
    await engine.act('open-cases.move-items', { itemIds: [ids['2_note.pdf'] ?? ''], openCaseId: three });
    await engine.act('open-cases.reopen', { openCaseId: two });
    expect(await filesOf(engine, '2')).toEqual([['2_invoice.pdf', 'invoice', false]]);

    // Cancelled, and sent: neither comes back.
    await engine.act('open-cases.dissolve', { openCaseId: two });
    await engine.act('items.cancel', { itemIds: [ids['2_invoice.pdf'] ?? ''] });
    expect(await useRefused(engine, two)).toBe('open-case-not-restored');
    await engine.act('open-cases.merge', { openCaseId: four, intoOpenCaseId: one });
    await engine.act('open-cases.release', { openCaseId: one, anyway: true });
    await reaches(engine, '1', 'submitted');
    expect(['open-case-closed', 'open-case-not-restored']).toContain(await useRefused(engine, four));
    expect(await engine.ask('open-cases.get', { idPrefix: four })).toMatchObject({ state: 'dissolved', members: [] });
    expect(station.practice.stats()).toMatchObject({ cases: 1, duplicateFileIds: 0 });
    expect(await useRefused(engine, 'nobody')).toBeUndefined();
  });
});

type Step = readonly [
  act: 'move' | 'dissolve' | 'merge' | 'reopen' | 'release' | 'take-back',
  one: number,
  two: number,
];
const steps = fc.array(
  fc.tuple(
    fc.constantFrom<Step[0]>(
      'move',
      'dissolve',
      'dissolve',
      'merge',
      'merge',
      'reopen',
      'reopen',
      'release',
      'take-back',
    ),
    fc.nat(7),
    fc.nat(7),
  ),
  { minLength: 30, maxLength: 40 },
);

it('whatever persons do to cases at once, each file is in one place and goes once', async () => {
  for (const [run, plan] of fc.sample(steps, { numRuns: 2, seed: 16 }).entries()) {
    const station = await createTestStation();
    const engine = await station.start();
    await engine.watch(caseFolder(station, byName));
    const names = Array.from({ length: 8 }, (_, at) => `${String(at >> 1)}_${at % 2 === 0 ? 'invoice' : 'note'}.pdf`);
    const ids = Object.values(await uploadedAs(station, engine, names));
    const cases = (await openCases(engine)).map(({ id }) => id);
    const commandOf = ([act, one, two]: Step): Parameters<typeof engine.engine.dispatch>[0] => {
      const openCaseId = cases[one % cases.length] ?? '';
      const other = cases[two % cases.length] ?? '';
      switch (act) {
        case 'move':
          return {
            name: 'open-cases.move-items',
            itemIds: [ids[one] ?? ''],
            openCaseId: two === 0 ? null : other,
          };
        case 'dissolve':
          return { name: 'open-cases.dissolve', openCaseId };
        case 'merge':
          return { name: 'open-cases.merge', openCaseId, intoOpenCaseId: other };
        case 'release':
          // Seldom: what was sent takes part no more.
          return { name: 'open-cases.release', openCaseId: one === two ? openCaseId : 'nobody', anyway: true };
        case 'reopen':
        case 'take-back':
          return { name: 'open-cases.reopen', openCaseId };
      }
    };
    const expectOnePlace = async (): Promise<void> => {
      const { rows } = await engine.ask('open-cases.page', { states: [...openCaseStates], offset: 0, limit: 200 });
      const inCases = rows.flatMap(({ members }) => members.map(({ itemId }) => itemId));
      const { rows: loose } = await engine.ask('open-cases.loose', { offset: 0, limit: 100 });
      expect([...inCases, ...loose.map(({ item }) => item.id)].sort(), `run ${String(run)}`).toEqual([...ids].sort());
      expect(rows.filter(({ state, members }) => state === 'dissolved' && members.length > 0)).toEqual([]);
    };
    for (let at = 0; at < plan.length; at += 2) {
      // Two at once: what one of them read is old when it writes.
      await Promise.all(plan.slice(at, at + 2).map((step) => engine.engine.dispatch(commandOf(step))));
      await expectOnePlace();
    }
    const { rows: loose } = await engine.ask('open-cases.loose', { offset: 0, limit: 100 });
    const rest = loose.map(({ item }) => item.id);
    if (rest.length > 0)
      await engine.act('open-cases.create', { title: 'rest', connectionId, projectId, itemIds: rest });
    for (const { id, state } of await openCases(engine)) {
      if (state === 'open' || state === 'held')
        await engine.act('open-cases.release', { openCaseId: id, anyway: true });
    }
    await engine.finished();
    const sent = await openCases(engine);
    expect(new Set(sent.map(({ state }) => state))).toEqual(new Set(['submitted']));
    expect(sent.flatMap(({ members }) => members.map(({ itemId }) => itemId)).sort()).toEqual([...ids].sort());
    const { cases: made, uploads, duplicateFileIds } = station.practice.stats();
    expect({ made, uploads, duplicateFileIds }).toEqual({
      made: sent.length,
      uploads: ids.length,
      duplicateFileIds: 0,
    });
    await expectWholeCustody(engine);
  }
});
