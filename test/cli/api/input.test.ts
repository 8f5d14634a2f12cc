import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { bodyFor, pairsOf, queryFor } from '../../../src/main/cli/api/input.ts';
import type { Outcome } from '../../../src/shared/faults.ts';
import { describeFault } from '../../../src/main/engine/faults/describe.ts';
import type { Operation } from '../../../src/main/engine/service/operations/operation.ts';
import { findOperation } from '../../../src/main/engine/service/operations/table.ts';
import { makeTestFolder } from '../../support/ports.ts';

function operation(name: string): Operation {
  const found = findOperation(name);
  if (found === null) throw new Error(name);
  return found;
}

const typed = (text: string): Readable => Readable.from([Buffer.from(text)]);

/** What a refusal says in English. */
function complaintOf(outcome: Outcome<unknown>): unknown {
  return outcome.ok || outcome.fault.code !== 'wrong-usage' ? null : describeFault(outcome.fault, 'en').reason;
}

describe('pairs', () => {
  test('keep their order, their equals signs and their empty values', () => {
    const found = pairsOf('--query', ['a=1', 'b=x=y', 'a=', 'a=2']);
    expect(found).toEqual({
      ok: true,
      value: new Map([
        ['a', ['1', '', '2']],
        ['b', ['x=y']],
      ]),
    });
  });

  test.each(['a', '=a', ''])('%j is none', (text) => {
    expect(complaintOf(pairsOf('--path', [text]))).toContain('is no pair');
  });
});

describe('a typed query', () => {
  test('is read as the operation wants its values', () => {
    const list = operation('documents.list');
    expect(queryFor(list, ['limit=5', 'projectId=4711', 'state=done', 'state=junk', 'sort=-updatedAt'])).toEqual({
      ok: true,
      value: { limit: 5, projectId: ['4711'], state: ['done', 'junk'], sort: '-updatedAt' },
    });
    expect(queryFor(list, [])).toEqual({ ok: true, value: {} });
  });

  test('goes to the call as far as it can be read, which says what is wrong', () => {
    expect(queryFor(operation('documents.list'), ['limit=51'])).toEqual({ ok: true, value: { limit: 51 } });
    expect(queryFor(operation('documents.list'), ['limit=many', 'other=1'])).toMatchObject({ ok: true });
  });

  test('is refused where there is none', () => {
    expect(complaintOf(queryFor(operation('documents.get'), ['a=b']))).toContain('takes no query');
    expect(queryFor(operation('documents.get'), [])).toEqual({ ok: true, value: undefined });
  });
});

describe('a body', () => {
  test('is JSON, text, or a file with its name and type, as the operation wants it', async () => {
    const folder = await makeTestFolder();
    const file = join(folder, 'Rechnung ä.PDF');
    await writeFile(file, 'content');
    expect(await bodyFor(operation('documents.process-file'), '-', typed('\ufeff{"fileId":"a"}'))).toEqual({
      ok: true,
      value: { body: { fileId: 'a' }, bodyText: '{"fileId":"a"}' },
    });
    expect(await bodyFor(operation('documents.title'), '-', typed('A title\r\n'))).toEqual({
      ok: true,
      value: { body: 'A title' },
    });
    expect(await bodyFor(operation('files.upload'), file, typed(''))).toMatchObject({
      ok: true,
      value: { body: { mediaType: 'application/pdf', fileName: 'Rechnung ä.PDF', body: { size: 7 } } },
    });
  });

  test('in JSON is sent with all the digits it has; in YAML it is read by its ending', async () => {
    const text = '{ "name": "p", "retentionDays": 1.0,\n "n": 12345678901234567890 }';
    expect(await bodyFor(operation('projects.update'), '-', typed(text))).toMatchObject({
      value: { bodyText: '{"name":"p","retentionDays":1.0,"n":12345678901234567890}' },
    });
    const folder = await makeTestFolder();
    const flow = join(folder, 'flow.yaml');
    await writeFile(flow, 'name: Flow\nflag: no\ndefinition: |\n  steps:\n    - one\n');
    expect(await bodyFor(operation('enrichment-workflows.create'), flow, typed(''))).toEqual({
      ok: true,
      value: { body: { name: 'Flow', flag: 'no', definition: 'steps:\n  - one\n' } },
    });
    await writeFile(flow, 'name: Flow\nname: [');
    expect(complaintOf(await bodyFor(operation('enrichment-workflows.create'), flow, typed('')))).toContain(
      'YAML: line',
    );
  });

  test('may be left out where it is optional, and only there', async () => {
    for (const name of ['documents.reject', 'documents.get', 'auth.token']) {
      expect(await bodyFor(operation(name), undefined, typed(''))).toEqual({ ok: true, value: {} });
    }
    expect(complaintOf(await bodyFor(operation('documents.transfer'), undefined, typed('')))).toContain('needs a body');
  });

  test.each([
    ['documents.get', '-', 'takes no body'],
    ['documents.process-file', '-', 'no valid JSON'],
    ['documents.process-file', '/nowhere.json', 'There is no file'],
    ['files.upload', '/nowhere.pdf', 'There is no file'],
    ['files.upload', '-', 'stdin'],
    ['documents.title', '/', "can't be read (EISDIR)"],
  ])('of %s from %s is refused', async (name, source, words) => {
    expect(complaintOf(await bodyFor(operation(name), source, typed('{')))).toContain(words);
  });
});
