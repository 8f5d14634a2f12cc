import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { z } from 'zod';
import { drawPage } from './draw-page.ts';
import { ownCertificate } from './own-certificate.ts';
import { readJobSettings, type JobSettings } from './scan-job.ts';

/** What stands in the way of the test scanner; `afterPages` counts the pages of the run that still come. */
export interface ScannerTrouble {
  readonly kind:
    | 'busy'
    | 'jam'
    | 'cover-open'
    | 'stopped'
    | 'denied'
    | 'broken-page'
    /** Half a page in chunks that end as if it were whole. */
    | 'half-page'
    /** Forgets its job while paper is left. */
    | 'no-answer'
    /** Half a page, and then not another byte. */
    | 'silent'
    | 'pdf-instead'
    /** A web page that is called a picture. */
    | 'web-page'
    /** A page without one byte. */
    | 'empty-page'
    /** A picture that is only called bytes. */
    | 'plain-bytes'
    /** Gives its last page again for ever. */
    | 'same-page'
    /** Its description breaks off. */
    | 'half-description'
    /** Its description has no end. */
    | 'endless-description'
    | 'not-ready'
    /** Says for ever that a page is not ready. */
    | 'never-ready'
    /** The same, while paper is jammed. */
    | 'never-ready-jam'
    /** Names a host of its own in the address of a job, as some devices do. */
    | 'wrong-location';
  readonly afterPages: number;
}

/** A network scanner by eSCL (Mopria eSCL 2.97), written for tests from the protocol alone. */
export interface TestScanner {
  /** The root of its protocol, e.g. `http://127.0.0.1:1234/eSCL`. */
  readonly address: string;
  readonly port: number;
  /** Settings of all jobs so far. */
  readonly jobs: readonly JobSettings[];
  /** Jobs that a client took back. */
  readonly cancelled: readonly string[];
  /** Sheets in the feeder. */
  lay(sheets: number): void;
  sheets(): number;
  trouble(trouble: ScannerTrouble | null): void;
  close(): Promise<void>;
}

const resolutions = [100, 200, 300, 600];
const namespaces =
  'xmlns:scan="http://schemas.hp.com/imaging/escl/2011/05/03" xmlns:pwg="http://www.pwg.org/schemas/2010/12/sm"';

function inputCaps(name: string, height: number): string {
  return [
    `<scan:${name}><scan:MinWidth>16</scan:MinWidth><scan:MaxWidth>2550</scan:MaxWidth><scan:MinHeight>16</scan:MinHeight><scan:MaxHeight>${height}</scan:MaxHeight>`,
    '<scan:SettingProfiles><scan:SettingProfile><scan:ColorModes>',
    '<scan:ColorMode>BlackAndWhite1</scan:ColorMode><scan:ColorMode>Grayscale8</scan:ColorMode><scan:ColorMode>RGB24</scan:ColorMode>',
    '</scan:ColorModes><scan:DocumentFormats><pwg:DocumentFormat>image/jpeg</pwg:DocumentFormat><pwg:DocumentFormat>image/png</pwg:DocumentFormat>',
    '<scan:DocumentFormatExt>image/jpeg</scan:DocumentFormatExt><scan:DocumentFormatExt>image/png</scan:DocumentFormatExt></scan:DocumentFormats>',
    '<scan:SupportedResolutions><scan:DiscreteResolutions>',
    ...resolutions.map(
      (dpi) =>
        `<scan:DiscreteResolution><scan:XResolution>${dpi}</scan:XResolution><scan:YResolution>${dpi}</scan:YResolution></scan:DiscreteResolution>`,
    ),
    '</scan:DiscreteResolutions></scan:SupportedResolutions></scan:SettingProfile></scan:SettingProfiles>',
    `<scan:MaxOpticalXResolution>600</scan:MaxOpticalXResolution></scan:${name}>`,
  ].join('');
}

const capabilitiesOf = (uuid: string): string =>
  [
    `<?xml version="1.0" encoding="UTF-8"?><scan:ScannerCapabilities ${namespaces}><pwg:Version>2.6</pwg:Version>`,
    `<pwg:MakeAndModel>Test Scanner 9000</pwg:MakeAndModel><scan:UUID>${uuid}</scan:UUID>`,
    `<scan:Platen>${inputCaps('PlatenInputCaps', 3_508)}</scan:Platen>`,
    `<scan:Adf>${inputCaps('AdfSimplexInputCaps', 4_200)}${inputCaps('AdfDuplexInputCaps', 4_200)}<scan:FeederCapacity>50</scan:FeederCapacity></scan:Adf>`,
    '<scan:BrightnessSupport><scan:Min>0</scan:Min><scan:Max>1000</scan:Max><scan:Normal>500</scan:Normal><scan:Step>10</scan:Step></scan:BrightnessSupport>',
    '</scan:ScannerCapabilities>',
  ].join('');

interface Job {
  readonly id: string;
  readonly settings: JobSettings;
  given: number;
  /** Sides still to come of the sheet in work. */
  sides: number;
  closed: boolean;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) body += z.string().parse(chunk);
  return body;
}

/** What each test scanner calls itself that is not one beside another. */
const usualUuid = '4509a320-00a0-008f-00b6-002507510eca';

/**
 * Starts a scanner on a free port of the loopback; its feeder holds `sheets`. `secure`: by HTTPS alone, with a certificate of its own.
 * `uuid`: of one beside another of the same make.
 */
export async function startTestScanner(sheets = 0, { secure = false, uuid = usualUuid } = {}): Promise<TestScanner> {
  const capabilities = capabilitiesOf(uuid);
  let laid = sheets;
  let trouble: ScannerTrouble | null = null;
  let notReady = 0;
  let port = 0;
  let numbers = 0;
  const jobs: JobSettings[] = [];
  const cancelled: string[] = [];
  let job: Job | null = null;

  const troubled = (kind: ScannerTrouble['kind']): boolean =>
    trouble?.kind === kind && (job?.given ?? 0) >= trouble.afterPages;

  const origin = (): string => `${secure ? 'https' : 'http'}://127.0.0.1:${port}`;

  function adfState(): string {
    if (troubled('jam') || troubled('never-ready-jam')) return 'ScannerAdfJam';
    if (troubled('cover-open')) return 'ScannerAdfHatchOpen';
    return laid > 0 ? 'ScannerAdfLoaded' : 'ScannerAdfEmpty';
  }

  function status(): string {
    const state = troubled('stopped') ? 'Stopped' : job !== null && !job.closed ? 'Processing' : 'Idle';
    return `<?xml version="1.0" encoding="UTF-8"?><scan:ScannerStatus ${namespaces}><pwg:Version>2.6</pwg:Version><pwg:State>${state}</pwg:State><scan:AdfState>${adfState()}</scan:AdfState></scan:ScannerStatus>`;
  }

  async function startJob(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const settings = readJobSettings(await bodyOf(request), resolutions);
    if (settings === null) return void response.writeHead(400).end();
    if (troubled('busy') || (job !== null && !job.closed))
      return void response.writeHead(503, { 'retry-after': '1' }).end();
    if (settings.source === 'Feeder' && (laid === 0 || adfState() !== 'ScannerAdfLoaded')) {
      return void response.writeHead(409).end();
    }
    const host = troubled('wrong-location') ? 'http://scanner.invalid' : origin();
    jobs.push(settings);
    job = { id: `job-${jobs.length}`, settings, given: 0, sides: 0, closed: false };
    response.writeHead(201, { location: `${host}/eSCL/ScanJobs/${job.id}` }).end();
  }

  async function givePage(present: Job, response: ServerResponse): Promise<void> {
    const { settings } = present;
    if (troubled('not-ready') && notReady < 2) {
      notReady += 1;
      return void response.writeHead(503, { 'retry-after': '1' }).end();
    }
    if (troubled('never-ready') || troubled('never-ready-jam')) return void response.writeHead(503).end();
    const feeder = settings.source === 'Feeder';
    if (troubled('same-page')) {
      laid = 0;
      return void response.writeHead(200, { 'content-type': 'image/jpeg' }).end(await drawPage(numbers, settings));
    }
    const hindered = troubled('jam') || troubled('cover-open') || troubled('stopped');
    const empty = feeder ? laid === 0 && present.sides === 0 : present.given > 0;
    if (hindered || empty) {
      present.closed = true;
      return void response.writeHead(hindered ? 409 : 404).end();
    }
    if (troubled('no-answer')) return void response.destroy();
    if (troubled('pdf-instead')) {
      return void response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF-1.4');
    }
    if (troubled('web-page')) {
      return void response.writeHead(200, { 'content-type': 'image/jpeg' }).end('<html>Out of memory</html>');
    }
    if (troubled('empty-page')) return void response.writeHead(200, { 'content-type': 'image/jpeg' }).end();
    if (feeder) {
      if (present.sides === 0) {
        laid -= 1;
        present.sides = settings.duplex ? 2 : 1;
      }
      present.sides -= 1;
    }
    numbers += 1;
    const page = await drawPage(numbers, settings);
    const broken = troubled('broken-page');
    const half = troubled('half-page');
    const silent = troubled('silent');
    response.writeHead(200, {
      'content-type': troubled('plain-bytes') ? 'application/octet-stream' : settings.format,
      ...(half ? { 'transfer-encoding': 'chunked' } : { 'content-length': page.length }),
    });
    present.given += 1;
    if (half) return void response.end(page.subarray(0, page.length / 2));
    if (silent) return void response.write(page.subarray(0, page.length / 2));
    if (!broken) return void response.end(page);
    response.write(page.subarray(0, page.length / 2), () => response.destroy());
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? '').replace(/^\/eSCL\/?/, '');
    const [, id, rest] = /^ScanJobs\/([\w-]+)(?:\/(.*))?$/.exec(path) ?? [];
    if (troubled('denied')) return void response.writeHead(401).end();
    if (request.method === 'GET' && path === 'ScannerCapabilities') {
      if (troubled('half-description')) {
        response.writeHead(200, { 'content-length': capabilities.length }).write(capabilities.slice(0, 200), () => {
          response.destroy();
        });
        return;
      }
      if (troubled('endless-description')) {
        const more = (): void => {
          while (!response.destroyed && response.write(' '.repeat(100_000)));
        };
        response.writeHead(200).on('drain', more);
        return more();
      }
      return void response.writeHead(200, { 'content-type': 'text/xml' }).end(capabilities);
    }
    if (request.method === 'GET' && path === 'ScannerStatus') {
      return void response.writeHead(200, { 'content-type': 'text/xml' }).end(status());
    }
    if (request.method === 'POST' && path === 'ScanJobs') return startJob(request, response);
    if (job === null || id !== job.id) return void response.writeHead(404).end();
    if (request.method === 'GET' && rest === 'NextDocument') return givePage(job, response);
    if (request.method === 'DELETE') {
      if (!job.closed) cancelled.push(job.id);
      job.closed = true;
      return void response.writeHead(200).end();
    }
    response.writeHead(404).end();
  }

  const serve = (request: IncomingMessage, response: ServerResponse): void => {
    answer(request, response).catch(() => response.destroy());
  };
  const server = secure ? createTlsServer(ownCertificate(), serve) : createServer(serve);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ({ port } = z.object({ port: z.number() }).parse(server.address()));
  return {
    address: `${origin()}/eSCL`,
    port,
    jobs,
    cancelled,
    lay(more) {
      laid += more;
    },
    sheets: () => laid,
    trouble(next) {
      trouble = next;
      notReady = 0;
      job = null;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
