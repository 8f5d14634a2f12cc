import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { withDefaults } from '../../../src/main/engine/fields/field-defaults.ts';
import { accountName } from '../../../src/main/engine/history/actor.ts';
import { caseRuleSchema } from '../../../src/shared/case-rule.ts';
import type { Field } from '../../../src/shared/fields/field-rule.ts';
import { fieldsSchema } from '../../../src/shared/fields/field-rule.ts';
import {
  connectionId,
  createTestStation,
  expectOneDocumentEach,
  expectWholeCustody,
  smallPdf,
  trailOf,
  type TestEngine,
  type TestStation,
} from '../../support/engine.ts';

const form = (...fields: readonly object[]): Field[] =>
  fieldsSchema.parse(fields.map((field) => ({ kind: 'text', label: 'Customer number', ...field })));

const customer = { key: 'customer', required: true };

async function sentData({ practice }: TestStation): Promise<readonly unknown[]> {
  return (await practice.documents()).map(({ externalData }) => externalData);
}

async function fill(engine: TestEngine, itemId: string, values: Record<string, string>) {
  return engine.act('items.set-fields', { itemIds: [itemId], values });
}

describe('what a field begins with', () => {
  it('comes from the name, the folder, or is fixed, and goes to the service as it is kept', async () => {
    const station = await createTestStation();
    const engine = await station.start();
    await mkdir(join(station.folder, 'Becker', '2026'), { recursive: true });
    await station.put('Becker/2026/31.12.2026_4711_scan.pdf', smallPdf('a'));
    const fields = form(
      { key: 'number', default: { from: 'name', pattern: '{any}_{value}_{any}' }, required: true },
      { key: 'due', kind: 'date', default: { from: 'name', pattern: '{value}_{any}' } },
      { key: 'who', default: { from: 'folder', level: 1 }, required: true },
      { key: 'year', default: { from: 'folder', level: -1 } },
      { key: 'site', default: { from: 'fixed', value: 'North' } },
      { key: 'none', default: { from: 'folder', level: 3 } },
    );
    await engine.watch(station.hotFolder({ fields, externalData: { SITE: 'South', other: 1 } }));
    await engine.finished();
    expect(await sentData(station)).toEqual([
      { other: 1, site: 'South', number: '4711', due: '2026-12-31', who: 'Becker', year: '2026' },
    ]);
  });

  it('is less than what a sidecar says, which is brought into the form in which it is kept', async () => {
    const station = await createTestStation();
    const engine = await station.start();
    await station.put('a.pdf.json', Buffer.from('{"externalData":{"Customer":"77","sum":"1.234,5","free":true}}'));
    await station.put('a.pdf', smallPdf('a'));
    const fields = form(
      { ...customer, default: { from: 'fixed', value: '1' } },
      { key: 'sum', kind: 'amount', default: { from: 'fixed', value: '3' } },
    );
    await engine.watch(station.hotFolder({ fields }));
    await engine.finished();
    expect(await sentData(station)).toEqual([{ free: true, customer: '77', sum: '1234.50' }]);
  });
});

describe('a file whose form lacks something', () => {
  it('is held before anything of it is sent, says what, and goes with what a person filled in', async () => {
    const station = await createTestStation();
    const engine = await station.start();
    await station.put('a.pdf', smallPdf('a'));
    const fields = form(customer, { key: 'sum', label: 'Sum', kind: 'amount', required: true }, { key: 'note' });
    await engine.watch(station.hotFolder({ fields }));
    const held = await engine.reaches('a.pdf', 'held');
    expect(held.fault).toMatchObject({
      code: 'fields-missing',
      owner: 'clerk',
      params: { field: 'Customer number', more: 1 },
    });
    expect((await engine.ask('items.fields', { itemIds: [held.id] })).forms).toMatchObject([
      {
        itemId: held.id,
        name: 'a.pdf',
        fields,
        values: {},
        lacks: { customer: 'missing', sum: 'missing' },
      },
    ]);
    // Told to go on as it is, it stays.
    const retried = await engine.act('items.retry', { itemIds: [held.id] });
    expect(retried.refused[0]?.first[0]?.fault.code).toBe('fields-missing');

    const wrong = await fill(engine, held.id, { customer: '1', sum: 'much' });
    expect(wrong.refused[0]?.first[0]?.fault).toMatchObject({
      code: 'field-unfit',
      params: { field: 'Sum', problem: 'no-amount' },
    });
    expect((await fill(engine, held.id, { nobody: '1' })).refused[0]?.first[0]?.fault.params['use']).toBe(
      'no-such-field',
    );
    expect((await engine.ask('items.fields', { itemIds: [held.id] })).forms[0]?.values).toEqual({});

    // One is not enough.
    expect(await fill(engine, held.id, { CUSTOMER: 'secret-4711' })).toMatchObject({ itemIds: [held.id], refused: [] });
    expect((await engine.item('a.pdf')).fault).toMatchObject({ code: 'fields-missing', params: { field: 'Sum' } });
    expect(station.practice.stats().uploads).toBe(0);
    await fill(engine, held.id, { sum: '12.5' });
    await engine.finished();
    expect(await sentData(station)).toEqual([{ customer: 'secret-4711', sum: '12.50' }]);
    await expectOneDocumentEach(station, [smallPdf('a')]);

    const { rows } = await engine.ask('custody.page', { subjectId: held.id, limit: 100 });
    expect(
      rows.filter(({ event }) => event === 'fields-filled').map(({ actor, detail }) => [actor, detail['keys']]),
    ).toEqual([
      [accountName(), 'Customer number'],
      [accountName(), 'Sum'],
    ]);
    // Values may be about persons: they stand with the item alone.
    expect(JSON.stringify(rows) + engine.log.join('\n')).not.toContain('secret-4711');
    await expectWholeCustody(engine);
  });

  it('keeps what was filled in over a new start; of another content it is asked anew', async () => {
    const station = await createTestStation();
    const source = station.hotFolder({ fields: form(customer, { key: 'sum', kind: 'amount', required: true }) });
    const first = await station.start();
    const path = await station.put('a.pdf', smallPdf('a'));
    await first.watch(source);
    const { id } = await first.reaches('a.pdf', 'held');
    await fill(first, id, { customer: '1' });
    await first.engine.stop();

    const engine = await station.start();
    await engine.watch(source);
    await engine.reaches('a.pdf', 'held');
    // Written anew before it was sent: another file, of which nobody has said anything.
    await writeFile(path, smallPdf('other'));
    await expect.poll(async () => (await trailOf(engine, id)).filter((event) => event === 'accepted').length).toBe(2);
    await engine.reaches('a.pdf', 'held');
    expect((await engine.ask('items.fields', { itemIds: [id] })).forms[0]?.values).toEqual({});
    await fill(engine, id, { customer: '1', sum: '2' });
    await engine.finished();
    expect(await sentData(station)).toEqual([{ customer: '1', sum: '2.00' }]);
  });

  it('begins with no default again where a person emptied it', () => {
    const fields = form({ key: 'by', default: { from: 'name', pattern: '{value}' } });
    const origin = { name: 'a.pdf' };
    expect(withDefaults(fields, null, origin)).toEqual({ by: 'a' });
    expect(withDefaults(fields, null, origin, ['by'])).toBeNull();
    expect(withDefaults(fields, { by: 'x' }, origin, ['by'])).toEqual({ by: 'x' });
  });

  it('stays empty where a person emptied it, also where the same content is written once more', async () => {
    const station = await createTestStation();
    const engine = await station.start();
    const path = await station.put('a.pdf', smallPdf('a'));
    const fields = form(customer, { key: 'by', default: { from: 'name', pattern: '{value}' } });
    await engine.watch(station.hotFolder({ fields }));
    const { id } = await engine.reaches('a.pdf', 'held');
    expect((await engine.ask('items.fields', { itemIds: [id] })).forms[0]?.values).toEqual({ by: 'a' });
    await fill(engine, id, { by: '' });
    await writeFile(path, smallPdf('a'));
    await expect.poll(async () => (await trailOf(engine, id)).filter((event) => event === 'accepted').length).toBe(2);
    await engine.reaches('a.pdf', 'held');
    expect((await engine.ask('items.fields', { itemIds: [id] })).forms[0]?.values).toEqual({});
    await fill(engine, id, { customer: '1' });
    await engine.finished();
    expect(await sentData(station)).toEqual([{ customer: '1' }]);
  });

  it('keeps the values of two who fill in at once', async () => {
    const station = await createTestStation();
    const engine = await station.start();
    await station.put('a.pdf', smallPdf('a'));
    const fields = form(customer, { key: 'sum', kind: 'amount' }, { key: 'note' }, { key: 'last', required: true });
    await engine.watch(station.hotFolder({ fields }));
    const { id } = await engine.reaches('a.pdf', 'held');
    await Promise.all([
      fill(engine, id, { customer: '1' }),
      fill(engine, id, { sum: '2' }),
      fill(engine, id, { note: 'n' }),
    ]);
    expect((await engine.ask('items.fields', { itemIds: [id] })).forms[0]?.values).toEqual({
      ...{ customer: '1', sum: '2.00' },
      note: 'n',
    });
  });

  it('goes on by the form as IT has it now', async () => {
    const station = await createTestStation();
    const engine = await station.start();
    await station.put('a.pdf', smallPdf('a'));
    await engine.watch(station.hotFolder({ fields: form(customer) }));
    const { id } = await engine.reaches('a.pdf', 'held');
    await engine.watch(station.hotFolder({ fields: form({ ...customer, required: false }) }));
    expect(await engine.act('items.retry', { itemIds: [id] })).toMatchObject({ itemIds: [id], refused: [] });
    await engine.finished();
    expect(await sentData(station)).toEqual([undefined]);
  });

  it('is a duplicate all the same, and lacks it once that is to be sent anyway', async () => {
    const station = await createTestStation();
    const engine = await station.start();
    await station.put('a.pdf', smallPdf('a'));
    await engine.watch(station.hotFolder({ fields: form(customer) }));
    const { id } = await engine.reaches('a.pdf', 'held');
    await fill(engine, id, { customer: '1' });
    await engine.finished();
    await station.put('b.pdf', smallPdf('a'));
    const second = await engine.reaches('b.pdf', 'duplicate');
    await engine.act('items.send-anyway', { itemIds: [second.id] });
    expect((await engine.reaches('b.pdf', 'held')).fault?.code).toBe('fields-missing');
    expect(station.practice.stats().uploads).toBe(1);
    await fill(engine, second.id, { customer: '2' });
    await engine.finished();
    expect(await sentData(station)).toEqual([{ customer: '1' }, { customer: '2' }]);
  });

  it('has a sidecar whose value does not fit: held with the value, for a person to see it', async () => {
    const station = await createTestStation();
    const engine = await station.start();
    await station.put('a.pdf.json', Buffer.from('{"externalData":{"due":"04/03/2026"}}'));
    await station.put('a.pdf', smallPdf('a'));
    await engine.watch(station.hotFolder({ fields: form({ key: 'due', label: 'Due', kind: 'date' }) }));
    const { id, fault } = await engine.reaches('a.pdf', 'held');
    expect(fault).toMatchObject({ code: 'field-unfit', params: { field: 'Due', problem: 'no-date' } });
    expect((await engine.ask('items.fields', { itemIds: [id] })).forms[0]).toMatchObject({
      values: { due: '04/03/2026' },
      lacks: { due: 'no-date' },
    });
    // An optional one may be taken away.
    await fill(engine, id, { due: '' });
    await engine.finished();
    expect(await sentData(station)).toEqual([undefined]);
  });

  it('waits in its case, which goes with the values of its files', async () => {
    const station = await createTestStation();
    const engine = await station.start();
    await mkdir(join(station.folder, 'C-1'));
    await station.put('C-1/invoice.pdf', smallPdf('a'));
    await station.put('C-1/note.pdf', smallPdf('b'));
    const fields = form({ ...customer }, { key: 'file', default: { from: 'name' } });
    const source = station.hotFolder({
      mode: 'case',
      case: caseRuleSchema.parse({
        by: 'folder',
        roles: ['invoice', 'note'],
        required: ['invoice'],
        release: 'complete',
      }),
      fields,
    });
    await engine.watch(source);
    const invoice = await engine.reaches('invoice.pdf', 'held');
    const note = await engine.reaches('note.pdf', 'held');
    expect(await fill(engine, note.id, { customer: '7' })).toMatchObject({ refused: [] });
    await engine.reaches('note.pdf', 'uploaded');
    await fill(engine, invoice.id, { customer: '7' });
    await engine.finished();
    const [document] = await station.practice.documents();
    expect(document?.externalData).toEqual({ customer: '7', file: 'invoice' });
  });
});

describe('a lookup', () => {
  const lookup = (file: string, more = {}) =>
    form({ ...customer, kind: 'lookup', file, keyColumn: 'Nr', labelColumns: ['Name'], ...more });

  it('is searched, takes rows of its table only, and says to IT that the table is not there', async () => {
    const station = await createTestStation();
    const engine = await station.start();
    const file = join(station.root, 'customers.csv');
    await station.put('10023 a.pdf', smallPdf('a'));
    await station.put('77 b.pdf', smallPdf('b'));
    const fields = lookup(file, { default: { from: 'name', pattern: '{value} {any}' } });
    await writeFile(file, 'Nr;Name\n10023;Müller\nK-9;Möller\n');
    await engine.watch(station.hotFolder({ fields }));
    const { id, fault } = await engine.reaches('77 b.pdf', 'held');
    expect(fault).toMatchObject({ code: 'field-unfit', params: { problem: 'not-in-list' } });
    await engine.reaches('10023 a.pdf', 'settled');
    // The form offers it to be filled in.
    expect((await engine.ask('items.fields', { itemIds: [id] })).forms[0]?.lacks).toEqual({ customer: 'not-in-list' });

    const asked = { of: { itemId: id }, key: 'customer', limit: 10 };
    expect(await engine.ask('items.lookup', { ...asked, search: 'mo' })).toEqual({
      rows: [{ value: 'K-9', label: 'Möller' }],
      more: false,
    });
    expect((await fill(engine, id, { customer: '78' })).refused[0]?.first[0]?.fault.code).toBe('field-unfit');
    await rm(file);
    const gone = await fill(engine, id, { customer: 'k-9' });
    expect(gone.refused[0]?.first[0]?.fault).toMatchObject({ code: 'lookup-unreadable', owner: 'it' });
    await writeFile(file, 'Nr;Name\nK-9;Möller\n');
    await fill(engine, id, { customer: 'k-9' });
    await engine.finished();
    expect((await sentData(station)).at(-1)).toEqual({ customer: 'K-9' });
  });

  it('whose table is away while something else is filled in waits by itself, not for a person', async () => {
    const station = await createTestStation();
    const engine = await station.start();
    const file = join(station.root, 'customers.csv');
    await station.put('10023.pdf', smallPdf('a'));
    const fields = [
      ...lookup(file, { default: { from: 'name' } }),
      ...form({ key: 'sum', kind: 'amount', required: true }),
    ];
    await engine.watch(station.hotFolder({ fields }));
    const { id, fault } = await engine.reaches('10023.pdf', 'held');
    expect(fault?.code).toBe('fields-missing');
    // Of another content than was seen nothing is taken.
    const since = ((await engine.ask('items.fields', { itemIds: [id] })).forms[0]?.since ?? 0) - 1;
    const other = await engine.act('items.set-fields', { itemIds: [id], values: { sum: '1' }, since });
    expect(other.refused[0]?.first[0]?.fault.params['use']).toBe('fields-too-late');
    await fill(engine, id, { sum: '1' });
    await expect.poll(async () => (await engine.item('10023.pdf')).fault?.code).toBe('lookup-unreadable');
    expect((await engine.item('10023.pdf')).stage).toBe('accepted');
    await writeFile(file, 'Nr;Name\n10023;Müller\n');
    await engine.finished();
    expect(await sentData(station)).toEqual([{ customer: '10023', sum: '1.00' }]);
  });

  it('whose table is away for a while keeps nobody busy: the file waits and goes when it is back', async () => {
    const station = await createTestStation();
    const engine = await station.start();
    const file = join(station.root, 'customers.csv');
    await station.put('10023.pdf', smallPdf('a'));
    await engine.watch(station.hotFolder({ fields: lookup(file, { default: { from: 'name' } }) }));
    await expect.poll(async () => (await engine.item('10023.pdf')).fault?.code).toBe('lookup-unreadable');
    expect((await engine.item('10023.pdf')).stage).toBe('accepted');
    await writeFile(file, 'Nr;Name\n10023;Müller\n');
    await engine.finished();
    expect(await sentData(station)).toEqual([{ customer: '10023' }]);
  });
});

it('dropped files have the form of the settings', async () => {
  const station = await createTestStation();
  const engine = await station.start();
  const path = await station.put('../a.pdf', smallPdf('a'));
  const { rule } = station.hotFolder({ fields: form(customer) });
  const taken = await engine.act('intake.take-in', { paths: [path], rule, sourceId: 'drop' });
  expect((await engine.reaches('a.pdf', 'held')).fault?.code).toBe('fields-missing');
  expect(rule.connectionId).toBe(connectionId);
  await fill(engine, taken.itemIds[0] ?? '', { customer: '1' });
  await engine.reaches('a.pdf', 'settled');
  expect(await sentData(station)).toEqual([{ customer: '1' }]);
});
