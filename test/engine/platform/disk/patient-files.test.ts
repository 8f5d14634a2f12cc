import { describe, expect, it } from 'vitest';
import { patiently } from '../../../../src/main/engine/platform/disk/patient-files.ts';

/** An act that the disk refuses so often with this code, and what was waited for it in ms. */
function refused(times: number, code: string) {
  const waits: number[] = [];
  let tries = 0;
  return {
    waits,
    tries: () => tries,
    act: () => {
      tries += 1;
      if (tries <= times) return Promise.reject(Object.assign(new Error(code), { code }));
      return Promise.resolve('done');
    },
    patience: (platform: NodeJS.Platform) => ({
      platform,
      codes: new Set(['EBUSY', 'EPERM', 'EACCES']),
      wait: (ms: number) => Promise.resolve(waits.push(ms)),
    }),
  };
}

describe('what Windows refuses for a moment', () => {
  it.each(['EBUSY', 'EPERM', 'EACCES'])('is done once it is allowed: %s', async (code) => {
    const disk = refused(5, code);
    expect(await patiently(disk.act, disk.patience('win32'))).toBe('done');
    const waited = disk.waits.reduce((sum, ms) => sum + ms, 0);
    expect(waited).toBeGreaterThanOrEqual(300);
    expect(waited).toBeLessThan(1_000);
  });

  it('is given up after some seconds, with what the disk said last', async () => {
    const disk = refused(1_000, 'EBUSY');
    await expect(patiently(disk.act, disk.patience('win32'))).rejects.toMatchObject({ code: 'EBUSY' });
    const waited = disk.waits.reduce((sum, ms) => sum + ms, 0);
    expect(waited).toBeGreaterThan(2_000);
    expect(waited).toBeLessThan(5_000);
  });

  it('is nothing else: other answers count at once, and so does every answer of another system', async () => {
    const full = refused(1, 'ENOSPC');
    await expect(patiently(full.act, full.patience('win32'))).rejects.toMatchObject({ code: 'ENOSPC' });
    const linux = refused(1, 'EACCES');
    await expect(patiently(linux.act, linux.patience('linux'))).rejects.toMatchObject({ code: 'EACCES' });
    expect([full.tries(), linux.tries()]).toEqual([1, 1]);
  });
});
