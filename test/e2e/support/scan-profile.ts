import { expect, type Page } from '@playwright/test';
import { scanProfileSchema } from '../../../src/shared/scanning.ts';
import { inPage } from './mailroom-test.ts';

/** Sets a profile up as the settings page would, for a scanner at an address. */
export async function setUpProfile(page: Page, address: string, exportFolder: string): Promise<void> {
  const profile = scanProfileSchema.parse({
    id: 'post',
    name: 'Incoming post',
    scannerId: `escl:${address}`,
    resolution: 100,
    nameTemplate: 'letter {number}',
  });
  const changes: readonly (readonly [string, unknown])[] = [
    ['scanning', { profiles: [profile], addresses: [address] }],
    ['intake.export', { folder: exportFolder, template: '{name}' }],
  ];
  for (const [path, value] of changes) {
    const request = JSON.stringify({ name: 'settings.set', path, value });
    expect(await inPage(page, `mailroom.desktop(${request}).then(({ ok, fault }) => ok || fault)`)).toBe(true);
  }
}
