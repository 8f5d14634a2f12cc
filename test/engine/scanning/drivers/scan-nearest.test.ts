import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, onTestFinished, test, vi } from 'vitest';
import { scanNoteWords } from '../../../../src/shared/scan/scan-notes.ts';
import { scanningSettingsSchema } from '../../../../src/shared/scanning.ts';
import { startHabitScanner } from '../../../scanner/habit-scanner.ts';
import { connectionId, createTestStation } from '../../../support/engine.ts';

const patience = { timeout: 60_000, interval: 50 };

test('what the device has not is made of what it has; what was asked and what was done stands beside the session, also after a restart', async () => {
  const station = await createTestStation();
  const device = await startHabitScanner({ modes: ['RGB24'], resolutions: [200] }, 2);
  onTestFinished(() => device.close());
  const scanning = scanningSettingsSchema.parse({
    profiles: [
      {
        id: 'post',
        name: 'Post',
        scannerId: `escl:${device.address}`,
        resolution: 100,
        color: 'grey',
        straighten: false,
        connectionId,
        projectId: 'accounts-payable',
      },
    ],
  });
  const first = await station.start({ scanning }, {}, { work: false });
  const { sessionId } = await first.act('scan.start', { profileId: 'post' });
  const session = await vi.waitFor(async () => {
    const now = await first.ask('scan.session', { sessionId });
    expect(now.scanning).toBe(false);
    expect(Object.values(now.pages).map(({ heightMm }) => heightMm)).toEqual([297, 297]);
    return now;
  }, patience);
  expect(session.fault).toBeNull();
  expect(session.notes).toEqual([
    { about: 'color', asked: 'grey', done: 'color' },
    { about: 'resolution', asked: 100, done: 200 },
  ]);
  expect(session.notes.map((note) => scanNoteWords(note, 'de'))).toEqual([
    'Der Scanner kann Graustufen nicht: gescannt wurde in Farbe, Mailroom macht Graustufen daraus.',
    'Der Scanner kann 100 dpi nicht: gescannt wurde mit 200 dpi, Mailroom verkleinert auf 100 dpi.',
  ]);
  const folder = join(station.dataDirectory, 'scans/sessions', sessionId);
  const pages = (await readdir(folder)).filter((name) => name.endsWith('.jpg'));
  expect(pages).toHaveLength(2);
  for (const page of pages) {
    const { width, height, channels, format } = await sharp(join(folder, page)).metadata();
    expect({ width, height, channels, format }).toEqual({ width: 827, height: 1170, channels: 1, format: 'jpeg' });
  }
  await first.engine.stop();
  const second = await station.start({ scanning }, {}, { work: false });
  expect((await second.ask('scan.session', { sessionId })).notes).toEqual(session.notes);
});
