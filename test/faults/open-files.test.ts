import { expect, test } from 'vitest';
import { builtCommand } from '../support/mailroom-command.ts';
import { makeTestFolder } from '../support/ports.ts';

const mailroom = builtCommand();

// Only Linux tells a process its limit.
test.runIf(process.platform === 'linux')(
  'too few open files end the start with that reason and the number',
  async () => {
    const folder = await makeTestFolder();
    const ended = await mailroom.run(
      ['watch', folder, '--once', '--data-dir', await makeTestFolder(), '--project', 'invoices', '--json'],
      {
        wrap: ['sh', '-c', 'ulimit -n 64 && exec "$0" "$@"'],
        env: {
          MAILROOM_BASE_URL: 'http://127.0.0.1:9/v2',
          MAILROOM_CLIENT_ID: 'id',
          MAILROOM_CLIENT_SECRET: 'secret',
        },
      },
    );
    expect(ended.status).toBe(1);
    expect(ended.json()).toMatchObject([{ event: 'fault', fault: { code: 'open-files-limit', owner: 'it' } }]);
    expect(ended.stderr).toContain('64');
    expect(ended.stderr).not.toContain('EMFILE');
  },
);
