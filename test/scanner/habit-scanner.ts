import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { z } from 'zod';
import { drawPage } from './draw-page.ts';
import type { JobSettings } from './scan-job.ts';

/** What a device with a habit knows when it is asked. */
export interface HabitState {
  /** Sheets in the feeder. */
  readonly laid: number;
  /** Pages that the present job gave. */
  readonly given: number;
  readonly jobOpen: boolean;
  /** So often the present question was asked in this job, or before it. */
  readonly tries: number;
}

/** How a device differs from the one that the protocol describes (Mopria eSCL 2.97). */
export interface HabitDevice {
  readonly modes?: readonly string[];
  readonly resolutions?: readonly number[];
  /** The element in the place of the list of resolutions. */
  readonly resolutionRange?: readonly [least: number, most: number];
  readonly formats?: readonly string[];
  readonly formatsExt?: readonly string[];
  readonly version?: string;
  readonly places?: readonly ('glass' | 'simplex' | 'duplex')[];
  readonly width?: number;
  readonly height?: number;
  /** Says its description otherwise. */
  readonly describe?: (xml: string) => string;
  /** Its profiles stand once, and each place names them. */
  readonly profilesByName?: boolean;
  /** Status of the answer to a question for its state; absent 200. */
  readonly statusAnswer?: (state: HabitState) => number;
  readonly state?: (state: HabitState) => string;
  readonly paper?: (state: HabitState) => string;
  /** More elements of its state. */
  readonly jobInfo?: (state: HabitState, path: string) => string;
  /** Status with which it refuses a job; null: it takes it. */
  readonly refuse?: (body: string, request: IncomingMessage, state: HabitState) => number | null;
  readonly location?: (path: string, origin: string) => string | readonly string[];
  readonly created?: number;
  /** What it answers instead of a page: a status, or that it closes the connection; null: the page. */
  readonly instead?: (state: HabitState) => number | 'close' | null;
  /** What it answers when it has no more pages. */
  readonly end?: number | 'close';
  /** The page as it sends it. */
  readonly send?: (page: Buffer, settings: JobSettings) => Buffer | Promise<Buffer>;
  readonly type?: string;
  /** The page and all before it, as bytes of its own. */
  readonly raw?: (page: Buffer) => Buffer;
  /** It closes each connection at its second question. */
  readonly onePerConnection?: boolean;
}

/** A device with a habit, on the loopback. */
export interface HabitScanner {
  readonly address: string;
  /** What it was asked: method and path. */
  readonly asked: readonly string[];
  readonly jobs: readonly JobSettings[];
  /** SHA-256 of each picture that it drew, in order, before its habit changed it. */
  readonly drawn: readonly string[];
  readonly laid: () => number;
  lay(sheets: number): void;
  close(): Promise<void>;
}

const namespaces =
  'xmlns:scan="http://schemas.hp.com/imaging/escl/2011/05/03" xmlns:pwg="http://www.pwg.org/schemas/2010/12/sm"';

function describe(device: HabitDevice): string {
  const { width = 2_550, height = 3_508, version = '2.63', places = ['glass', 'simplex', 'duplex'] } = device;
  const { modes = ['BlackAndWhite1', 'Grayscale8', 'RGB24'], resolutions = [100, 200, 300, 600] } = device;
  const { formats = ['image/jpeg', 'application/pdf'], formatsExt = formats, resolutionRange: range } = device;
  const list = (name: string, values: readonly string[]): string =>
    values.map((value) => `<${name}>${value}</${name}>`).join('');
  const axis = (name: string): string =>
    `<scan:${name}ResolutionRange><scan:Min>${range?.[0]}</scan:Min><scan:Max>${range?.[1]}</scan:Max><scan:Step>1</scan:Step></scan:${name}ResolutionRange>`;
  const dots = resolutions.map(
    (dpi) =>
      `<scan:DiscreteResolution><scan:XResolution>${dpi}</scan:XResolution><scan:YResolution>${dpi}</scan:YResolution></scan:DiscreteResolution>`,
  );
  const profile = [
    `<scan:SettingProfile name="p1"><scan:ColorModes>${list('scan:ColorMode', modes)}</scan:ColorModes>`,
    `<scan:DocumentFormats>${list('pwg:DocumentFormat', formats)}${list('scan:DocumentFormatExt', formatsExt)}</scan:DocumentFormats>`,
    `<scan:SupportedResolutions>${range === undefined ? `<scan:DiscreteResolutions>${dots.join('')}</scan:DiscreteResolutions>` : `<scan:ResolutionRange>${axis('X')}${axis('Y')}</scan:ResolutionRange>`}</scan:SupportedResolutions>`,
    '</scan:SettingProfile>',
  ].join('');
  const isNamed = device.profilesByName === true;
  const caps = (name: string, tall: number): string =>
    `<scan:${name}><scan:MinWidth>16</scan:MinWidth><scan:MaxWidth>${width}</scan:MaxWidth><scan:MinHeight>16</scan:MinHeight><scan:MaxHeight>${tall}</scan:MaxHeight><scan:SettingProfiles>${isNamed ? '<scan:SettingProfile ref="p1"/>' : profile}</scan:SettingProfiles></scan:${name}>`;
  const feeder = [
    ...(places.includes('simplex') ? [caps('AdfSimplexInputCaps', 4_200)] : []),
    ...(places.includes('duplex') ? [caps('AdfDuplexInputCaps', 4_200)] : []),
  ].join('');
  const xml = [
    `<?xml version="1.0" encoding="UTF-8"?>\n<scan:ScannerCapabilities ${namespaces}><pwg:Version>${version}</pwg:Version><pwg:MakeAndModel>Habit Scanner</pwg:MakeAndModel>`,
    isNamed ? `<scan:SettingProfiles>${profile}</scan:SettingProfiles>` : '',
    places.includes('glass') ? `<scan:Platen>${caps('PlatenInputCaps', height)}</scan:Platen>` : '',
    feeder === '' ? '' : `<scan:Adf>${feeder}</scan:Adf>`,
    '</scan:ScannerCapabilities>',
  ].join('');
  return device.describe?.(xml) ?? xml;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) body += z.string().parse(chunk);
  return body;
}

function settingsOf(body: string): JobSettings {
  const text = (name: string): string => new RegExp(`<(?:\\w+:)?${name}>\\s*([^<]*?)\\s*</`).exec(body)?.[1] ?? '';
  return {
    source: text('InputSource') === 'Platen' ? 'Platen' : 'Feeder',
    duplex: text('Duplex') === 'true',
    mode: z.enum(['RGB24', 'Grayscale8', 'BlackAndWhite1']).catch('RGB24').parse(text('ColorMode')),
    resolution: Number(text('XResolution')),
    width: Number(text('Width')),
    height: Number(text('Height')),
    format: text('DocumentFormatExt') || text('DocumentFormat'),
  };
}

interface OpenJob {
  readonly path: string;
  readonly settings: JobSettings;
  given: number;
  sides: number;
  open: boolean;
  tries: number;
}

/** Starts a device with a habit on a free port of the loopback. Like many, it stays busy with a job that was not taken back. */
export async function startHabitScanner(device: HabitDevice, sheets: number): Promise<HabitScanner> {
  let laid = sheets;
  let job: OpenJob | null = null;
  let offers = 0;
  let questions = 0;
  let address = '';
  const asked: string[] = [];
  const jobs: JobSettings[] = [];
  const drawn: string[] = [];
  const used = new WeakSet<object>();
  const stateNow = (tries: number): HabitState => ({
    laid,
    given: job?.given ?? 0,
    jobOpen: job?.open ?? false,
    tries,
  });

  async function offer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bodyOf(request);
    const settings = settingsOf(body);
    offers += 1;
    const { modes = ['BlackAndWhite1', 'Grayscale8', 'RGB24'], resolutions = [100, 200, 300, 600] } = device;
    const { width = 2_550, height = 3_508, resolutionRange: range } = device;
    const refused = device.refuse?.(body, request, stateNow(offers)) ?? null;
    if (refused !== null) return void response.writeHead(refused).end();
    const mode = /ColorMode>(\w+)</.exec(body)?.[1] ?? '';
    const isResolution =
      range === undefined
        ? resolutions.includes(settings.resolution)
        : settings.resolution >= range[0] && settings.resolution <= range[1];
    const tallest = settings.source === 'Platen' ? height : 4_200;
    if (!modes.includes(mode) || !isResolution || settings.width > width || settings.height > tallest)
      return void response.writeHead(409).end();
    if (job?.open === true) return void response.writeHead(503).end();
    const isFeeder = settings.source === 'Feeder';
    if (isFeeder && laid === 0) return void response.writeHead(409).end();
    jobs.push(settings);
    job = { path: `/eSCL/ScanJobs/${jobs.length}`, settings, given: 0, sides: 0, open: true, tries: 0 };
    const origin = new URL(address).origin;
    const location = device.location?.(job.path, origin) ?? `${origin}${job.path}`;
    response.setHeader('location', location);
    response.writeHead(device.created ?? 201).end();
  }

  async function next(present: OpenJob, response: ServerResponse): Promise<void> {
    present.tries += 1;
    const { settings } = present;
    const instead = device.instead?.(stateNow(present.tries)) ?? null;
    if (instead === 'close') return void response.destroy();
    if (instead !== null) return void response.writeHead(instead).end();
    const isFeeder = settings.source === 'Feeder';
    if (isFeeder ? laid === 0 && present.sides === 0 : present.given > 0) {
      const { end = 404 } = device;
      if (end === 'close') return void response.destroy();
      return void response.writeHead(end).end();
    }
    if (isFeeder && present.sides === 0) {
      laid -= 1;
      present.sides = settings.duplex ? 2 : 1;
    }
    present.sides -= 1;
    present.given += 1;
    present.tries = 0;
    const page = await drawPage(drawn.length + 1, settings);
    drawn.push(createHash('sha256').update(page).digest('hex'));
    const sent = (await device.send?.(page, settings)) ?? page;
    if (device.raw !== undefined) return void response.socket?.end(device.raw(page));
    response.writeHead(200, { 'content-type': device.type ?? 'image/jpeg', 'content-length': sent.length }).end(sent);
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '', socket } = request;
    asked.push(`${method} ${url}`);
    if (device.onePerConnection === true && used.has(socket)) return void socket.destroy();
    used.add(socket);
    const path = url.replace(/^\/eSCL\/?/, '');
    const xml = { 'content-type': 'text/xml' };
    if (method === 'GET' && path === 'ScannerCapabilities')
      return void response.writeHead(200, xml).end(describe(device));
    if (method === 'GET' && path === 'ScannerStatus') {
      questions += 1;
      const state = stateNow(questions);
      const status = device.statusAnswer?.(state) ?? 200;
      if (status !== 200) return void response.writeHead(status).end();
      const said = device.state?.(state) ?? (state.jobOpen && state.laid > 0 ? 'Processing' : 'Idle');
      const paper = device.paper?.(state) ?? (state.laid > 0 ? 'ScannerAdfLoaded' : 'ScannerAdfEmpty');
      const more = device.jobInfo?.(state, job?.path ?? '') ?? '';
      return void response
        .writeHead(200, xml)
        .end(
          `<?xml version="1.0" encoding="UTF-8"?><scan:ScannerStatus ${namespaces}><pwg:Version>2.6</pwg:Version><pwg:State>${said}</pwg:State><scan:AdfState>${paper}</scan:AdfState>${more}</scan:ScannerStatus>`,
        );
    }
    if (method === 'POST' && path === 'ScanJobs') return offer(request, response);
    if (job === null || !url.startsWith(job.path)) return void response.writeHead(404).end();
    if (method === 'DELETE') {
      job.open = false;
      return void response.writeHead(200).end();
    }
    if (method === 'GET' && url.endsWith('/NextDocument')) return next(job, response);
    response.writeHead(404).end();
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = z.object({ port: z.number() }).parse(server.address());
  address = `http://127.0.0.1:${port}/eSCL`;
  return {
    address,
    asked,
    jobs,
    drawn,
    laid: () => laid,
    lay(more) {
      laid += more;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
