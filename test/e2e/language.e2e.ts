import { expect } from '@playwright/test';
import { inPage, test } from './support/mailroom-test.ts';

test('a first start on a German system is German: page, menu and tray; what is chosen in Settings stays', async ({
  station,
}) => {
  const run = await station.start({ locale: 'de-AT' });
  const { app, page } = run;
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect(page.getByRole('list', { name: 'Schritte' })).toBeVisible();
  const menu = (): Promise<readonly string[]> =>
    app.evaluate(({ Menu }) => Menu.getApplicationMenu()?.items.map(({ label }) => label) ?? []);
  expect(await menu()).toContain('Bearbeiten');
  const tray = await app.evaluateHandle(({ Tray }) => {
    const now = { told: '' };
    Tray.prototype.setToolTip = (text): void => void (now.told = text);
    return now;
  });
  await inPage(page, `mailroom.desktop({ name: 'practice.start' })`);
  await inPage(page, `mailroom.command({ name: 'items.pause', itemIds: 'all' })`);
  await expect.poll(() => tray.evaluate(({ told }) => told)).toMatch(/angehalten|pausiert/u);

  await page.reload();
  await page.getByRole('navigation').getByText('Einstellungen').click();
  await page.getByRole('navigation', { name: 'Einstellungen' }).getByText('Sprache').click();
  await expect(page.getByRole('radio', { name: /Wie das System/u })).toBeChecked();
  await page.getByText('English', { exact: true }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await expect.poll(menu).toContain('Edit');
  await run.close();

  const again = await station.start({ locale: 'de-AT' });
  await expect(again.page.locator('html')).toHaveAttribute('lang', 'en');
});
