import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { builtCommand } from '../../support/mailroom-command.ts';

const mailroom = builtCommand();
const ready = z.strictObject({ baseUrl: z.string(), clientId: z.string(), clientSecret: z.string() });

test('practice says where it is in one line of JSON, serves as it is told, and ends well when interrupted', async () => {
  const running = mailroom.start(['practice', '--quota', '3', '--window', '60', '--token-ttl', '7', '--latency', '1']);
  const line = await new Promise<unknown>((resolve) => running.child.stdout?.once('data', resolve));
  const said: unknown = JSON.parse(String(line));
  const { baseUrl, clientId, clientSecret } = ready.parse(said);
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
  const answer = await fetch(`${baseUrl}/auth/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded' },
    body: 'grant_type=client_credentials',
  });
  expect(await answer.json()).toMatchObject({ expires_in: 7 });
  running.child.kill('SIGINT');
  expect(await running.ended).toMatchObject({ status: 0, stdout: String(line), stderr: '' });
});

test('practice refuses what it can not be told, and a port that is in use', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  for (const [args, words] of [
    [['--port', String(port)], `Port ${port} is in use.`],
    [['--quota', 'none'], '--quota none'],
    [['--faults', 'rain=1'], 'kinds are 503, 429, reset-before,'],
    [['--faults', 'nonsense'], '--faults nonsense'],
    [['--unknown'], '--unknown'],
  ] as const) {
    const ended = await mailroom.run(['practice', ...args]);
    expect(ended.stderr).toContain(words);
    // Once: on a terminal both streams are seen.
    expect(ended).toMatchObject({ status: 2, stdout: '' });
    expect(ended.stderr.match(/\n/g)).toHaveLength(1);
  }
  const json = await mailroom.run(['practice', '--faults', 'nonsense', '--json']);
  expect(json.json()).toMatchObject([{ event: 'fault', fault: { code: 'wrong-usage' } }]);
});
