import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { builtCommand } from '../../support/mailroom-command.ts';
import { makePracticeStation } from '../../support/practice-station.ts';

const mailroom = builtCommand();

/** No file may grow, as on a disk without a free byte; nobody needs to be root for it. */
const wrap = ['sh', '-c', 'ulimit -f 0; exec "$@"', 'sh'];

const looks: readonly (readonly [readonly string[], string])[] = [
  [['status'], 'a.xml'],
  [['status', '--json'], '"event":"item"'],
  [['history', '--all'], 'a.xml was found.'],
  [['history', '--verify'], 'The history is whole'],
  [['cases', 'open'], 'No cases here.'],
  [['doctor', '--project', 'accounts-payable'], 'unbroken'],
  [['settings', 'get', 'limits.sockets'], '32'],
];

test.skipIf(process.platform === 'win32')(
  'whoever only looks is answered on a full disk, where nothing runs',
  async () => {
    const station = await makePracticeStation();
    const { env } = station;
    await station.put({ 'a.xml': '<a/>', 'b.exe.pdf': 'MZ\0\0' });
    await mailroom.run(['watch', station.inbox, '--project', 'accounts-payable', '--once'], { env });
    // Closed in order: what readers share is not there, and would have to be made.
    await expect(stat(join(station.dataDirectory, 'journal.sqlite-shm'))).rejects.toMatchObject({ code: 'ENOENT' });
    for (const [args, told] of looks) {
      const ended = await mailroom.run(args, { env, wrap });
      expect(`${ended.stdout}${ended.stderr}`, args.join(' ')).toContain(told);
      expect(ended.stderr, args.join(' ')).not.toContain('disk');
    }
    // Nothing of it stands in the way afterwards.
    const after = await mailroom.run(['history', '--verify'], { env });
    expect(`${after.stdout}${after.stderr}`).toContain('The history is whole');
  },
);

test.skipIf(process.platform === 'win32')(
  'on a full disk after a kill, too: what was committed last is told',
  async () => {
    const station = await makePracticeStation();
    const { env } = station;
    await station.put({ 'a.xml': '<a/>' });
    const watching = mailroom.start(['watch', station.inbox, '--project', 'accounts-payable', '--json'], { env });
    await watching.said('"stage":"settled"');
    watching.child.kill('SIGKILL');
    await watching.ended;
    await rm(join(station.dataDirectory, 'journal.sqlite-shm'));
    const ended = await mailroom.run(['status', '--json'], { env, wrap });
    expect(ended.status, ended.stderr).toBe(0);
    expect(ended.json()).toContainEqual(expect.objectContaining({ event: 'item', stage: 'settled' }));
  },
);
