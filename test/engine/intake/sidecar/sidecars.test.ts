import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { describeFault } from '../../../../src/main/engine/faults/describe.ts';
import { fault } from '../../../../src/main/engine/faults/fault.ts';
import { parseIndex, parseSidecar } from '../../../../src/main/engine/intake/sidecar/parse-sidecar.ts';
import { parseTable } from '../../../../src/main/engine/intake/sidecar/parse-sidecar.ts';
import { createSidecarLookup } from '../../../../src/main/engine/intake/sidecar/sidecar-lookup.ts';
import { makeTestFolder } from '../../../support/ports.ts';
import { createIntakeStation, eventually } from '../intake-station.ts';
import { pdfBytes } from '../sample-bytes.ts';
import { fc } from '../../../support/property.ts';

const json = (value: unknown) => parseSidecar(Buffer.from(JSON.stringify(value)), 'json');

describe('what a sidecar says', () => {
  test('the three forms say the same', () => {
    const fields = { externalId: 'E-1', title: 'March', role: 'invoice', externalData: { Kostenstelle: '4711' } };
    expect(json(fields)).toEqual({ kind: 'fields', fields });
    const xml = `<?xml version="1.0"?><sidecar><externalId>E-1</externalId><title>March</title><role>invoice</role>
      <externalData><Kostenstelle>4711</Kostenstelle></externalData></sidecar>`;
    expect(parseSidecar(Buffer.from(xml), 'xml')).toEqual({ kind: 'fields', fields });
    const keyed = '<sidecar><externalData><entry key="Kosten stelle">4711</entry></externalData></sidecar>';
    expect(parseSidecar(Buffer.from(keyed), 'xml')).toMatchObject({
      fields: { externalData: { 'Kosten stelle': '4711' } },
    });
    const csv = 'externalId;title;role;Kostenstelle\r\nE-1;March;invoice;4711\r\n';
    expect(parseSidecar(Buffer.from(csv), 'csv')).toEqual({ kind: 'fields', fields });
  });

  test('leading zeros of a table stay; an office table in the old encoding of Windows, with its ends of lines, is read', () => {
    // € and „ have other bytes there than in ISO-8859-1.
    const old = Buffer.from('externalId;Straße;Betrag;Akte\r\n00012;Nürnberg;12 \x80;\x84A\x93\r\n', 'latin1');
    expect(parseSidecar(old, 'csv')).toMatchObject({
      fields: { externalId: '00012', externalData: { Straße: 'Nürnberg', Betrag: '12 €', Akte: '„A“' } },
    });
  });

  test.each([
    ['an unknown field', { external_id: 'E-1' }, 'unknown-field'],
    ['an empty title', { title: ' ' }, 'empty-value'],
    ['a long title', { title: '\u{1F4C4}'.repeat(257) }, 'too-long'],
    ['nested data', { externalData: { a: { b: 1 } } }, 'not-plain'],
    ['keys that differ by case', { externalData: { a: 1, A: 2 } }, 'key-twice'],
    [
      '21 pairs',
      { externalData: Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`k${at}`, at])) },
      'too-many-pairs',
    ],
    ['a line break in an id', { externalId: '4711\n4712' }, 'control-characters'],
    ['a list', [1], 'not-plain'],
  ])('%s is an error that is named', (_what, value, problem) => {
    expect(json(value)).toMatchObject({ kind: 'invalid', problem });
  });

  test('a title of 256 characters is none too long, however they are kept', () => {
    const title = '\u{1F4C4}'.repeat(256);
    expect(json({ title })).toEqual({ kind: 'fields', fields: { title } });
  });

  test('what breaks off is not well-formed; an invoice in XML is a document', () => {
    expect(parseSidecar(Buffer.from('{"title": "a'), 'json')).toMatchObject({ problem: 'not-well-formed' });
    expect(parseSidecar(Buffer.from('<sidecar><title>'), 'xml')).toMatchObject({ problem: 'not-well-formed' });
    expect(parseSidecar(Buffer.from('a;b\n"1;2'), 'csv')).toMatchObject({ problem: 'not-well-formed' });
    expect(parseSidecar(Buffer.from('<Invoice/>'), 'xml')).toEqual({ kind: 'not-a-sidecar' });
  });

  test('an index tells of many files; other lists of that name are documents', () => {
    const rows = { 'a.pdf': { externalId: '1' }, 'müller.pdf': { title: 'M' } };
    const csv = 'file;externalId;title\nA.pdf;1;\nMüller.pdf;;M\n'.normalize('NFD');
    expect(parseIndex(Buffer.from(csv), 'csv')).toEqual({ kind: 'index', rows });
    const list = [
      { file: 'a.pdf', externalId: '1' },
      { file: 'Müller.pdf', title: 'M' },
    ];
    expect(parseIndex(Buffer.from(JSON.stringify(list)), 'json')).toEqual({ kind: 'index', rows });
    expect(parseIndex(Buffer.from('[{"a": 1}]'), 'json')).toEqual({ kind: 'not-a-sidecar' });
    expect(parseIndex(Buffer.from('a;b\n1;2'), 'csv')).toEqual({ kind: 'not-a-sidecar' });
    expect(parseIndex(Buffer.from('[{"file":'), 'json')).toMatchObject({ kind: 'invalid' });
  });

  test('whatever the bytes are, reading them never throws', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.constantFrom('json', 'csv', 'xml'), (bytes, form) => {
        const buffer = Buffer.from(bytes);
        expect(['fields', 'invalid', 'not-a-sidecar']).toContain(parseSidecar(buffer, form).kind);
        if (form !== 'xml') expect(parseIndex(buffer, form)).toBeDefined();
      }),
    );
  });

  test('a table that was written with quotes is read as it was meant', () => {
    const cell = fc.string({ maxLength: 12 }).filter((text) => !/[\r\0]/.test(text));
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 5 }), (table) => {
        const heading = table[0]?.map((_, at) => `h${at}`) ?? [];
        const rows = [heading, ...table.map((row) => row.map((value) => `x${value}`))];
        const text = rows.map((row) => row.map((value) => `"${value.replaceAll('"', '""')}"`).join(';')).join('\r\n');
        expect(parseTable(text)).toEqual(rows);
      }),
    );
  });
});

describe('sidecars in a hot folder', () => {
  test('a sidecar gives its file data and is no item; the rule adds its own', async () => {
    const station = await createIntakeStation();
    await writeFile(join(station.folder, 'a.pdf.json'), '{"externalId":"E-1","externalData":{"Cost":"7"}}');
    await writeFile(join(station.folder, 'a.pdf'), pdfBytes('a'));
    const rule = { ...(await ruleOf()), externalData: { cost: '1', site: 'N' } };
    const watcher = await station.watch({ rule });
    await watcher.settled({ until: 'taken-in' });
    expect(await station.items()).toMatchObject([
      { name: 'a.pdf', stage: 'accepted', externalId: 'E-1', externalData: { Cost: '7', site: 'N' } },
    ]);
  });

  test('a sidecar that comes a little before or after its file counts', async () => {
    const station = await createIntakeStation();
    const watcher = await station.watch();
    await watcher.settled();
    await writeFile(join(station.folder, 'a.pdf.json'), '{"title":"A"}');
    await writeFile(join(station.folder, 'a.pdf'), pdfBytes('a'));
    await eventually(() => station.taken.length).toBe(1);
    await writeFile(join(station.folder, 'b.pdf'), pdfBytes('b'));
    expect(await watcher.settled()).toMatchObject([{ path: join(station.folder, 'b.pdf') }]);
    await writeFile(join(station.folder, 'b.pdf.json'), '{"title":"B"}');
    await watcher.settled({ until: 'taken-in' });
    expect((await station.items()).map(({ title }) => title)).toEqual(['A', 'B']);
  });

  test('a broken sidecar holds its file, which goes on when it is corrected', async () => {
    const station = await createIntakeStation();
    await writeFile(join(station.folder, 'a.pdf'), pdfBytes('a'));
    await writeFile(join(station.folder, 'a.pdf.json'), '{"titel":"A"}');
    const watcher = await station.watch({ quietTextMs: 100 });
    await watcher.settled({ until: 'taken-in' });
    const [held] = await station.items();
    expect(held).toMatchObject({
      stage: 'held',
      resumeStage: 'settling',
      fault: { code: 'sidecar-invalid', params: { sidecar: 'a.pdf.json', problem: 'unknown-field' } },
    });
    await writeFile(join(station.folder, 'a.pdf.json'), '{"title":"A"}');
    await eventually(() => station.taken.length).toBe(2);
    expect(await station.items()).toMatchObject([{ id: held?.id, stage: 'accepted', title: 'A' }]);
  });

  test('details without their document wait for it, are held, and are released when it comes', async () => {
    const station = await createIntakeStation();
    await writeFile(join(station.folder, 'a.pdf.json'), '{"title":"A"}');
    const watcher = await station.watch({ sidecarWaitMs: 1_000 });
    await watcher.settled({ until: 'taken-in' });
    expect(station.taken).toMatchObject([{ kind: 'held', fault: { code: 'sidecar-alone' } }]);
    const [held] = await station.items();
    expect(held).toMatchObject({ name: 'a.pdf.json', stage: 'held', fault: { params: { document: 'a.pdf' } } });
    await writeFile(join(station.folder, 'a.pdf'), pdfBytes('a'));
    await eventually(() => station.items()).toMatchObject([
      { id: held?.id, stage: 'cancelled', fault: null },
      { name: 'a.pdf', stage: 'accepted', title: 'A' },
    ]);
    const rows = await station.journal.custody({ subjectIds: [held?.id ?? ''], limit: 100 });
    expect(rows.at(-1)).toMatchObject({ event: 'cancelled', detail: { owner: 'a.pdf' } });
  });

  test.each(['pdf.json', 'xml.csv', 'JPG.JSON', 'docx.csv'])('a.%s alone never becomes a document', async (ending) => {
    const station = await createIntakeStation();
    await writeFile(join(station.folder, `a.${ending}`), '{"title":"A"}');
    const watcher = await station.watch({ sidecarWaitMs: 1_000 });
    await watcher.settled({ until: 'taken-in' });
    expect(await station.items()).toMatchObject([{ stage: 'held', fault: { code: 'sidecar-alone' } }]);
  });

  test('one that waits is no document after a restart either, nor when it is looked at again', async () => {
    const station = await createIntakeStation();
    await writeFile(join(station.folder, 'a.pdf.json'), '{"title":"A"}');
    const first = await station.watch();
    await first.settled();
    const [waiting] = await station.items();
    expect(waiting).toMatchObject({ stage: 'settling', fault: { code: 'sidecar-alone' } });
    await first.stop();
    const second = await station.watch();
    await second.settled();
    second.lookAgain(join(station.folder, 'a.pdf.json'), waiting?.id ?? '');
    await second.settled();
    expect(await station.items()).toMatchObject([{ id: waiting?.id, stage: 'settling' }]);
    await writeFile(join(station.folder, 'a.pdf'), pdfBytes('a'));
    await second.settled({ until: 'taken-in' });
    expect(await station.items()).toMatchObject([
      { id: waiting?.id, stage: 'cancelled' },
      { name: 'a.pdf', title: 'A' },
    ]);
  });

  test('one that waits goes on waiting while files come, but not for ever', async () => {
    const inspector = { sidecar: () => Promise.resolve({ kind: 'not-a-sidecar' as const }) };
    const folder = await makeTestFolder();
    await writeFile(join(folder, 'a.pdf.json'), '{"title":"A"}');
    let now = 0;
    const lookup = createSidecarLookup({
      itemIdOf: () => undefined,
      inspector,
      clock: { now: () => now, monotonic: () => now },
      quietMs: 0,
      fileWaitMs: 0,
      sidecarWaitMs: 600,
      namesAreComplete: () => false,
    });
    const left = async () => {
      const role = await lookup.roleOf(join(folder, 'a.pdf.json'), 0);
      return role.kind === 'alone' ? role.ms : null;
    };
    now = 500;
    expect(await left()).toBe(100);
    await lookup.roleOf(join(folder, 'other.pdf'), now);
    expect(await left()).toBe(600);
    for (now = 900; now < 3_600; now += 500) lookup.stir(folder);
    now = 3_599;
    expect(await left()).toBe(1);
    now = 3_600;
    expect(await left()).toBe(0);
  });

  test('details that come after their document was taken in are held with that reason, once', async () => {
    const station = await createIntakeStation();
    await writeFile(join(station.folder, 'a.pdf'), pdfBytes('a'));
    const watcher = await station.watch();
    await watcher.settled({ until: 'taken-in' });
    await writeFile(join(station.folder, 'a.pdf.json'), '{"title":"A"}');
    await watcher.settled({ until: 'taken-in' });
    const late = { name: 'a.pdf.json', stage: 'held', fault: { code: 'sidecar-late', params: { document: 'a.pdf' } } };
    expect(await station.items()).toMatchObject([{ name: 'a.pdf', stage: 'accepted', title: null }, late]);
    await watcher.stop();
    const second = await station.watch();
    await second.settled({ until: 'taken-in' });
    expect(await station.items()).toMatchObject([{ name: 'a.pdf' }, late]);
    // Looked at again by a person: nothing has changed.
    second.lookAgain(join(station.folder, 'a.pdf.json'), (await station.items())[1]?.id ?? '');
    await second.settled({ until: 'taken-in' });
    expect(await station.items()).toMatchObject([{ name: 'a.pdf' }, late]);
  });

  test('details that were used are no news after a restart, whatever they say', async () => {
    const station = await createIntakeStation();
    const long = 'k'.repeat(51);
    const said = { title: 'A', role: 'invoice', case: 'C', externalData: { Cost: '7', [long]: 1 } };
    await writeFile(join(station.folder, 'a.pdf.json'), JSON.stringify(said));
    await writeFile(join(station.folder, 'a.pdf'), pdfBytes('a'));
    const rule = { ...(await ruleOf()), externalData: { cost: '1' } };
    const first = await station.watch({ rule });
    await first.settled({ until: 'taken-in' });
    await first.stop();
    const second = await station.watch({ rule });
    await second.settled({ until: 'taken-in' });
    const [item, ...others] = await station.items();
    expect(item).toMatchObject({ title: 'A', role: 'invoice', externalData: { Cost: '7', case: 'C' } });
    expect(others).toEqual([]);
    const rows = await station.journal.custody({ subjectIds: [item?.id ?? ''], limit: 100 });
    expect(rows.at(-1)).toMatchObject({ event: 'external-data-left-out', detail: { keys: long } });
  });

  test('an invoice in XML beside its picture is a document of its own', async () => {
    const station = await createIntakeStation();
    await writeFile(join(station.folder, 'a.pdf'), pdfBytes('a'));
    await writeFile(join(station.folder, 'a.pdf.xml'), '<Invoice><ID>1</ID></Invoice>');
    const watcher = await station.watch();
    await watcher.settled({ until: 'taken-in' });
    expect((await station.items()).map(({ name }) => name).sort()).toEqual(['a.pdf', 'a.pdf.xml']);
  });

  test('an index serves its folder; turned off, everything is a document', async () => {
    const station = await createIntakeStation();
    await writeFile(join(station.folder, 'index.csv'), 'file;externalId\na.pdf;E-7\n');
    await writeFile(join(station.folder, 'a.pdf'), pdfBytes('a'));
    const watcher = await station.watch({ quietTextMs: 100 });
    await watcher.settled({ until: 'taken-in' });
    expect(await station.items()).toMatchObject([{ name: 'a.pdf', externalId: 'E-7' }]);
    await watcher.stop();
    const plain = await station.watch({ sidecars: false, quietTextMs: 100 });
    await plain.settled({ until: 'taken-in' });
    expect((await station.items()).map(({ name }) => name)).toEqual(['a.pdf', 'index.csv']);
  });
});

async function ruleOf() {
  const { intakeRuleSchema } = await import('../../../../src/shared/settings.ts');
  return intakeRuleSchema.parse({ connectionId: 'c', projectId: 'p' });
}

test('a document whose sidecar can’t be read says so, not that it still grows', async () => {
  const station = await createIntakeStation();
  let isReadable = false;
  const { inspector, journal, folder } = station;
  const sidecar: typeof inspector.sidecar = (path) =>
    isReadable ? inspector.sidecar(path) : Promise.resolve({ kind: 'unreadable', code: 'EACCES' });
  await station.watch({}, { inspector: { ...inspector, sidecar } });
  await writeFile(join(folder, 'a.pdf.json'), JSON.stringify({ externalId: 'E-1' }));
  await writeFile(join(folder, 'a.pdf'), pdfBytes('a'));
  const waiting = async () => (await journal.items({ limit: 10 })).rows.find(({ name }) => name === 'a.pdf');
  await eventually(async () => (await waiting())?.fault).toMatchObject({
    code: 'file-unreadable',
    params: { name: 'a.pdf.json' },
  });
  const reason = (await waiting())?.fault ?? fault('internal');
  expect(describeFault(reason, 'en').reason).toBe('The file with its details, a.pdf.json, cannot be read.');
  expect(describeFault(reason, 'de').reason).toBe('Die Datei mit den Angaben dazu, a.pdf.json, ist nicht lesbar.');
  isReadable = true;
  await eventually(waiting).toMatchObject({ stage: 'accepted', externalId: 'E-1', fault: null });
});
