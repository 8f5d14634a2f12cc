import { expect } from '@playwright/test';
import { test } from './support/mailroom-test.ts';

test('a change of screens puts the focus on the heading of the new one, and the connection is told truly', async ({
  station,
}) => {
  const { app, page } = await station.start({ args: ['--practice'] });
  const connection = page.getByRole('navigation').getByRole('status');
  await expect(connection).toHaveText('Connected', { timeout: 30_000 });
  for (const [id, name] of [
    ['show-documents', 'Documents'],
    ['show-exports', 'Exports'],
    ['show-activity', 'Activity'],
    ['show-settings', 'Settings'],
    ['show-intake', 'Intake'],
  ] as const) {
    await app.evaluate(({ Menu }, wanted) => void Menu.getApplicationMenu()?.getMenuItemById(wanted)?.click(), id);
    await expect(page.getByRole('heading', { name, level: 1 })).toBeFocused();
  }
  await page.getByRole('button', { name: 'Cases', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Cases', level: 1 })).toBeFocused();
  await app.evaluate(({ Menu }) => void Menu.getApplicationMenu()?.getMenuItemById('pause-all')?.click());
  await expect(connection).toHaveText('Paused by you', { timeout: 30_000 });
});
