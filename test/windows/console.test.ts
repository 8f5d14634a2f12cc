import { expect, test } from 'vitest';
import { smallPdf } from '../support/engine.ts';
import { builtCommand } from '../support/mailroom-command.ts';
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
