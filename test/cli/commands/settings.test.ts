import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { builtCommand } from '../../support/mailroom-command.ts';
import { makeTestFolder } from '../../support/ports.ts';

const mailroom = builtCommand();

test('settings are listed, read, changed and brought back, and what is in force is shown', async () => {
  const dataDirectory = await makeTestFolder();
  const env = { MAILROOM_DATA_DIR: dataDirectory };
  expect((await mailroom.run(['settings'], { env })).stdout).toMatch(/^language = system$/m);
  expect(await mailroom.call(['settings', 'set', 'limits.sockets', '7'], { env })).toMatchObject({
    status: 0,
    stdout: 'limits.sockets = 7\n',
  });
  expect((await mailroom.call(['settings', 'get', 'limits.sockets', '--json'], { env })).json()).toEqual([
    { event: 'setting', setting: 'limits.sockets', value: 7 },
  ]);
  await mailroom.call(['settings', 'unset', 'limits.sockets'], { env });
  expect(await readFile(join(dataDirectory, 'settings.json'), 'utf8')).not.toContain('sockets');
});

test.each([
  [['settings', 'set', 'limits.sockets', 'many'], 'limits.sockets'],
  [['settings', 'set', 'limits.sokets', '7'], 'There is no setting limits.sokets.'],
  [['settings', 'get', 'nothing'], 'There is no setting nothing.'],
  [['settings', 'guess'], 'settings --help'],
])('%j is wrong usage', async (args, words) => {
  const dataDirectory = await makeTestFolder();
  const ended = await mailroom.call(args, { env: { MAILROOM_DATA_DIR: dataDirectory } });
  expect(ended).toMatchObject({ status: 2, stdout: '' });
  expect(ended.stderr).toContain(words);
});

test('a broken settings file is named with its field, by every command, and left as it is', async () => {
  const dataDirectory = await makeTestFolder();
  const path = join(dataDirectory, 'settings.json');
  await writeFile(path, '{"version":1,"station":{"id":"a","name":"b"},"language":"fr"}');
  for (const args of [['settings'], ['status'], ['doctor'], ['watch', dataDirectory, '--project', 'p']]) {
    const ended = await mailroom.call([...args, '--data-dir', dataDirectory]);
    expect(ended.status).toBe(2);
    expect(ended.stderr).toContain('language');
  }
  expect(await readFile(path, 'utf8')).toContain('"fr"');
});

test('what an administrator set is marked and can not be changed', async () => {
  const dataDirectory = await makeTestFolder();
  const policy = join(dataDirectory, 'policy.json');
  await writeFile(policy, '{"limits":{"sockets":3}}');
  const env = { MAILROOM_DATA_DIR: join(dataDirectory, 'station'), MAILROOM_POLICY: policy };
  expect((await mailroom.call(['settings'], { env })).stdout).toContain(`limits.sockets = 3  (locked: ${policy})`);
  const refused = await mailroom.call(['settings', 'set', 'limits.sockets', '8'], { env });
  expect(refused.status).toBe(2);
  expect(refused.stderr).toContain('set by your administrator');
});
