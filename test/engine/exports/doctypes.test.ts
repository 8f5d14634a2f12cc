import { describe, expect, test } from 'vitest';
import { success } from '../../../src/main/engine/faults/fault.ts';
import { makeTestFolder } from '../../support/ports.ts';
import { openTestJournal } from '../journal/journal-fixtures.ts';
import { download } from '../tracker/scripted-service.ts';
import { createBench, filesIn, itemOf, plan } from './export-fixtures.ts';
import type { Bench } from './export-fixtures.ts';

const foreign = 'SYSTEM "file:///etc/hostname"';
const long = `<!--${'-x'.repeat(700_000)}-->`;
const large = `<b>${'x'.repeat(3 * 1024 * 1024)}</b>`;
const used = `<!DOCTYPE a [<!ENTITY e ${foreign}>]><a>&e;</a>`;

/** XML that makes whoever reads it fetch what is not in it, or grow what it says. */
const harmful: readonly (readonly [string, string | Uint8Array])[] = [
  ['an entity that is used', used],
  ['one that nobody uses', '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY % e PUBLIC "x" "http://h/">]><a/>'],
  [
    'markup in the value of an entity before it',
    `<!DOCTYPE a [<!ENTITY m "<b>x</b>"><!ENTITY e ${foreign}>]><a>&e;</a>`,
  ],
  ['a comment in such a value', `<!DOCTYPE a [<!ENTITY m "<!--"><!ENTITY e ${foreign}><!ENTITY n "-->">]><a>&e;</a>`],
  [
    'an instruction in such a value',
    `<!DOCTYPE a [<!ENTITY m "<?x"><!ENTITY e ${foreign}><!ENTITY n "?>">]><a>&e;</a>`,
  ],
  ['nested parameter entities', `<!DOCTYPE a [<!ENTITY % p "<!ENTITY e SYSTEM 'file:///etc/hostname'>">%p;]><a/>`],
  [
    'parameter entities in numbers',
    `<!DOCTYPE a [<!ENTITY % p "&#60;!ENTITY e SYSTEM 'file:///etc/hostname'&#62;">%p;]><a/>`,
  ],
  ['a megabyte before it', `${long}${used}`],
  ['a megabyte behind it', used.replace('&e;', large)],
  ['a megabyte before and behind it', `${long}${used.replace('&e;', large)}`],
  ['UTF-16', Buffer.from(`\ufeff<?xml version="1.0" encoding="UTF-16"?>${used}`, 'utf16le')],
  ['UTF-16, the other way round, large', Buffer.from(`\ufeff${used.replace('&e;', large)}`, 'utf16le').swap16()],
  ['a bracket in a name of the external part', `<!DOCTYPE a SYSTEM "]><a>" [<!ENTITY e ${foreign}>]><a>&e;</a>`],
  ['attributes with a value of their own', '<!DOCTYPE a [<!ATTLIST a b CDATA "c">]><a/>'],
  ['an external part', '<!DOCTYPE a SYSTEM "http://127.0.0.1:9/a.dtd"><a/>'],
  ['a public external part', '<!DOCTYPE a PUBLIC "-//A//B" "http://127.0.0.1:9/a.dtd"><a/>'],
];

async function benchFor(
  content: string | Uint8Array,
  doctypes: readonly string[] = [],
): Promise<{ result: Awaited<ReturnType<Bench['run']>>; folder: string; stage: string }> {
  const { journal } = await openTestJournal();
  const folder = await makeTestFolder();
  const planned = await plan(journal, folder);
  const bench = createBench(journal, { doctypes: () => doctypes });
  bench.service.instead.xml = () => Promise.resolve(success(download(content)));
  const result = await bench.run(planned.job);
  return { result, folder, stage: (await itemOf(journal, planned.itemId)).stage };
}

describe('a document type declaration', () => {
  test.each(harmful)('never reaches the target system unasked: %s', async (_, content) => {
    const { result, folder, stage } = await benchFor(content);
    expect(result).toMatchObject({ state: 'held', fault: { code: 'export-doctype-refused', owner: 'it' } });
    expect(await filesIn(folder)).toEqual({});
    expect(stage).toBe('held');
  });

  test('goes where its name is allowed, byte for byte; with declarations of its own only where these are too', async () => {
    const external = '<!DOCTYPE cXML SYSTEM "http://xml.cxml.org/schemas/cXML/1.2.014/cXML.dtd"><cXML/>';
    const internal = '<!DOCTYPE cXML SYSTEM "cXML.dtd" [<!ENTITY e "x">]><cXML>&e;</cXML>';
    const first = await benchFor(external, ['cXML']);
    expect(await filesIn(first.folder)).toEqual({ 'Invoice 1.xml': external });
    expect((await benchFor(external, ['other'])).result).toMatchObject({ fault: { params: { doctype: 'cXML' } } });
    expect((await benchFor(internal, ['cXML'])).result).toMatchObject({ fault: { params: { doctype: 'cXML[]' } } });
    const both = await benchFor(internal, ['cXML[]']);
    expect(await filesIn(both.folder)).toEqual({ 'Invoice 1.xml': internal });
  });

  test('goes once its name is allowed, without a new start', async () => {
    const { journal } = await openTestJournal();
    const folder = await makeTestFolder();
    const planned = await plan(journal, folder);
    const allowed: string[] = [];
    const bench = createBench(journal, { doctypes: () => allowed });
    bench.service.instead.xml = () => Promise.resolve(success(download('<!DOCTYPE a SYSTEM "a.dtd"><a/>')));
    expect(await bench.run(planned.job)).toMatchObject({ state: 'held' });
    allowed.push('a');
    await journal.commit([{ kind: 'job-set', jobId: planned.job.id, set: { state: 'ready', fault: null } }]);
    expect(await bench.run(planned.job)).toEqual({ state: 'done' });
  });

  test.each([
    ['only a name', '<!DOCTYPE a><a/>'],
    ['none, but a comment that looks like one', '<!-- <!DOCTYPE a [<!ENTITY e SYSTEM "x">]> --><a/>'],
    ['none, but an entity in a comment', '<a><!-- <!ENTITY e SYSTEM "x"> --></a>'],
    ['none, but character data that looks like one', '<a><![CDATA[<!DOCTYPE a [<!ENTITY e SYSTEM "x">]>]]></a>'],
  ])('does not stop XML that has %s', async (_, content) => {
    expect((await benchFor(content)).result).toEqual({ state: 'done' });
  });
});
