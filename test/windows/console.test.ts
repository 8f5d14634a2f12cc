import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { connectControl } from '../../src/main/cli/control/ask-control.ts';
import { makeControlPlace } from '../../src/main/host/control/control-address.ts';
import { serveControl } from '../../src/main/host/control/serve-control.ts';
import { success } from '../../src/main/engine/faults/fault.ts';
import { smallPdf } from '../support/engine.ts';
import { builtCommand } from '../support/mailroom-command.ts';
import { createTestLog, makeTestFolder } from '../support/ports.ts';
import { makePracticeStation } from '../support/practice-station.ts';

const mailroom = builtCommand();

test.each(['SIGBREAK', 'SIGHUP'] as const)(
  'the command says names in UTF-8, answers by its pipe, and ends in order: %s',
  async (signal) => {
    const station = await makePracticeStation();
    await station.put({ 'Größe.pdf': smallPdf(signal).toString('latin1') });
    const watch = ['watch', station.inbox, '--project', 'accounts-payable', '--json'];
    const running = mailroom.start(watch, { env: station.env });
    await running.said('Größe.pdf');
    await running.said('"submitted"');
    await expect
      .poll(async () => (await mailroom.call(['status', '--json'], { env: station.env })).stdout)
      .toContain('"running":true');
    // Ctrl+Break, and a console that is closed.
    running.child.kill(signal);
    const ended = await running.ended;
    expect([ended.status, ended.stderr]).toEqual([130, expect.not.stringMatching(/Error/u)]);
    expect(ended.json()).toContainEqual(expect.objectContaining({ event: 'summary' }));
  },
);

test('a program that takes the name of the pipe of a Mailroom that was killed is told nothing, and stops no other', async () => {
  const directory = await makeTestFolder();
  const left = makeControlPlace(directory);
  const heard: string[] = [];
  const stranger = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.on('data', (bytes) => {
      heard.push(bytes.toString());
      socket.write(`${JSON.stringify({ id: 1, outcome: { ok: true, value: '0'.repeat(64) } })}\n`);
    });
  });
  onTestFinished(() => void stranger.close());
  await new Promise<void>((resolve) => stranger.listen(left?.address, resolve));
  expect(await connectControl(directory)).toBeNull();
  expect(heard).toEqual([expect.stringMatching(/^\{"id":1,"kind":"prove","value":"[0-9a-f]{64}"\}\n$/u)]);
  expect(heard.join()).not.toContain(left?.key);

  const answer = (): Promise<ReturnType<typeof success>> => Promise.resolve(success('mine'));
  const served = { dispatch: answer, query: answer, settingsChanged: answer };
  const control = await serveControl(served, directory, createTestLog());
  onTestFinished(() => control.close());
  const visitor = await connectControl(directory);
  expect(await visitor?.query({ name: 'custody.verify' })).toEqual(success('mine'));
  await visitor?.close();
  expect(heard).toHaveLength(1);
});
