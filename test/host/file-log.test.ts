import { mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createFileLog, redactFields } from '../../src/main/host/file-log.ts';
import { makeTestFolder } from '../support/ports.ts';
import { fc } from '../support/property.ts';

const now = () => Date.UTC(2026, 0, 2, 3, 4, 5);

test('lines are JSON with instant, level, event and fields, for the owner alone', async () => {
  const folder = join(await makeTestFolder(), 'logs');
  const log = createFileLog({ folder, now });
  log.info('upload-done', { itemId: 'a', size: 3, left: undefined });
  log.flush();
  const path = join(folder, 'mailroom.log');
  const line: unknown = JSON.parse(await readFile(path, 'utf8'));
  expect(line).toEqual({ at: '2026-01-02T03:04:05.000Z', level: 'info', event: 'upload-done', itemId: 'a', size: 3 });
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});

test('an error is on disk at once', async () => {
  const folder = await makeTestFolder();
  createFileLog({ folder, now }).error('broken', { code: 'x' });
  expect(await readFile(join(folder, 'mailroom.log'), 'utf8')).toContain('"broken"');
});

test('the file is put aside by size and only so many are kept', async () => {
  const folder = await makeTestFolder();
  const log = createFileLog({ folder, now, maxBytes: 200, kept: 2 });
  for (let number = 0; number < 12; number += 1) log.error(`event-${number}`, { filler: 'x'.repeat(60) });
  expect((await readdir(folder)).sort()).toEqual(['mailroom.log', 'mailroom.log.1', 'mailroom.log.2']);
  expect(await readFile(join(folder, 'mailroom.log'), 'utf8')).toContain('event-11');
  for (const name of await readdir(folder)) expect((await stat(join(folder, name))).size).toBeLessThanOrEqual(200);
});

test('a folder that cannot be written stops nothing', async () => {
  const place = join(await makeTestFolder(), 'file');
  await writeFile(place, '');
  const log = createFileLog({ folder: join(place, 'logs'), now });
  log.error('lost');
  await expect(mkdir(join(place, 'logs'))).rejects.toThrow(/ENOTDIR|EEXIST|ENOENT/);
  log.error('lost too');
});

// Each rule has a line that no other rule covers.
test.each([
  ['a bearer token', { header: 'Bearer abc.def' }],
  ['basic credentials', { header: 'basic YWJjLmRlZg==' }],
  ['a web token', { found: 'eyJhbGciOi.eyJzdWIi.c2lnbmF0dXJl' }],
  ['a web token that would be cut', { found: `${'x '.repeat(495)}eyJhbGciOi.eyJzdWIi.c2lnbmF0dXJl` }],
  ['a password in a URL', { url: 'https://user:abc.def@host/v2' }],
  ['a password with signs of its own in a URL', { url: 'https://user:x@abc.def@host/v2' }],
  ['a token alone in a URL', { url: 'https://abc.def@host/v2' }],
  ['a secret in a form', { body: 'grant_type=client_credentials&client_secret=abc.def&scope=x' }],
  ['a token in JSON', { body: '{"access_token": "abc.def", "expires_in": 3600}' }],
  ['a field of that name', { accessToken: 'abc.def', clientSecret: 'abc.def', password: 'abc.def' }],
])('%s is blacked out', (_, fields) => {
  const text = JSON.stringify(redactFields(fields));
  expect(text).toMatch(/\[reda/u);
  expect(text).not.toMatch(/abc\.def|YWJj|eyJ/u);
});

test('system errors are logged without the names of documents', async () => {
  const folder = await makeTestFolder();
  const name = "Kündigung O'Brien.pdf";
  const errors = [
    await readFile(join(folder, name)).catch((error: unknown) => error),
    await rename(join(folder, name), join(folder, 'Abmahnung.pdf')).catch((error: unknown) => error),
    new Error(String.raw`ENOENT: no such file or directory, open 'C:\in\Kündigung.pdf'`),
    new Error(String.raw`EBUSY: resource busy or locked, unlink '\\files\in\Kündigung.pdf'`),
  ];
  for (const error of errors) {
    if (!(error instanceof Error)) throw new Error('The file is there.');
    const { cause = '' } = redactFields({ cause: error.stack });
    expect(cause).toMatch(/^Error: E[A-Z]+: [\w ]+, \w+ '\[path\]'/u);
    expect(cause).not.toMatch(/ndigung|Abmahnung|Brien/u);
  }
});

test.each([
  'Kündigung Meier',
  '{"name": "Kündigung Meier", "salary": 5}x',
  '{"a": Kündigung Meier wegen Umzug nach Köln}',
])('JSON that cannot be read is logged without what it says: %s', (content) => {
  let cause = '';
  try {
    JSON.parse(content);
  } catch (error) {
    cause = String(error);
  }
  expect(JSON.stringify(redactFields({ cause }))).toMatch(/SyntaxError/u);
  expect(JSON.stringify(redactFields({ cause }))).not.toMatch(/Meier|ndigung|salary/u);
});

test('what helps support stays: codes, addresses and places in the program', () => {
  const cause = 'TypeError: no\n    at work (/opt/mailroom/out/main/index.js:12:3)';
  const fields = { cause, url: 'https://host/v2/documents', code: 'sign-in-refused', left: 3, whole: true };
  expect(redactFields(fields)).toEqual(fields);
});

test('whatever is logged, a line stays one line', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.string({ unit: 'binary' })), (fields) => {
      expect(JSON.stringify(redactFields(fields))).not.toContain('\n');
    }),
  );
});
