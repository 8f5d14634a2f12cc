import { expect, it } from 'vitest';
import type { Command } from '../../../../../src/shared/contract.ts';
import { settingsSchema } from '../../../../../src/shared/settings.ts';
import { rememberProject, takeInPaths } from '../../../../../src/renderer/screens/intake/taking-in/take-in.ts';
import { useStation } from '../../../../../src/renderer/stores/station.ts';
import { useToasts } from '../../../../../src/renderer/stores/toasts.ts';
import { startTexts } from '../../../../../src/renderer/text/index.ts';

it('takes in what is dropped as the settings say, with the times of originals', async () => {
  await startTexts('en');
  const intake = { mode: 'document', after: 'delete', trashMs: 7 * 86_400_000, tidyGraceMs: 5_000 } as const;
  useStation.setState({ settings: settingsSchema.parse({ station: { id: 's', name: 'S' }, intake }) });
  let files = 1;
  const asked: Command[] = [];
  Object.assign(window, {
    mailroom: {
      desktop: () => Promise.resolve({ ok: true, value: { files, empty: [], unreadable: [] } }),
      command(command: Command) {
        asked.push(command);
        return Promise.resolve({ ok: true, value: { itemIds: ['1'], refused: [] } });
      },
    },
  });

  expect(await takeInPaths(['/a.pdf'], { connectionId: 'office', projectId: 'p' })).toBe(1);
  expect(asked).toMatchObject([
    { name: 'intake.take-in', rule: { ...intake, connectionId: 'office', projectId: 'p' } },
  ]);

  // A folder without any file says so, and nothing is sent.
  files = 0;
  expect(await takeInPaths(['/empty'], { connectionId: 'office', projectId: 'p' })).toBe(0);
  expect(asked).toHaveLength(1);
  expect(useToasts.getState().notices.map(({ text }) => text)).toContain(
    'There is no file in this folder. Nothing was taken in.',
  );
});

it('remembers the project of a connection, but not where a policy has them', async () => {
  await startTexts('en');
  const settings = settingsSchema.parse({ station: { id: 's', name: 'S' } });
  const set: unknown[] = [];
  Object.assign(window, {
    mailroom: {
      desktop({ value }: { readonly value: unknown }) {
        set.push(value);
        return Promise.resolve({ ok: true, value: { settings } });
      },
    },
  });
  useStation.setState({ settings, locked: ['intake.projects.office'] });
  await rememberProject('office', 'p');
  expect(set).toEqual([]);
  useStation.setState({ locked: [] });
  await rememberProject('office', 'p');
  expect(set).toEqual([{ office: 'p' }]);
});
