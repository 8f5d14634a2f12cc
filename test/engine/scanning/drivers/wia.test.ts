import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ScanRequest } from '../../../../src/main/engine/scanning/drivers/driver.ts';
import { powerShellArguments } from '../../../../src/main/engine/platform/system-program.ts';
import { createWiaDriver } from '../../../../src/main/engine/scanning/drivers/wia/wia-driver.ts';
import { askVariable, scanScript } from '../../../../src/main/engine/scanning/drivers/wia/wia-script.ts';
import { collectPages } from '../../../scanner/page-taker.ts';
import { makeTestFolder } from '../../../support/ports.ts';

/*
 * WIA itself is only on Windows. Here a program that says what PowerShell said stands in for it: the lines are of the form that the
 * scripts write. That the scripts do what they say is among the checks that need Windows (docs/windows-checks.md).
 */
const goOn = new AbortController().signal;
const device = '{6BDD1FC6-810F-11D0-BEC7-08002BE2092F}\\0001';
const id = `wia:${device}`;
const request: ScanRequest = {
  source: 'duplex',
  resolution: 300,
  color: 'grey',
  widthMm: 210,
  heightMm: 297,
  brightness: 20,
  contrast: 0,
};

const able = {
  event: 'capabilities',
  handling: 7,
  bed: [8500, 11690],
  feeder: [8500, 14000],
  resolutions: [600, 300],
  brightness: true,
  contrast: true,
};

/** Runs wherever Node does: a script of a shell would not start on Windows. What is asked for a scan names a folder, for a list nothing. */
const standIn = `const { readFileSync, writeFileSync } = require('node:fs');
const beside = (name) => require('node:path').join(__dirname, name);
const asked = process.env.${askVariable};
writeFileSync(beside('ask'), asked);
writeFileSync(beside('last-argument'), process.argv.at(-1));
process.stdout.write(readFileSync(beside(asked === '{}' || asked.includes('"folder"') ? 'lines' : 'able')));
`;

/** A program that says what a device can do where that alone is asked, else writes recorded lines, and keeps how it was called. */
async function recorded(lines: readonly unknown[], said: unknown = able) {
  const folder = await makeTestFolder();
  for (const [name, all] of Object.entries({ lines, able: [said] })) {
    const written = all.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\r\n`);
    await writeFile(join(folder, name), written.join(''));
  }
  const program = join(folder, 'powershell.cjs');
  await writeFile(program, standIn);
  return {
    driver: createWiaDriver(process.execPath, [program]),
    ask: async (): Promise<unknown> => JSON.parse(await readFile(join(folder, 'ask'), 'utf8')),
    lastArgument: () => readFile(join(folder, 'last-argument'), 'utf8'),
  };
}

test('scanners are listed; lines that are no answer are passed over', async () => {
  const said = ['#< CLIXML', { event: 'scanner', device, name: 'Fujitsu fi-8170' }, { event: 'end' }];
  const { driver } = await recorded(said);
  expect(await driver.list(goOn)).toEqual({ ok: true, value: [{ id, driver: 'wia', name: 'Fujitsu fi-8170' }] });
});

test('a device with glass, feeder and both sides says so, in millimetres', async () => {
  const { driver, ask } = await recorded([]);
  const sides = { resolutions: [300, 600], colors: ['color', 'grey', 'black-white'], widthMm: 216 };
  expect(await driver.capabilities(id, goOn)).toEqual({
    ok: true,
    value: {
      brightness: true,
      contrast: true,
      sources: [
        { source: 'flatbed', heightMm: 297, ...sides },
        { source: 'feeder', heightMm: 356, ...sides },
        { source: 'duplex', heightMm: 356, ...sides },
      ],
    },
  });
  expect(await ask()).toEqual({ device });
});

test('a scan tells PowerShell what is asked beside the script, and takes each page', async () => {
  const { driver, ask, lastArgument } = await recorded([
    { event: 'page', path: '/pages/page-1.png' },
    { event: 'page', path: '/pages/page-2.png' },
    { event: 'fault', code: '80210003' },
  ]);
  const { taker, pages } = await collectPages();
  expect(await driver.scan(id, request, taker, goOn)).toEqual({ ok: true, value: { pages: 2 } });
  expect(pages.map(({ path }) => path)).toEqual(['/pages/page-1.png', '/pages/page-2.png']);
  expect(await ask()).toEqual({
    device,
    handling: 5,
    intent: 2,
    resolution: 300,
    width: 2480,
    height: 3508,
    brightness: 20,
    contrast: 0,
    pages: 5000,
    folder: taker.folder,
  });
  expect(Buffer.from(await lastArgument(), 'base64').toString('utf16le')).toBe(scanScript);
});

test('what a device has not is made of the nearest that it has, and said', async () => {
  const { driver, ask } = await recorded([{ event: 'page', path: '/pages/page-1.png' }, { event: 'end' }], {
    ...able,
    handling: 2,
    resolutions: [200, 600],
    types: [3],
  });
  const { taker, pages, notes } = await collectPages();
  const asked: ScanRequest = { ...request, source: 'feeder', widthMm: 297, heightMm: 420 };
  expect(await driver.scan(id, asked, taker, goOn)).toEqual({ ok: true, value: { pages: 1 } });
  expect(await ask()).toMatchObject({ handling: 2, intent: 1, resolution: 600, width: 5102, height: 7016, pages: 1 });
  expect(pages).toMatchObject([{ density: 600, fit: { scale: 0.5, grey: true } }]);
  expect(notes).toEqual([
    { about: 'source', asked: 'feeder', done: 'flatbed' },
    { about: 'color', asked: 'grey', done: 'color' },
    { about: 'resolution', asked: 300, done: 600 },
    { about: 'paper', asked: { widthMm: 297, heightMm: 420 }, done: { widthMm: 216, heightMm: 297 } },
  ]);
});

test.each([
  ['both sides of a glass', { handling: 2 }, { source: 'duplex' }],
  ['600 dpi of 300', { resolutions: [300] }, { resolution: 600 }],
  ['colour of grey', { types: [0, 2] }, { color: 'color' }],
] as const)('what cannot be made is refused: %s', async (_words, has, asked) => {
  const { driver } = await recorded([{ event: 'end' }], { ...able, ...has });
  const { taker } = await collectPages();
  expect(await driver.scan(id, { ...request, ...asked }, taker, goOn)).toMatchObject({
    ok: false,
    fault: { code: 'scanner-refused' },
  });
});

test.each([
  ['80210002', 'scanner-jammed'],
  ['80210003', 'scanner-empty'],
  ['80210005', 'scanner-off'],
  ['80210006', 'scanner-busy'],
  ['80210015', 'scanner-missing'],
  ['80210016', 'scanner-open'],
  ['80070005', 'scanner-denied'],
  ['refused', 'scanner-refused'],
  ['80004005', 'scanner-failed'],
])('WIA %s is the fault %s', async (told, code) => {
  const { driver } = await recorded([{ event: 'fault', code: told }]);
  const { taker } = await collectPages();
  expect(await driver.scan(id, request, taker, goOn)).toMatchObject({ ok: false, fault: { code } });
});

test('a script that ends without a word, as where an administrator restricts PowerShell, is a fault; so is no PowerShell', async () => {
  const { driver } = await recorded([{ event: 'page', path: '/pages/page-1.png' }]);
  const { taker } = await collectPages();
  expect(await driver.scan(id, request, taker, goOn)).toMatchObject({ ok: false, fault: { code: 'scanner-failed' } });
  expect(await driver.list(goOn)).toMatchObject({
    ok: false,
    fault: { code: 'scanner-software-missing', params: { program: 'PowerShell' } },
  });
  const none = createWiaDriver('/nowhere/powershell.exe');
  expect(await none.list(goOn)).toMatchObject({ ok: false, fault: { code: 'scanner-software-missing' } });
  expect(await none.capabilities(id, goOn)).toMatchObject({ ok: false, fault: { code: 'scanner-software-missing' } });
});

test('PowerShell in constrained language mode, which ends at the second line of each script, is told as missing software', async () => {
  // It complains to stderr alone; what stands in stdout is the head of that complaint where both are one.
  const { driver } = await recorded(['#< CLIXML'], '#< CLIXML');
  const { taker, pages } = await collectPages();
  const missing = { ok: false, fault: { code: 'scanner-software-missing', params: { program: 'PowerShell' } } };
  expect(await driver.list(goOn)).toMatchObject(missing);
  expect(await driver.capabilities(id, goOn)).toMatchObject(missing);
  expect(await driver.scan(id, request, taker, goOn)).toMatchObject(missing);
  expect(pages).toEqual([]);
});

test('nothing of what is asked stands in the text of the script', () => {
  expect(powerShellArguments('x').slice(0, -1)).toEqual([
    '-NoProfile',
    '-NonInteractive',
    '-ExecutionPolicy',
    'Bypass',
    '-Sta',
    '-EncodedCommand',
  ]);
  expect(scanScript).not.toMatch(/\$\{/);
});
