import type { ScanRequest } from '../../src/main/engine/scanning/drivers/driver.ts';
import type { BackendDevice } from './habit-backend.ts';
import type { Habit } from './habits.ts';

/** SANE_Status of the standard, by which a driver says what is wrong. */
const status = { busy: '3', invalid: '4', jammed: '6', open: '8', io: '9', denied: '11' } as const;

/** A habit of SANE drivers, and what comes of a run with three sheets in the feeder. */
export interface SaneHabit extends Pick<Habit, 'name' | 'does' | 'pages' | 'fault' | 'notes' | 'fit'> {
  readonly device: BackendDevice;
  /** What is asked for otherwise than A4 in grey from the feeder with 75 dpi. */
  readonly request?: Partial<ScanRequest>;
  /** What is set at the device when its first page begins; the paper is in any case that which was asked for. */
  readonly set?: Readonly<Record<string, string>>;
  /** The size of each page in pixels, where it is not the paper that was asked for. */
  readonly pixels?: readonly [width: number, height: number];
  /** The device is at another computer, behind `saned`, which dies once the first page is here. */
  readonly remote?: 'whole' | 'dies';
}

const brother = {
  mode: ['string', 'Black & White|Gray[Error Diffusion]|True Gray|24bit Color', '24bit Color'],
} as const;
const epson = {
  source: ['string', 'Document Table|Automatic Document Feeder', 'Document Table'],
  'adf-mode': ['string', 'Simplex|Duplex', 'Duplex'],
} as const;
const both = ['string', 'Flatbed|ADF', 'Flatbed'] as const;
const noSource = { source: null, 'br-y': ['mm', '0..297', '297'] } as const;
const unsure = { about: 'source', asked: 'feeder', done: 'flatbed', unsure: true } as const;
const glass: Partial<ScanRequest> = { source: 'flatbed' };
const a4 = { widthMm: 210, heightMm: 297 };

/** The habits by name; each was seen at drivers that others wrote. */
export const saneHabits: readonly SaneHabit[] = [
  {
    name: 'none',
    does: 'has the words of the standard',
    device: {},
    set: { source: 'ADF', mode: 'Gray', resolution: '75' },
  },
  {
    name: 'true-gray',
    does: 'has `True Gray` behind a grey of one bit (Brother)',
    device: { options: brother },
    set: { mode: 'True Gray' },
  },
  {
    name: 'black-and-white',
    does: 'calls black and white so (Brother)',
    device: { options: brother },
    request: { color: 'black-white' },
    set: { mode: 'Black & White' },
  },
  {
    name: 'brackets',
    does: 'has a mode with brackets in its name, and it is set (Brother)',
    device: { options: { mode: ['string', 'True Gray|24bit Color[Fast]', '24bit Color[Fast]'] } },
    set: { mode: 'True Gray' },
  },
  {
    name: 'fast-colour',
    does: 'has a fast and a slow colour (Brother)',
    device: { options: { mode: ['string', 'True Gray|24bit Color[Fast]|24bit Color', 'True Gray'] } },
    request: { color: 'color' },
    set: { mode: '24bit Color' },
  },
  {
    name: 'document-table',
    does: 'calls its glass a table (Epson)',
    device: { options: epson },
    request: glass,
    set: { source: 'Document Table' },
    pages: 1,
  },
  {
    name: 'both-sides-by-mode',
    does: 'asks for both sides with `adf-mode` (Epson)',
    device: { options: epson },
    request: { source: 'duplex' },
    set: { source: 'Automatic Document Feeder', 'adf-mode': 'Duplex' },
    pages: 6,
  },
  {
    name: 'one-side-by-mode',
    does: 'has both sides set in `adf-mode`, and one is asked for (Epson)',
    device: { options: epson },
    set: { 'adf-mode': 'Simplex' },
  },
  {
    name: 'both-sides-by-switch',
    does: 'asks for both sides with a switch',
    device: { options: { source: both, duplex: ['bool', '-', 'no'] } },
    request: { source: 'duplex' },
    set: { duplex: '1' },
    pages: 6,
  },
  {
    name: 'front-and-back',
    does: 'has a source for the back alone before that for the front, and wants to know the size of the paper (Fujitsu)',
    device: {
      options: {
        source: ['string', 'ADF Back|ADF Front|ADF Duplex', 'ADF Back'],
        'page-width': ['mm', '0..221', '215'],
        'page-height': ['mm', '0..876', '150'],
        'br-y': ['mm', '0..876', '279'],
      },
    },
    set: { source: 'ADF Front', 'page-width': '210', 'page-height': '297' },
  },
  {
    name: 'feeder-without-source',
    does: 'offers no choice of a source, but says whether paper is loaded',
    device: { options: { ...noSource, 'page-loaded': ['bool', '-', 'no'] }, also: [['trait', 'feeder', 'yes']] },
  },
  {
    name: 'glass-without-source',
    does: 'offers no choice of a source, and the feeder is asked for',
    device: { options: noSource, also: [['trait', 'noise', '32']] },
    notes: [unsure],
  },
  {
    name: 'silent-feeder',
    does: 'is a feeder that says nothing of itself',
    device: { options: noSource, also: [['trait', 'feeder', 'yes']] },
  },
  {
    name: 'longer-feeder',
    does: 'takes longer paper once its feeder is set, and legal paper is asked for',
    device: { options: { 'br-y': ['mm', '0..297', '100'] }, also: [['most', 'br-y', 'ADF', '356']] },
    request: { heightMm: 355.6 },
    set: { 'br-y': '355.6' },
  },
  {
    name: 'glass-too-short',
    does: 'has a glass of A4, and legal paper is asked for',
    device: {},
    request: { ...glass, heightMm: 355.6 },
    pixels: [620, 877],
    notes: [{ about: 'paper', asked: { ...a4, heightMm: 355.6 }, done: a4 }],
    pages: 1,
  },
  {
    name: 'paper-in-pixels',
    does: 'measures paper in pixels',
    device: { options: { 'br-x': ['pixels', '0..5100', '638'], 'br-y': ['pixels', '0..8400', '300'] } },
  },
  {
    name: 'no-paper-size',
    does: 'lets nobody say how large the paper is',
    device: { options: { 'tl-x': null, 'tl-y': null, 'br-x': null, 'br-y': null } },
  },
  {
    name: 'two-resolutions',
    does: 'has a resolution for each direction',
    device: {
      options: { resolution: null, 'x-resolution': ['int', '75|150', '150'], 'y-resolution': ['int', '75|150', '150'] },
    },
    set: { 'x-resolution': '75', 'y-resolution': '75' },
  },
  {
    name: 'resolution-range',
    does: 'takes any resolution of a range',
    device: { options: { resolution: ['int', '50..600', '50'] } },
    request: { resolution: 90 },
    set: { resolution: '90' },
  },
  {
    name: 'no-such-resolution',
    does: 'has 75 and 150 dpi, and 100 are asked for',
    device: { options: { resolution: ['int', '75|150', '75'] } },
    request: { resolution: 100 },
    set: { resolution: '150' },
    pixels: [1_240, 1_754],
    notes: [{ about: 'resolution', asked: 100, done: 150 }],
    fit: { scale: 100 / 150, grey: false },
  },
  {
    name: 'too-coarse',
    does: 'has at most 600 dpi, and 1,200 are asked for',
    device: {},
    request: { resolution: 1_200 },
    pages: 0,
    fault: 'scanner-refused',
  },
  {
    name: 'no-black-white',
    does: 'has no black and white',
    device: { options: { mode: ['string', 'Gray|Color', 'Color'] } },
    request: { color: 'black-white' },
    set: { mode: 'Gray' },
    notes: [{ about: 'color', asked: 'black-white', done: 'grey' }],
  },
  {
    name: 'no-mode',
    does: 'lets nobody choose a mode and gives colour',
    device: { options: { mode: null } },
    notes: [{ about: 'color', asked: 'grey', done: 'color' }],
    fit: { scale: 1, grey: true },
  },
  {
    name: 'grey-only',
    does: 'has no colour, and colour is asked for',
    device: { options: { mode: ['string', 'Lineart|Gray', 'Gray'] } },
    request: { color: 'color' },
    pages: 0,
    fault: 'scanner-refused',
  },
  {
    name: 'no-duplex',
    does: 'sees one side, and both are asked for',
    device: { options: { source: both } },
    request: { source: 'duplex' },
    pages: 0,
    fault: 'scanner-refused',
  },
  {
    name: 'sixteen-bits',
    does: 'has 16 bits a dot set, and 8 as well',
    device: { options: { depth: ['int', '8|16', '16'] } },
    set: { depth: '8' },
  },
  { name: 'only-sixteen-bits', does: 'has 16 bits a dot alone', device: { options: { depth: ['int', '16', '16'] } } },
  {
    name: 'three-passes',
    does: 'gives red, green and blue one after the other',
    device: { also: [['trait', 'passes', '3']] },
    request: { ...glass, color: 'color' },
    pages: 1,
  },
  {
    name: 'length-unknown',
    does: 'does not know how long a page is before it ends',
    device: { also: [['trait', 'lines', 'unknown']] },
  },
  {
    name: 'own-option',
    does: 'has an option of its own, which `driverOptions` of the profile sets',
    device: { options: { swcrop: ['bool', '-', 'no'] } },
    request: { options: { swcrop: 'yes' } },
    set: { swcrop: '1' },
  },
  {
    name: 'own-option-later',
    does: 'has an option that can be set only in black and white, which `driverOptions` of the profile sets',
    device: {
      options: { mode: ['string', 'Gray|Lineart', 'Gray'], threshold: ['int', '0..255', '128'] },
      also: [['active', 'threshold', 'mode', 'Lineart']],
    },
    request: { color: 'black-white', options: { threshold: '90' } },
    set: { mode: 'Lineart', threshold: '90' },
  },
  {
    name: 'no-such-option',
    does: 'does not have an option that `driverOptions` of the profile names',
    device: {},
    request: { options: { 'output-file': '/nowhere' } },
    pages: 0,
    fault: 'scanner-refused',
  },
  ...(
    [
      ['in-use', 'is in use when it is opened', [['trait', 'open', status.busy]], 0, 'scanner-busy'],
      ['no-right', 'gives no access to this account', [['trait', 'open', status.denied]], 0, 'scanner-denied'],
      ['gone', 'is not there any more', [['trait', 'open', status.invalid]], 0, 'scanner-missing'],
      [
        'jam',
        'jams at the third sheet',
        [
          ['trait', 'at', '3'],
          ['trait', 'read', status.jammed],
        ],
        2,
        'scanner-jammed',
      ],
      [
        'opened',
        'is opened before the third sheet',
        [
          ['trait', 'at', '3'],
          ['trait', 'start', status.open],
        ],
        2,
        'scanner-open',
      ],
      [
        'unplugged',
        'is unplugged in the middle of the second page',
        [
          ['trait', 'at', '2'],
          ['trait', 'read', status.io],
        ],
        1,
        'scanner-off',
      ],
      [
        'hangs-in-page',
        'says nothing any more in the middle of the second page',
        [
          ['trait', 'at', '2'],
          ['trait', 'hang', 'read'],
        ],
        1,
        'scanner-off',
      ],
      [
        'hangs-before-page',
        'says nothing when its first page is asked for',
        [['trait', 'hang', 'start']],
        0,
        'scanner-off',
      ],
    ] as const
  ).map(([name, does, also, pages, fault]) => ({ name, does, device: { also }, pages, fault })),
  {
    name: 'fails-and-hangs',
    does: 'never returns from its `sane_close` after an error',
    device: {
      also: [
        ['trait', 'at', '2'],
        ['trait', 'read', status.io],
        ['trait', 'hang', 'close'],
      ],
    },
    pages: 1,
    fault: 'scanner-off',
  },
  ...(['close', 'exit'] as const).map((where) => ({
    name: `hangs-in-${where}`,
    does: `never returns from its \`sane_${where}\``,
    device: { also: [['trait', 'hang', where]] },
  })),
  { name: 'remote', does: 'is at another computer (`saned`)', device: {}, remote: 'whole' },
  {
    name: 'remote-dies-between',
    does: 'is at another computer, whose `saned` dies between two pages',
    device: {
      also: [
        ['trait', 'at', '2'],
        ['trait', 'hang', 'start'],
      ],
    },
    remote: 'dies',
    pages: 1,
    fault: 'scanner-off',
  },
  {
    name: 'remote-dies',
    does: 'is at another computer, whose `saned` dies in the middle of the second page',
    device: { also: [['trait', 'slow', '20000']] },
    remote: 'dies',
    pages: 1,
    fault: 'scanner-off',
  },
];
