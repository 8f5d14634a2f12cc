import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { builtCommand } from '../../support/mailroom-command.ts';
import { makePracticeStation } from '../../support/practice-station.ts';

const mailroom = builtCommand();

describe('a run that has nothing to send', () => {
  test('finds out that its project is unknown before it says that all is well, in both languages', async () => {
    const station = await makePracticeStation();
    const watch = ['watch', station.inbox, '--project', 'acounts', '--once'];
    const ended = await mailroom.call(watch, { env: station.env });
    expect(ended.status).toBe(2);
    expect(ended.stderr.match(/acounts/g)).toHaveLength(1);
    const german = await mailroom.call(watch, { env: { ...station.env, LC_ALL: 'de_DE.UTF-8' } });
    expect(german.status).toBe(2);
    expect(german.stderr).toContain('Projekt acounts');
    const json = await mailroom.call([...watch, '--json'], { env: station.env });
    expect(json.status).toBe(2);
    expect(json.json()).toMatchObject([
      { event: 'fault', fault: { code: 'project-unknown' } },
      { event: 'summary', items: 0 },
    ]);
  });

  test('finds out that its credentials are refused', async () => {
    const station = await makePracticeStation();
    const env = { ...station.env, MAILROOM_CLIENT_SECRET: 'wrong' };
    const ended = await mailroom.call(['watch', station.inbox, '--project', 'accounts-payable', '--once'], { env });
    expect(ended.status).toBe(3);
  });

  test('is well where the project is there, and where the service can not be asked', async () => {
    const station = await makePracticeStation();
    const watch = ['watch', station.inbox, '--project', 'accounts-payable', '--once'];
    expect(await mailroom.call(watch, { env: station.env })).toMatchObject({ status: 0, stderr: '' });
    const away = { ...station.env, MAILROOM_BASE_URL: 'http://127.0.0.1:9/v2' };
    expect(await mailroom.call(watch, { env: away })).toMatchObject({ status: 0 });
  });
});

test('send of what was sent before finds out that its project is unknown now', async () => {
  const station = await makePracticeStation();
  await station.put({ 'a.xml': '<a/>' });
  const send = ['send', join(station.inbox, 'a.xml'), '--project', 'acounts'];
  const ended = await mailroom.call(send, { env: station.env });
  expect(ended.status).toBe(2);
  expect(ended.stderr.match(/acounts/g)).toHaveLength(1);
  expect(ended.stderr).toContain('stays queued');
});

test('a watch that goes on says at once that its project is unknown, and goes on', async () => {
  const station = await makePracticeStation();
  const running = mailroom.start(['watch', station.inbox, '--project', 'acounts'], { env: station.env });
  await running.said('acounts');
  running.child.kill('SIGINT');
  expect((await running.ended).status).toBe(130);
});
