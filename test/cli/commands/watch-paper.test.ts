import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { devicePdf, type DevicePage } from '../../scanner/device-files.ts';
import { barcode, bars, letter, scanned } from '../../scanner/paper.ts';
import { builtCommand } from '../../support/mailroom-command.ts';
import { makePracticeStation } from '../../support/practice-station.ts';

const mailroom = builtCommand();
const project = ['--project', 'accounts-payable'];

async function page(svg: string): Promise<DevicePage> {
  return { picture: await scanned({ svg }, 100), keeping: 'jpeg' };
}

async function coded(code: string): Promise<DevicePage> {
  return page(letter + (await barcode('Code128', code, 30, 10, 90)));
}

test('watch takes scanned files apart where a flag says how; blank pages stay out, barcodes become external ids', async () => {
  const { env, root, service } = await makePracticeStation({ processingMs: 1 });
  const folder = join(root, 'in');
  await mkdir(folder);
  const stack = [
    await coded('RE-4711'),
    await page(letter),
    await page(''),
    await coded('LS-1'),
    await coded('RE-4712'),
    await page(bars([false, true, false, true])),
    await page(letter),
  ];
  await writeFile(join(folder, 'scan.pdf'), await devicePdf(stack, 100));
  const paper = ['--separate', 'patch+barcode:RE-', '--blank-below', '0.3', '--barcode-kind', 'code-128'];
  const run = await mailroom.call(['watch', folder, ...project, ...paper, '--once', '--json'], { env });
  expect(run.stderr).toBe('');
  expect(run.status).toBe(0);
  expect(service.stats()).toMatchObject({ documents: 3 });
  const listed = await mailroom.call(['documents', 'list', ...project, '--json'], { env });
  expect(listed.stdout).toContain('"externalId":"RE-4711"');
  expect(listed.stdout).toContain('"externalId":"RE-4712"');
});

test.each([
  ['--separate', 'sometimes'],
  ['--separate', 'patch:RE-'],
  ['--separate', '0'],
  ['--blank-below', 'much'],
  ['--blank-below', '21'],
  ['--barcode-to', 'title'],
  ['--barcode-kind', 'runes'],
])('%s %s is wrong usage, told by the name of the flag', async (flag, value) => {
  const { env, root } = await makePracticeStation({ processingMs: 1 });
  const run = await mailroom.call(['watch', root, ...project, flag, value, '--once'], { env });
  expect(run.status).toBe(2);
  expect(run.stderr).toContain(`${flag} ${value}`);
});
