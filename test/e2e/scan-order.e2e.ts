import { join } from 'node:path';
import { expect } from '@playwright/test';
import sharp from 'sharp';
import { startTestScanner } from '../scanner/test-scanner.ts';
import { chooseInDialogs } from './support/bring-files.ts';
import { setSetting, test } from './support/mailroom-test.ts';
import { pageOrder, scanAll, scanButton, setUpProfile, thumbs } from './support/scan-station.ts';
import { expectUsable } from './support/usable.ts';

test('pages go where the mouse drags them, within a document and into another; documents are joined', async ({
  station,
}) => {
  const scanner = await startTestScanner(4);
  try {
    const { page } = await station.start({ args: ['--practice'] });
    await setUpProfile(page, scanner.address, join(station.folder, 'xml'));
    await scanAll(page, 4);
    const [p1, p2, p3, p4] = await pageOrder(page);
    const order = (...ids: readonly unknown[]): Promise<void> => expect.poll(() => pageOrder(page)).toEqual(ids);

    // The left half of a page is before it, the right half behind it.
    await thumbs(page)
      .nth(3)
      .dragTo(thumbs(page).nth(0), { targetPosition: { x: 10, y: 40 } });
    await order(p4, p1, p2, p3);
    const { width } = (await thumbs(page).nth(2).boundingBox()) ?? { width: 0 };
    await thumbs(page)
      .nth(0)
      .dragTo(thumbs(page).nth(2), { targetPosition: { x: width - 10, y: 40 } });
    await order(p1, p2, p4, p3);

    await thumbs(page).nth(2).click();
    await page.getByRole('button', { name: 'Split here' }).click();
    await expect(page.getByRole('heading', { name: '2 documents' })).toBeVisible();
    const first = page.getByRole('listbox', { name: 'Pages of letter 1' }).getByRole('option');
    const second = page.getByRole('listbox', { name: 'Pages of letter 2' }).getByRole('option');
    // Several that are chosen go together.
    await first.nth(0).click();
    await first.nth(1).click({ modifiers: ['Shift'] });
    await first.nth(0).dragTo(second.nth(0), { targetPosition: { x: 10, y: 40 } });
    await order(p1, p2, p4, p3);
    await expect(thumbs(page)).toHaveCount(4);
    await page.keyboard.press('Control+z');
    await expect(first).toHaveCount(2);
    await expect(second).toHaveCount(2);

    await page.getByRole('button', { name: 'Actions for letter 2' }).click();
    await page.getByRole('menuitem', { name: 'Merge with the document above' }).click();
    await expect(page.getByRole('heading', { name: '1 document', exact: true })).toBeVisible();
    await expect(first).toHaveCount(4);
  } finally {
    await scanner.close();
  }
});

test('pages are scanned in before, after and instead of a page, pictures are added, and each can be taken back; two scanners of one make are told apart', async ({
  station,
}) => {
  const scanner = await startTestScanner(2);
  const other = await startTestScanner(0, { uuid: '4509a320-00a0-008f-00b6-002507510ecb' });
  try {
    const { app, page } = await station.start({ args: ['--practice'] });
    await setUpProfile(page, scanner.address, join(station.folder, 'xml'));
    await scanAll(page, 2);
    await expect(scanButton(page)).toBeVisible();
    const [p1, p2] = await pageOrder(page);
    const another: unknown = expect.stringMatching(/^p\d+$/u);
    const atPage = async (place: number, act: string): Promise<void> => {
      await thumbs(page).nth(place).click();
      await page.getByRole('button', { name: 'Scan at this page' }).click();
      await page.getByRole('menuitem', { name: act }).click();
    };

    scanner.lay(1);
    await atPage(0, 'Scan pages after this one');
    await expect.poll(() => pageOrder(page)).toEqual([p1, another, p2]);
    const [, between] = await pageOrder(page);
    scanner.lay(1);
    await atPage(0, 'Scan pages before this one');
    await expect.poll(() => pageOrder(page)).toEqual([another, p1, between, p2]);
    const [before] = await pageOrder(page);
    // One page is asked for, whatever else lies in the feeder.
    scanner.lay(2);
    await atPage(1, 'Scan this page again');
    await expect.poll(() => pageOrder(page)).not.toContain(p1);
    await expect.poll(() => pageOrder(page)).toEqual([before, another, between, p2]);
    await expect(scanButton(page)).toBeVisible();
    await expect(page.getByText('Deleted after page 2')).toBeVisible();

    await thumbs(page).nth(0).click();
    const picture = page.getByRole('img', { name: 'Page 1' });
    const turned = async (): Promise<boolean> => {
      const box = await picture.boundingBox();
      return box !== null && box.width > box.height;
    };
    await expect.poll(turned).toBe(false);
    await page.getByRole('button', { name: 'Rotate right' }).click();
    await expect.poll(turned).toBe(true);
    await page.keyboard.press('Control+z');
    await expect.poll(turned).toBe(false);

    const zoom = page.getByText(/^\d+%$/u);
    const whole = await zoom.textContent();
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await expect(zoom).not.toHaveText(whole ?? '');
    await page.getByRole('button', { name: 'Fit page' }).click();
    await expect(zoom).toHaveText(whole ?? '');

    const photo = join(station.folder, 'photo.png');
    await sharp({ create: { width: 827, height: 1_169, channels: 3, background: '#fff' } })
      .withMetadata({ density: 100 })
      .png()
      .toFile(photo);
    await chooseInDialogs(app, [photo]);
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Add pictures…' }).click();
    await expect(thumbs(page)).toHaveCount(5);
    // An empty sheet is doubted in words, with what to do about it.
    await expect(page.getByText('Page 5 looks blank: 0% ink')).toBeVisible();
    await page.getByRole('button', { name: /^Leave out: Page 5/u }).click();
    await expect(thumbs(page)).toHaveCount(4);
    await expectUsable(page);

    // One of the same make beside it: where each answers tells them apart.
    const both = [scanner, other].map(({ address }) => address);
    await setSetting(page, 'scanning.addresses', both);
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Look for scanners again' }).click();
    const chosen = page.getByRole('banner').getByRole('button', { name: / On$/u });
    await chosen.click();
    const offered = page.getByRole('option', { name: /^Test Scanner 9000 \(127\.0\.0\.1:\d+/u });
    await expect(offered).toHaveCount(2);
    await offered.filter({ hasText: String(other.port) }).click();
    await expect(chosen).toContainText(`Test Scanner 9000 (127.0.0.1:${String(other.port)}`);
  } finally {
    await scanner.close();
    await other.close();
  }
});
