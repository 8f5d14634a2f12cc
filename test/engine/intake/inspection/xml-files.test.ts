import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FileInspector } from '../../../../src/main/engine/intake/inspection/file-inspector.ts';
import { createFileInspector } from '../../../../src/main/engine/intake/inspection/file-inspector.ts';
import { makeTestFolder, startTestWorker } from '../../../support/ports.ts';

let inspector: FileInspector;
beforeAll(() => {
  inspector = createFileInspector({ startWorker: startTestWorker, threads: 1 });
});
afterAll(() => inspector.close());

async function fileOf(name: string, bytes: Uint8Array | string): Promise<string> {
  const path = join(await makeTestFolder(), name);
  await writeFile(path, bytes);
  return path;
}

const inspectBytes = async (name: string, bytes: Uint8Array | string) => inspector.inspect(await fileOf(name, bytes));
const checked = async (text: string) => inspector.checkXml(await fileOf('a.xml', text));

describe('XML', () => {
  const bomb = `<!DOCTYPE l [<!ENTITY a "lol">${Array.from(
    { length: 12 },
    (_, at) => `<!ENTITY ${String.fromCharCode(98 + at)} "${`&${String.fromCharCode(97 + at)};`.repeat(10)}">`,
  ).join('')}]><l>&m;</l>`;

  test('external entities are never loaded, entities that multiply are refused', async () => {
    const external = '<!DOCTYPE l [<!ENTITY x SYSTEM "file:///etc/passwd">]><l>&x;</l>';
    expect(await checked(external)).toEqual({ ok: true, doctype: { name: 'l', external: false, internal: true } });
    expect(await checked(bomb)).toMatchObject({ ok: false, reason: 'entities that multiply' });
    expect(await inspectBytes('bomb.xml', bomb)).toMatchObject({ kind: 'refused', code: 'file-damaged' });
  });

  test('what is wrong is told with its line, without content', async () => {
    const verdict = await checked('<a>\n<secret>4711</b>\n</a>');
    expect(verdict).toMatchObject({ ok: false, line: 2 });
    expect(JSON.stringify(verdict)).not.toMatch(/secret|4711/);
  });

  test('a missing file is no crash', async () => {
    const path = join(await makeTestFolder(), 'none.xml');
    expect(await inspector.checkXml(path)).toMatchObject({ ok: false, reason: 'cannot be read: ENOENT' });
  });

  test.each([3, 20])('XML of about %i MB is checked, and taken in only when it is well-formed', async (megabytes) => {
    const rows = `<b c="QUJD">${'QUJD'.repeat(245)}</b>\n`.repeat(megabytes * 1_000);
    const whole = `<?xml version="1.0"?>\n<a>${rows}</a>\n`;
    expect(await checked(whole)).toEqual({ ok: true });
    expect(await inspectBytes('a.xml', whole)).toMatchObject({
      kind: 'whole',
      mediaType: 'application/xml',
      needsQuiet: 'structural',
      sha256: createHash('sha256').update(whole).digest('hex'),
    });
    const flawed = whole.replace('</b>\n</a>', '</c>\n</a>');
    expect(await checked(flawed)).toMatchObject({ ok: false, line: megabytes * 1_000 + 1 });
    expect(await inspectBytes('a.xml', flawed)).toMatchObject({ kind: 'refused', params: { problem: 'faulty' } });
    expect(await inspectBytes('a.xml', whole.slice(0, -6))).toMatchObject({
      kind: 'incomplete',
      reason: 'end-missing',
    });
  });

  test('large XML in UTF-16 is whole too', async () => {
    const text = `\uFEFF<?xml version="1.0" encoding="UTF-16"?><ä>${'<b>ü</b>'.repeat(200_000)}</ä>`;
    expect(await inspectBytes('a.xml', Buffer.from(text, 'utf16le'))).toMatchObject({ kind: 'whole' });
  });
});
