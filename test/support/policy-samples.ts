import { SaxesParser, type SaxesTagPlain } from 'saxes';

/** A value for each setting that a policy may set by itself: with umlauts, quotes, backslashes and more than one entry where there may be. */
export const policySamples: Readonly<Record<string, unknown>> = {
  connections: [
    { id: 'büro', name: 'Büro "Süd"', baseUrl: 'https://dienst.example/v2', clientId: 'c-1' },
    { id: 'nord', name: 'Nord', baseUrl: 'https://nord.example/v2', clientId: 'c-2' },
  ],
  defaultConnection: 'büro',
  hotFolders: [
    {
      id: 'h1',
      name: 'Eingang Größe',
      folder: 'D:\\Büro\\0 Eingang',
      rule: { connectionId: 'büro', projectId: 'p', export: { folder: '\\\\server\\xml' } },
    },
    { id: 'h2', name: 'Zweiter', folder: 'E:\\zwei', rule: { connectionId: 'nord', projectId: 'q' } },
  ],
  'intake.projects': { büro: 'rechnungen-ü', 'mit "Zeichen" \\': 'x' },
  'intake.mode': 'batch',
  'intake.after': 'move',
  'intake.tidyGraceMs': 0,
  'intake.trashMs': 4_294_967_295,
  'intake.duplicates': 'send-anyway',
  'intake.duplicateDays': 30,
  'intake.export': { folder: 'D:\\xml\\größe', template: '{date} {title}', states: ['done'], reportTransfer: true },
  'intake.case': { by: 'folder', required: ['Rechnung', 'Lieferschein'], release: 'quiet', quietMs: 5_000 },
  'intake.fields': [
    { kind: 'text', key: 'kunde', label: 'Kundennummer', required: true, mask: '#####' },
    { kind: 'list', key: 'art', label: 'Art', values: ['süß', 'sauer'] },
  ],
  'limits.filesInFlight': 12,
  'limits.sockets': 8,
  'limits.bytesPerSecond': 1_000_000,
  'limits.hours': { from: '20:00', to: '06:00', days: [1, 2, 7] },
  'limits.largestFile': 50_000_000,
  'limits.unclearGraceMs': 20_000,
  'exports.doctypes': ['cXML', 'Größe[]'],
  'network.certificateAuthorities': 'C:\\ProgramData\\Büro\\ca.pem',
  'network.proxy': 'http://proxy.example:3128',
  'network.proxyScript': 'http://wpad.example/größe.pac',
  'network.systemProxy': false,
  'network.clientCertificate': 'C:\\Büro\\client.pfx',
  'network.clientKey': 'C:\\Büro\\client.key',
  'tracking.fastestMs': 500,
  'tracking.slowestMs': 90_000,
  'team.address': 'postgres://db.example:5432/mailroom',
  'team.login': 'mailroom_s_1',
  'team.schema': 'mailroom',
  'team.encryption': 'verified',
  'team.leaseMs': 30_000,
  'metrics.port': 9_464,
  'metrics.file': 'C:\\metrics\\mailroom.prom',
  'log.system': 'on',
  'updates.from': '\\\\server\\mailroom ü',
  'updates.key': 'VzX1AbCdEfGhIjKlMnOpQrStUvWxYz0123456789+/Y=',
  'scanning.profiles': [{ id: 'a4', name: 'Büro A4', paper: { widthMm: 210, heightMm: 297 } }],
  'scanning.defaultProfile': 'a4',
  'scanning.addresses': ['http://scanner.example/eSCL', '10.0.0.7'],
  'scanning.share.on': true,
  'scanning.share.address': '10.0.0.5',
  'scanning.share.port': 8_096,
  'scanning.share.scannerId': 'escl:größe',
  language: 'de',
  'window.theme': 'dark',
  'window.density': 'compact',
  'window.closeToTray': false,
  'window.startAtLogin': true,
  'window.notifySettled': true,
  'window.notifyHeld': false,
};

/** An element of XML with what is in it. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  readonly text: string;
}

/** Reads XML; throws where it is not well formed. */
export function readXml(text: string): XmlElement {
  interface Open extends XmlElement {
    readonly children: Open[];
    text: string;
  }
  const top: Open = { name: '', attributes: {}, children: [], text: '' };
  const open = [top];
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }: SaxesTagPlain) => {
    const element: Open = { name, attributes, children: [], text: '' };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on('text', (part) => {
    const present = open.at(-1);
    if (present !== undefined) present.text += part;
  });
  parser.on('closetag', () => void open.pop());
  parser.write(text).close();
  const [root] = top.children;
  if (root === undefined) throw new Error('no element');
  return root;
}

/** All elements of a name below one, in their order. */
export function elementsIn(element: XmlElement, name: string): readonly XmlElement[] {
  return element.children.flatMap((child) => [...(child.name === name ? [child] : []), ...elementsIn(child, name)]);
}

/** What stands between the strings of a REG_MULTI_SZ in the calls below; none of the samples has it. */
const between = '|';

/** What `reg add` is given for a setting's sample, as Windows writes what the templates (ADMX) say: a call for each value. */
export function registryCalls(admx: string, path: string): readonly (readonly string[])[] {
  const value = policySamples[path];
  const policy = elementsIn(readXml(admx), 'policy').find(
    ({ attributes: { name } }) => name === path.replaceAll('.', '_'),
  );
  if (policy === undefined) throw new Error(`${path} is no policy`);
  const key = `HKLM\\${policy.attributes['key'] ?? ''}`;
  const add = (name: string, type: string, written: string, at = key): readonly string[] => [
    ...['add', at, '/v', name, '/t', type],
    ...(type === 'REG_MULTI_SZ' ? ['/s', between] : []),
    ...['/d', written, '/f'],
  ];
  const element = elementsIn(policy, 'elements')[0]?.children[0];
  if (element === undefined) {
    const set = elementsIn(policy, value === true ? 'enabledValue' : 'disabledValue')[0]?.children[0];
    return [add(policy.attributes['valueName'] ?? '', 'REG_DWORD', set?.attributes['value'] ?? '')];
  }
  const name = element.attributes['valueName'] ?? '';
  switch (element.name) {
    case 'decimal':
      return [add(name, 'REG_DWORD', String(value))];
    case 'enum':
      return [add(name, 'REG_SZ', String(value))];
    case 'text':
      return [add(name, element.attributes['expandable'] === 'true' ? 'REG_EXPAND_SZ' : 'REG_SZ', String(value))];
    case 'multiText':
      return [add(name, 'REG_MULTI_SZ', linesOf(value).join(between))];
    case 'list': {
      const below = `HKLM\\${element.attributes['key'] ?? ''}`;
      return Object.entries(value ?? {}).map(([each, text]) => add(each, 'REG_SZ', String(text), below));
    }
    default:
      throw new Error(`${element.name} is unknown`);
  }
}

/** Lists a line each, one object over several lines. */
function linesOf(value: unknown): readonly string[] {
  if (!Array.isArray(value)) return JSON.stringify(value, null, 1).split('\n');
  return value.map((each) => (typeof each === 'string' ? each : JSON.stringify(each)));
}
