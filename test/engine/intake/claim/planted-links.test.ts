import { chmod, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { plantLink } from '../../../support/other-account.ts';
import { createIntakeStation, eventually } from '../intake-station.ts';
import { pdfBytes } from '../sample-bytes.ts';

test.each([['.mailroom'], ['.mailroom/station'], ['.mailroom/station/files'], ['.mailroom/station/claiming']])(
  'a shared folder in which somebody made %s a link lets nothing be claimed, says so, and goes on when it is gone',
  async (name) => {
    const station = await createIntakeStation();
    const elsewhere = join(station.beside, 'autostart');
    const planted = join(station.folder, name);
    await mkdir(join(planted, '..'), { recursive: true });
    await mkdir(elsewhere);
    await writeFile(join(elsewhere, 'mine.txt'), 'mine');
    for (const folder of [station.beside, join(planted, '..')]) await chmod(folder, 0o777);
    plantLink(elsewhere, planted);
    await writeFile(join(station.folder, 'a.pdf'), pdfBytes());

    const watcher = await station.watch({ claim: true });
    await eventually(() => watcher.health()).toMatchObject({
      state: 'silent',
      fault: { code: 'folder-unsafe', owner: 'it', params: { folder: planted, problem: 'a-link' } },
    });
    expect(await readdir(elsewhere)).toEqual(['mine.txt']);
    expect(await readFile(join(elsewhere, 'mine.txt'), 'utf8')).toBe('mine');
    expect(await readdir(station.folder)).toContain('a.pdf');

    await rm(planted);
    await eventually(async () => (await station.items()).map((item) => item.stage)).toEqual(['accepted']);
    await eventually(() => watcher.health().fault).toBeNull();
  },
);
