import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { describeFault } from '../../../src/main/engine/faults/describe.ts';
import { settingsSchema } from '../../../src/shared/settings.ts';
import { createTestStation, smallPdf, type TestEngine } from '../../support/engine.ts';
import { caseFolder, openCase, openCases, reaches } from './open-case-station.ts';

const names = ['5_invoice.pdf', '5_note.pdf'];

async function heldItems(engine: TestEngine) {
  return (await engine.items()).filter(({ stage }) => stage === 'held');
}

const pairs = (from: number) =>
  Object.fromEntries(Array.from({ length: 15 }, (_, at) => [`k${String(from + at)}`, at]));

/** A case whose data are more than the service takes: those of the rule and of the open case together. */
async function refusedCase() {
  const station = await createTestStation();
  const engine = await station.start();
  const folder = caseFolder(station, { by: 'name', required: ['invoice', 'note'], release: 'decision' });
  await engine.watch({ ...folder, rule: { ...folder.rule, externalData: pairs(0) } });
  for (const name of names) await station.put(name, smallPdf(name));
  for (const name of names) await engine.reaches(name, 'uploaded');
  const { id } = await openCase(engine, '5');
  await engine.act('open-cases.set-external', { openCaseId: id, externalData: pairs(100) });
  await engine.act('open-cases.release', { openCaseId: id });
  return { station, engine, refused: await reaches(engine, '5', 'refused') };
}

describe('a case that the service does not take', () => {
  it('says why on the open case and on each of its files, with what to do next; a retry of one is one of all', async () => {
    const { station, engine, refused } = await refusedCase();
    expect(refused.fault?.code).toBe('external-data-invalid');
    expect(refused.members.map(({ stage, fault }) => [stage, fault?.code])).toEqual([
      ['held', 'external-data-invalid'],
      ['held', 'external-data-invalid'],
    ]);
    expect(refused.fault === null ? '' : describeFault(refused.fault, 'en').nextStep).not.toBe('');
    expect((await engine.ask('open-cases.page', { offset: 0, limit: 10 })).counts).toMatchObject({ needsYou: 1 });
    expect((await heldItems(engine)).map(({ name }) => name).sort()).toEqual(names);

    const [first] = await heldItems(engine);
    await engine.act('items.retry', { itemIds: [first?.id ?? ''] });
    await expect
      .poll(() => names.map((name) => (engine.told.get(name) ?? []).filter((stage) => stage === 'held').length))
      .toEqual([2, 2]);
    await reaches(engine, '5', 'refused');
    expect(station.practice.stats().cases).toBe(0);
  });

  it('ends with its last file', async () => {
    const { engine, refused } = await refusedCase();
    const [one = '', two = ''] = refused.members.map(({ itemId }) => itemId);
    await engine.act('items.cancel', { itemIds: [one] });
    expect(await openCase(engine, '5')).toMatchObject({ state: 'refused', members: [{ itemId: two }] });
    await engine.act('items.cancel', { itemIds: [two] });
    await expect.poll(async () => await openCases(engine)).toEqual([]);
    expect((await engine.ask('open-cases.page', { offset: 0, limit: 10 })).counts.needsYou).toBe(0);
  });

  it('that waits for its files says what those wait for, and releasing it again tries them all', async () => {
    const station = await createTestStation();
    const engine = await station.start({ limits: settingsSchema.shape.limits.parse({ largestFile: 1_000 }) });
    await engine.watch(caseFolder(station, { by: 'name', required: ['invoice', 'note'], release: 'complete' }));
    await station.put('5_invoice.pdf', smallPdf(1));
    await station.put('5_note.pdf', smallPdf(2, 5_000));
    await engine.reaches('5_note.pdf', 'held');
    const waiting = await reaches(engine, '5', 'released');
    expect(waiting).toMatchObject({ fault: { code: 'file-too-large' } });
    expect((await engine.ask('open-cases.page', { offset: 0, limit: 10 })).counts.needsYou).toBe(1);
    await engine.act('open-cases.release', { openCaseId: waiting.id });
    await expect.poll(() => (engine.told.get('5_note.pdf') ?? []).filter((stage) => stage === 'held').length).toBe(2);
    // It can be taken back, and goes without that file.
    await engine.act('open-cases.reopen', { openCaseId: waiting.id });
    await engine.act('items.cancel', { itemIds: [(await engine.item('5_note.pdf')).id] });
    await engine.act('open-cases.release', { openCaseId: waiting.id, anyway: true });
    await reaches(engine, '5', 'submitted');
    await engine.reaches('5_invoice.pdf', 'handed-over');
  });

  it('because its project is unknown says so while all of it waits', async () => {
    const station = await createTestStation();
    const engine = await station.start();
    const folder = caseFolder(station, { by: 'folder', release: 'quiet', quietMs: 200 });
    await engine.watch({ ...folder, rule: { ...folder.rule, projectId: 'nobody' } });
    await mkdir(join(station.folder, 'A'));
    await station.put('A/one.pdf', smallPdf(1));
    await expect.poll(async () => (await openCases(engine))[0]?.fault?.code).toBe('project-unknown');
    expect(await openCase(engine, 'A')).toMatchObject({
      state: 'released',
      members: [{ fault: { code: 'project-unknown' } }],
    });
  });
});
