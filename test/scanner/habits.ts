import PDFDocument from 'pdfkit';
import sharp from 'sharp';
import type { ScanRequest } from '../../src/main/engine/scanning/drivers/driver.ts';
import { unitsPerMm } from '../../src/main/engine/scanning/drivers/escl/read-capabilities.ts';
import type { FaultCode } from '../../src/shared/faults.ts';
import { scanNoteWords } from '../../src/shared/scan/scan-notes.ts';
import type { ScanNote } from '../../src/shared/scanning.ts';
import type { HabitDevice } from './habit-scanner.ts';
import type { JobSettings } from './scan-job.ts';

/** A habit of network scanners, and what comes of a run with three sheets in the feeder. */
export interface Habit {
  readonly name: string;
  /** What such a device does, in words for the table of the documents. */
  readonly does: string;
  readonly device: HabitDevice;
  /** What is asked for otherwise than an A4 page in colour from the feeder with 100 dpi. */
  readonly request?: Partial<ScanRequest>;
  /** Absent: three pages. */
  readonly pages?: number;
  readonly fault?: FaultCode;
  readonly notes?: readonly ScanNote[];
  /** What the device is asked for. */
  readonly job?: Partial<JobSettings>;
  /** What is to be done with the pages. */
  readonly fit?: { readonly scale: number; readonly grey: boolean };
  /** The pages are other bytes than those that the device drew. */
  readonly mended?: boolean;
}

/** A JPEG on a page of a PDF, as devices send that know nothing else. */
async function inPdf(page: Buffer, { resolution }: JobSettings): Promise<Buffer> {
  const { width, height } = await sharp(page).metadata();
  const size: [number, number] = [(width / resolution) * 72, (height / resolution) * 72];
  const pdf = new PDFDocument({ autoFirstPage: false });
  const chunks: Uint8Array[] = [];
  pdf.on('data', (chunk: Uint8Array) => chunks.push(chunk));
  const ended = new Promise((resolve) => pdf.once('end', resolve));
  pdf.addPage({ size, margin: 0 }).image(page, 0, 0, { width: size[0], height: size[1] });
  pdf.end();
  await ended;
  return Buffer.concat(chunks);
}

/** A JPEG that says its height behind the picture (ITU-T T.81, B.2.5). */
function heightBehind(page: Buffer): Buffer {
  const changed = Buffer.from(page);
  let at = 2;
  while ((changed[at + 1] ?? 0) < 0xc0 || (changed[at + 1] ?? 0) > 0xc2) at += 2 + changed.readUInt16BE(at + 2);
  const height = changed.subarray(at + 5, at + 7);
  const segment = Buffer.concat([Buffer.from([0xff, 0xdc, 0, 4]), height]);
  height.fill(0);
  return Buffer.concat([changed.subarray(0, -2), segment, changed.subarray(-2)]);
}

const oddEnd = (cause: string): readonly ScanNote[] => [{ about: 'end', cause }];
const endsWith = (status: number): Habit => ({
  name: `end-${status}`,
  does: `ends a run with ${status} instead of 404`,
  device: { end: status },
  // Many devices end so that say that their feeder is empty.
  ...([204, 409, 410].includes(status) ? {} : { notes: oddEnd(`status ${status}`) }),
});
const jobSaid = (path: string, state: string, left: number): string =>
  `<scan:Jobs><scan:JobInfo><pwg:JobUri>${path}</pwg:JobUri><pwg:ImagesToTransfer>${left}</pwg:ImagesToTransfer><pwg:JobState>${state}</pwg:JobState></scan:JobInfo></scan:Jobs>`;
const has = (body: string, name: string): boolean => body.includes(`${name}>`);

/** The habits by name; each was seen at devices that others wrote or sold. */
export const habits: readonly Habit[] = [
  { name: 'none', does: 'does everything as the protocol says', device: {} },
  ...[400, 403, 409, 410, 500, 204].map(endsWith),
  {
    name: 'end-closed',
    does: 'ends a run by closing the connection',
    device: { end: 'close' },
    notes: oddEnd('ECONNRESET'),
  },
  ...[404, 409].map((status) => ({
    name: `end-${status}-loaded`,
    does: `ends a run with ${status} and says for ever that paper lies in its feeder (AirSane)`,
    device: { end: status, paper: () => 'ScannerAdfLoaded' },
    notes: [{ about: 'end' as const, cause: `status ${status}`, paper: 'left' as const }],
  })),
  {
    name: 'end-409-loaded-late',
    does: 'ends a run with 409 before its eye sees that the feeder is empty',
    device: { end: 409, paper: ({ laid, tries }) => `ScannerAdf${laid > 0 || tries <= 3 ? 'Loaded' : 'Empty'}` },
  },
  {
    name: 'end-409-unsaid',
    does: 'ends a run with 409 and does not say whether paper lies in its feeder',
    device: { end: 409, paper: () => 'ScannerAdfProcessing' },
    notes: [{ about: 'end', cause: 'status 409', paper: 'unsaid' }],
  },
  {
    name: 'job-forgotten',
    does: 'forgets a job after two pages, with paper in the feeder',
    device: { instead: ({ given }) => (given >= 2 ? 404 : null), state: () => 'Idle' },
  },
  {
    name: 'broken-off-paper-left',
    does: 'forgets a job that somebody broke off at its panel, with paper in the feeder',
    device: {
      instead: ({ given }) => (given >= 2 ? 404 : null),
      state: () => 'Idle',
      jobInfo: (_state, path) => jobSaid(path, 'Canceled', 0),
    },
    pages: 2,
    fault: 'scanner-failed',
  },
  {
    name: 'end-error-paper-left',
    does: 'breaks a run off with 500 while paper is in the feeder',
    device: { instead: ({ given }) => (given >= 2 ? 500 : null), state: () => 'Idle' },
    pages: 2,
    fault: 'scanner-failed',
  },
  {
    name: 'closed-paper-left',
    does: 'closes the connection while paper is in the feeder',
    device: { instead: ({ given }) => (given >= 2 ? 'close' : null), state: () => 'Idle' },
    pages: 2,
    fault: 'scanner-off',
  },
  {
    name: 'early-404',
    does: 'says 404 before its first page, while it works',
    device: { instead: ({ given, tries }) => (given === 0 && tries <= 3 ? 404 : null) },
  },
  {
    name: 'early-404-between',
    does: 'says 404 between two pages, while it works (Brother, Xerox)',
    device: { instead: ({ given, laid, tries }) => (given > 0 && laid > 0 && tries <= 3 ? 404 : null) },
  },
  {
    name: 'last-page-inside',
    does: 'says 404 and an empty feeder while its last page is still inside',
    device: {
      instead: ({ given, tries }) => (given === 2 && tries <= 3 ? 404 : null),
      paper: ({ given, laid }) => (laid > 0 && given < 2 ? 'ScannerAdfLoaded' : 'ScannerAdfEmpty'),
      state: () => 'Idle',
      jobInfo: ({ laid }, path) => jobSaid(path, 'Processing', laid),
    },
  },
  { name: 'always-processing', does: 'says for ever that it works', device: { state: () => 'Processing' } },
  {
    name: 'not-ready',
    does: 'says 503 for a page that is not ready',
    device: { instead: ({ tries }) => (tries <= 3 ? 503 : null) },
  },
  {
    name: 'glass-asked-to-its-end',
    does: 'stays busy until the glass was asked to its end and the job was taken back',
    device: {},
    request: { source: 'flatbed' },
    pages: 1,
  },
  {
    name: 'glass-end-500',
    does: 'answers 500 when the glass is asked for a second page',
    device: { end: 500 },
    request: { source: 'flatbed' },
    pages: 1,
  },
  {
    name: 'glass-gives-again',
    does: 'gives the page of the glass as often as it is asked',
    device: { instead: ({ given }) => (given > 0 ? 200 : null) },
    request: { source: 'flatbed' },
    pages: 1,
  },
  {
    name: 'empty-lie',
    does: 'says that its feeder is empty, with paper in it',
    device: { paper: () => 'ScannerAdfEmpty' },
  },
  {
    name: 'paper-unsaid',
    does: 'does not say whether paper lies in its feeder',
    device: { paper: () => 'ScannerAdfProcessing' },
  },
  {
    name: 'paper-misspelt',
    does: 'says ScannedAdfLoaded',
    device: { paper: ({ laid }) => (laid > 0 ? 'ScannedAdfLoaded' : 'ScannerAdfEmpty') },
  },
  {
    name: 'door-open',
    does: 'says ScannerAdfDoorOpen after two pages',
    device: {
      instead: ({ given }) => (given >= 2 ? 409 : null),
      paper: ({ given }) => (given >= 2 ? 'ScannerAdfDoorOpen' : 'ScannerAdfLoaded'),
    },
    pages: 2,
    fault: 'scanner-open',
  },
  {
    name: 'warming',
    does: 'says 503 to a job while it warms up',
    device: { refuse: (_body, _request, { tries }) => (tries <= 3 ? 503 : null) },
    notes: [{ about: 'waiting' }],
  },
  { name: 'status-404', does: 'has no page of its state', device: { statusAnswer: () => 404 } },
  { name: 'status-500', does: 'fails when asked for its state', device: { statusAnswer: () => 500 } },
  { name: 'status-503', does: 'says 503 when asked for its state', device: { statusAnswer: () => 503 } },
  {
    name: 'profile-names',
    does: 'describes its settings once and names them at each place of paper',
    device: { profilesByName: true },
  },
  {
    name: 'resolution-range',
    does: 'names a range of resolutions instead of a list',
    device: { resolutionRange: [75, 1_200] },
    request: { resolution: 130 },
    job: { resolution: 130 },
  },
  {
    name: 'leading-newline',
    does: 'begins its description with an empty line',
    device: { describe: (xml) => `\r\n${xml}` },
  },
  {
    name: 'byte-order-mark',
    does: 'begins its description with a byte order mark',
    device: { describe: (xml) => `\u{FEFF}${xml}` },
  },
  {
    name: 'bare-ampersand',
    does: 'writes a bare & in its name',
    device: { describe: (xml) => xml.replace('Habit Scanner', 'Habit Scan & Print') },
  },
  {
    name: 'document-type',
    does: 'declares a document type with entities',
    device: {
      describe: (xml) =>
        xml
          .replace('?>\n', '?>\n<!DOCTYPE ScannerCapabilities [<!ENTITY who "somebody">]>\n')
          .replace('Habit Scanner', '&who;'),
    },
  },
  {
    name: 'other-prefixes',
    does: 'uses other prefixes, or none, for the names of the protocol',
    device: { describe: (xml) => xml.replaceAll('scan:', 'ns3:').replaceAll(/<(\/?)pwg:/g, '<$1') },
  },
  {
    name: 'extensions',
    does: 'describes things that the protocol does not know',
    device: {
      describe: (xml) =>
        xml.replace(
          '</scan:ScannerCapabilities>',
          '<acme:Extension xmlns:acme="urn:acme"><acme:Mode kind="x">1</acme:Mode></acme:Extension></scan:ScannerCapabilities>',
        ),
    },
  },
  ...['2.0', '2.63', '2.9'].map((version) => ({
    name: `version-${version}`,
    does: `speaks version ${version} and refuses all others`,
    device: {
      version,
      refuse: (body: string) => (has(body, `Version>${version}</pwg:Version`) ? null : 400),
    },
  })),
  {
    name: 'no-extended-format',
    does: 'refuses the field DocumentFormatExt, which it does not offer',
    device: { formatsExt: [], refuse: (body) => (has(body, 'DocumentFormatExt') ? 400 : null) },
  },
  {
    name: 'must-honor',
    does: 'refuses paper that it need not take to the letter (MustHonor)',
    device: { refuse: (body) => (has(body, 'MustHonor="true"') ? null : 400) },
  },
  {
    name: 'no-intent',
    does: 'refuses the field Intent, which it does not offer',
    device: { refuse: (body) => (has(body, 'Intent') ? 409 : null) },
  },
  {
    name: 'no-duplex-field',
    does: 'refuses the field Duplex, which it does not offer',
    device: { places: ['glass', 'simplex'], refuse: (body) => (has(body, 'Duplex') ? 400 : null) },
  },
  {
    name: 'localhost-only',
    does: 'on a cable (IPP over USB): answers to the name localhost alone',
    device: { refuse: (_body, { headers }) => (headers.host?.startsWith('localhost') === true ? null : 400) },
  },
  {
    name: 'one-question-a-connection',
    does: 'closes a connection at its second question',
    device: { onePerConnection: true },
  },
  ...(
    [
      ['no-reason', 'leaves the words behind a status out', '200', 'Content-Type: image/jpeg'],
      ['blank-in-header', 'puts a blank before the colon of a header', '200 OK', 'Content-Type : image/jpeg', 0],
      ['lines-of-unix', 'ends its headers with line feeds alone', '200 OK', null],
    ] as const
  ).map(([name, does, status, header, pages]) => ({
    name,
    does,
    ...(pages === 0 ? { pages, fault: 'scanner-unreachable' as const } : {}),
    device: {
      raw: (page: Buffer) => {
        const lines = [
          `HTTP/1.1 ${status}`,
          header ?? 'Content-Type: image/jpeg',
          `Content-Length: ${page.length}`,
          '',
          '',
        ];
        return Buffer.concat([Buffer.from(lines.join(header === null ? '\n' : '\r\n')), page]);
      },
    },
  })),
  {
    name: 'http-1.0',
    does: 'speaks HTTP 1.0: a page ends with its connection',
    device: { raw: (page) => Buffer.concat([Buffer.from('HTTP/1.0 200 OK\r\n\r\n'), page]) },
  },
  { name: 'job-200', does: 'takes a job with 200 instead of 201', device: { created: 200 } },
  {
    name: 'location-missing',
    does: 'does not name the address of a job',
    device: { refuse: () => 201 },
    pages: 0,
    fault: 'scanner-failed',
  },
  ...(
    [
      ['path', 'as a path', (path: string) => path],
      ['slash', 'with a slash behind it', (path: string, origin: string) => `${origin}${path}/`],
      ['other-host', 'at a host that nobody knows', (path: string) => `http://scanner.invalid${path}`],
      ['half-ipv6', 'with half an address of IPv6', (path: string) => `http://[fe80${path}`],
      ['no-host', 'without a host', (path: string) => `http://:80${path}`],
      ['twice', 'twice', (path: string, origin: string) => [`${origin}${path}`, `${origin}${path}`]],
    ] as const
  ).map(([name, words, location]) => ({
    name: `location-${name}`,
    does: `names the address of a job ${words}`,
    device: { location },
  })),
  {
    name: 'type-octets',
    does: 'calls its pictures bytes',
    device: { type: 'application/octet-stream' },
  },
  { name: 'type-web-page', does: 'calls its pictures a web page', device: { type: 'text/html' } },
  {
    name: 'no-end-mark',
    does: 'leaves the end mark of its JPEGs out',
    device: { send: (page) => page.subarray(0, -2) },
  },
  {
    name: 'padding',
    does: 'fills its pages up with zeros',
    device: { send: (page) => Buffer.concat([page, Buffer.alloc(100_000)]) },
    mended: true,
  },
  {
    name: 'height-behind',
    does: 'says the height of a JPEG behind the picture',
    device: { send: heightBehind },
    mended: true,
  },
  {
    name: 'pdf-only',
    does: 'gives PDFs and nothing else',
    device: { formats: ['application/pdf'], send: inPdf, type: 'application/pdf' },
    job: { format: 'application/pdf' },
  },
  {
    name: 'pdf-anyway',
    does: 'gives PDFs, whatever it is asked for',
    device: { send: inPdf, type: 'application/pdf' },
    job: { format: 'image/jpeg' },
  },
  {
    name: 'no-black-white',
    does: 'has no black and white',
    device: { modes: ['Grayscale8', 'RGB24'] },
    request: { color: 'black-white' },
    job: { mode: 'Grayscale8' },
    notes: [{ about: 'color', asked: 'black-white', done: 'grey' }],
  },
  {
    name: 'black-white-refused',
    does: 'names black and white and refuses it',
    device: { refuse: (body) => (has(body, 'BlackAndWhite1</scan:ColorMode') ? 409 : null) },
    request: { color: 'black-white' },
    job: { mode: 'Grayscale8' },
    notes: [{ about: 'color', asked: 'black-white', done: 'grey' }],
  },
  {
    name: 'colour-only',
    does: 'has colour alone, and grey is asked for',
    device: { modes: ['RGB24'] },
    request: { color: 'grey' },
    job: { mode: 'RGB24' },
    notes: [{ about: 'color', asked: 'grey', done: 'color' }],
    fit: { scale: 1, grey: true },
  },
  {
    name: 'grey-only',
    does: 'has no colour, and colour is asked for',
    device: { modes: ['Grayscale8'] },
    pages: 0,
    fault: 'scanner-refused',
  },
  {
    name: 'no-such-resolution',
    does: 'has 100, 200 and 600 dpi, and 300 are asked for',
    device: { resolutions: [100, 200, 600] },
    request: { resolution: 300, widthMm: 50, heightMm: 50 },
    job: { resolution: 600 },
    notes: [{ about: 'resolution', asked: 300, done: 600 }],
    fit: { scale: 0.5, grey: false },
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
    name: 'hair-too-short',
    does: 'is a hair shorter than A4 and refuses what is longer',
    device: { height: 3_507 },
    request: { source: 'flatbed' },
    job: { height: 3_507 },
    pages: 1,
  },
  {
    name: 'hair-too-narrow',
    does: 'is a hair narrower than letter paper and refuses what is wider',
    device: {},
    request: { widthMm: 216, heightMm: 279.4 },
    job: { width: 2_550, height: 3_300 },
  },
  {
    name: 'glass-too-short',
    does: 'has a glass of A4, and legal paper is asked for',
    device: {},
    request: { source: 'flatbed', heightMm: 355.6 },
    job: { height: 3_508 },
    pages: 1,
    notes: [
      {
        about: 'paper',
        asked: { widthMm: 210, heightMm: 355.6 },
        done: { widthMm: 2_480 / unitsPerMm, heightMm: 3_508 / unitsPerMm },
      },
    ],
  },
  {
    name: 'feeder-only',
    does: 'has no glass, and the glass is asked for',
    device: { places: ['simplex'] },
    request: { source: 'flatbed' },
    job: { source: 'Feeder' },
    notes: [{ about: 'source', asked: 'flatbed', done: 'feeder' }],
  },
  {
    name: 'glass-only',
    does: 'has no feeder, and the feeder is asked for',
    device: { places: ['glass'] },
    job: { source: 'Platen' },
    pages: 1,
    notes: [{ about: 'source', asked: 'feeder', done: 'flatbed' }],
  },
  {
    name: 'duplex-only',
    does: 'describes its feeder for both sides alone, and one is asked for',
    device: { places: ['duplex'] },
    job: { source: 'Feeder', duplex: false },
  },
  {
    name: 'no-duplex',
    does: 'sees one side, and both are asked for',
    device: { places: ['glass', 'simplex'] },
    request: { source: 'duplex' },
    pages: 0,
    fault: 'scanner-refused',
  },
];

/** What comes of a habit, in words for the table of the documents. */
export function outcomeWords({ pages = 3, fault, notes = [] }: Pick<Habit, 'pages' | 'fault' | 'notes'>): string {
  const came = pages === 0 ? 'No page' : pages === 1 ? 'One page' : pages >= 3 ? 'All pages' : `${pages} of 3 pages`;
  const ended = fault === undefined ? '' : `, then \`${fault}\``;
  return [`${came}${ended}.`, ...notes.map((note) => scanNoteWords(note, 'en'))].join(' ');
}
