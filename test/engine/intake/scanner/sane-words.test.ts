import { expect, test } from 'vitest';
import type { ScanRequest } from '../../../../src/main/engine/intake/scanner/driver.ts';
import { readSaneOptions } from '../../../../src/main/engine/intake/scanner/sane/read-options.ts';
import { saneCapabilities } from '../../../../src/main/engine/intake/scanner/sane/capabilities.ts';
import { chosenSource, planScan } from '../../../../src/main/engine/intake/scanner/sane/scan-arguments.ts';

const request: ScanRequest = {
  source: 'flatbed',
  resolution: 150,
  color: 'grey',
  widthMm: 210,
  heightMm: 297,
  brightness: 0,
  contrast: 0,
};

/** Options as `scanimage -A` prints them; absent ones are those of a plain device. */
function optionsOf(changed: Readonly<Record<string, string | null>>) {
  const plain: Record<string, string | null> = {
    '--mode': 'Lineart|Gray|Color [Lineart]',
    '--source': 'Flatbed|ADF|ADF Duplex [Flatbed]',
    '--resolution': '75|150|300|600dpi [75]',
    '-x': '0..216mm [216]',
    '-y': '0..297mm [297]',
  };
  const lines = Object.entries({ ...plain, ...changed }).flatMap(([name, value]) => {
    if (value === null) return [];
    return [`    ${name}${value.startsWith('[=') ? '' : ' '}${value}`, '        What it does.'];
  });
  return readSaneOptions(`All options specific to device \`x':\n${lines.join('\n')}\n`);
}

/** The settings of the device that a request leads to, without those of files; or the setting that is refused. */
function settingsOf(changed: Readonly<Record<string, string | null>>, asked: Partial<ScanRequest> = {}) {
  const options = optionsOf(changed);
  const wanted = { ...request, ...asked };
  const chosen = chosenSource(options, wanted.source);
  const plan = chosen.ok ? planScan('x', options, chosen.value, wanted, '/f') : chosen;
  if (!plan.ok) return plan.fault.params;
  return {
    set: plan.value.args
      .filter((each) => !/^--(?:device-name|format|batch|batch-print|progress)(?:=|$)/.test(each))
      .join(' '),
    notes: plan.value.notes,
    ...plan.value.fit,
  };
}

const paper = '-x 210 -y 297';

test.each<[string, Record<string, string | null>, Partial<ScanRequest>, object]>([
  [
    'Brother: true grey before error diffusion, which has one bit',
    { '--mode': 'Black & White|Gray[Error Diffusion]|True Gray|24bit Color [24bit Color]' },
    {},
    { set: `--source=Flatbed --mode=True Gray --resolution=150 ${paper} --batch-count=1` },
  ],
  [
    'Brother: black and white',
    { '--mode': 'Black & White|Gray[Error Diffusion]|True Gray|24bit Color [24bit Color]' },
    { color: 'black-white' },
    { set: `--source=Flatbed --mode=Black & White --resolution=150 ${paper} --batch-count=1` },
  ],
  [
    'Brother: the slow colour where there is one, else the fast one',
    { '--mode': 'True Gray|24bit Color[Fast]|24bit Color [True Gray]' },
    { color: 'color' },
    { set: `--source=Flatbed --mode=24bit Color --resolution=150 ${paper} --batch-count=1` },
  ],
  [
    'Epson: a switch of the feeder says whether both sides are seen',
    { '--source': 'Flatbed|Automatic Document Feeder [Flatbed]', '--adf-mode': 'Simplex|Duplex [Simplex]' },
    { source: 'duplex' },
    { set: `--source=Automatic Document Feeder --adf-mode=Duplex --mode=Gray --resolution=150 ${paper}` },
  ],
  [
    'the same, one side',
    { '--source': 'Flatbed|Automatic Document Feeder [Flatbed]', '--adf-mode': 'Simplex|Duplex [Duplex]' },
    { source: 'feeder' },
    { set: `--source=Automatic Document Feeder --adf-mode=Simplex --mode=Gray --resolution=150 ${paper}` },
  ],
  [
    'a switch that is called duplex',
    { '--source': 'Flatbed|ADF [Flatbed]', '--duplex': '[=(yes|no)] [no]' },
    { source: 'duplex' },
    { set: `--source=ADF --duplex=yes --mode=Gray --resolution=150 ${paper}` },
  ],
  [
    'Epson: a glass that is called a table',
    { '--source': 'Document Table|ADF [ADF]' },
    {},
    { set: `--source=Document Table --mode=Gray --resolution=150 ${paper} --batch-count=1` },
  ],
  [
    'Fujitsu: the front before the back, and paper as large as is asked for',
    {
      '--source': 'ADF Back|ADF Front|ADF Duplex [ADF Front]',
      '--page-width': '0..221mm [215]',
      '--page-height': '0..876mm [279]',
      '-y': '0..876mm [279]',
    },
    { source: 'feeder' },
    { set: `--source=ADF Front --mode=Gray --resolution=150 --page-width=210 --page-height=297 ${paper}` },
  ],
  [
    'resolutions for each direction',
    { '--resolution': null, '--x-resolution': '75|150|300dpi [75]', '--y-resolution': '75|150|300dpi [75]' },
    {},
    { set: `--source=Flatbed --mode=Gray --x-resolution=150 --y-resolution=150 ${paper} --batch-count=1` },
  ],
  [
    'the next higher resolution, made smaller',
    { '--resolution': '100|300dpi [100]' },
    {},
    {
      set: `--source=Flatbed --mode=Gray --resolution=300 ${paper} --batch-count=1`,
      notes: [{ about: 'resolution', asked: 150, done: 300 }],
      fit: { scale: 0.5, grey: false },
    },
  ],
  [
    'no black and white: of grey',
    { '--mode': 'Gray|Color [Gray]' },
    { color: 'black-white' },
    {
      set: `--source=Flatbed --mode=Gray --resolution=150 ${paper} --batch-count=1`,
      notes: [{ about: 'color', asked: 'black-white', done: 'grey' }],
    },
  ],
  [
    'no choice of a source, but a feeder all the same',
    { '--source': null, '--page-loaded': '[=(yes|no)] [no]' },
    { source: 'feeder' },
    { set: `--mode=Gray --resolution=150 ${paper}` },
  ],
  [
    'no choice of a source: a glass, which would be scanned for ever',
    { '--source': null },
    { source: 'feeder' },
    {
      set: `--mode=Gray --resolution=150 ${paper} --batch-count=1`,
      notes: [{ about: 'source', asked: 'feeder', done: 'flatbed' }],
    },
  ],
  [
    'paper that is too long for the source',
    {},
    { heightMm: 355.6 },
    {
      set: '--source=Flatbed --mode=Gray --resolution=150 -x 210 -y 297 --batch-count=1',
      notes: [{ about: 'paper', asked: { widthMm: 210, heightMm: 355.6 }, done: { widthMm: 210, heightMm: 297 } }],
    },
  ],
  [
    'options of a profile by their own names, last',
    { '--swcrop': '[=(yes|no)] [no]', '--depth': '8|16 [16]' },
    { options: { swcrop: 'yes' } },
    { set: `--source=Flatbed --mode=Gray --depth=8 --resolution=150 ${paper} --swcrop=yes --batch-count=1` },
  ],
  [
    'a file of another name is no option of a device',
    {},
    { options: { 'output-file': '/x' } },
    { setting: 'output-file' },
  ],
  [
    'both sides of a device that sees one',
    { '--source': 'Flatbed|ADF [ADF]' },
    { source: 'duplex' },
    { setting: 'duplex' },
  ],
  ['colour of a device that has none', { '--mode': 'Lineart|Gray [Gray]' }, { color: 'color' }, { setting: 'color' }],
  ['more dots than there are', {}, { resolution: 1_200 }, { setting: '1200 dpi' }],
])('%s', (_words, changed, asked, expected) => {
  expect(settingsOf(changed, asked)).toEqual('setting' in expected ? expected : { notes: [], ...expected });
});

test('what a device can do is told by the words of every maker', () => {
  const told = saneCapabilities(
    optionsOf({
      '--source': 'Document Table|ADF|Transparency Unit [ADF]',
      '--adf-mode': 'Simplex|Duplex [Simplex]',
      '--mode': 'Black & White|Gray[Error Diffusion]|True Gray|24bit Color[Fast] [True Gray]',
      '--resolution': '50..600dpi [300]',
      '-y': '0..355.6mm [297]',
    }),
  );
  expect(told.sources.map(({ source }) => source)).toEqual(['flatbed', 'feeder', 'duplex']);
  expect(told.sources[0]).toMatchObject({
    resolutions: [75, 100, 150, 200, 240, 300, 400, 600],
    colors: ['color', 'grey', 'black-white'],
    widthMm: 216,
    heightMm: 355.6,
  });
});
