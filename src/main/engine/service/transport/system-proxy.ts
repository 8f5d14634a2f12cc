import { printed } from '../../platform/system-program.ts';
import type { BaseUrl } from './base-url.ts';
import { isException, readProxy } from './proxies.ts';
import type { Hop } from './proxy-script.ts';

/** What a computer is set to: these ways (none: they can't be understood), or a script at this address. */
export type SystemProxy = { readonly hops: readonly Hop[] } | { readonly script: URL };

const straight: SystemProxy = { hops: ['straight'] };

function throughProxy(address: string, exceptions: string, target: BaseUrl): SystemProxy {
  const read = readProxy(address, 'network.systemProxy');
  if (address.trim() === '' || isException(exceptions, target)) return straight;
  return { hops: read.ok ? [read.value] : [] };
}

/** What GNOME's settings say (`gsettings list-recursively org.gnome.system.proxy`). */
export function readGnome(text: string, target: BaseUrl): SystemProxy {
  const values = new Map(
    text.split('\n').map((line) => {
      const [schema = '', key = '', ...value] = line.trim().split(' ');
      return [`${schema.replace('org.gnome.system.proxy', '')} ${key}`, value.join(' ').replace(/^'|'$/gu, '')];
    }),
  );
  const value = (name: string): string => values.get(name) ?? '';
  if (value(' mode') === 'auto') {
    const script = value(' autoconfig-url');
    return URL.canParse(script) ? { script: new URL(script) } : straight;
  }
  const host = value('.https host');
  if (value(' mode') !== 'manual' || host === '') return straight;
  return throughProxy(`${host}:${value('.https port')}`, value(' ignore-hosts').replace(/[[\]']|@as/gu, ' '), target);
}

/** What macOS says (`scutil --proxy`). */
export function readMac(text: string, target: BaseUrl): SystemProxy {
  const value = (name: string): string => new RegExp(`^\\s*${name} : (.*)$`, 'mu').exec(text)?.[1]?.trim() ?? '';
  const script = value('ProxyAutoConfigURLString');
  if (value('ProxyAutoConfigEnable') === '1' && URL.canParse(script)) return { script: new URL(script) };
  if (value('HTTPSEnable') !== '1') return straight;
  const listed = /ExceptionsList : <array> \{([^}]*)\}/u.exec(text)?.[1] ?? '';
  const exceptions = listed.replace(/^\s*\d+ : /gmu, '');
  return throughProxy(`${value('HTTPSProxy')}:${value('HTTPSPort')}`, exceptions, target);
}

/** What Windows' Internet Options say (`reg query` of their key). */
export function readWindows(text: string, target: BaseUrl): SystemProxy {
  const value = (name: string): string =>
    new RegExp(`^\\s+${name}\\s+REG_\\w+\\s+(.*)$`, 'imu').exec(text)?.[1]?.trim() ?? '';
  const script = value('AutoConfigURL');
  if (URL.canParse(script)) return { script: new URL(script) };
  if (!/^0x0*1$/u.test(value('ProxyEnable'))) return straight;
  // One for all, or `http=a:80;https=b:81`.
  const server = value('ProxyServer');
  const https = server.includes('=') ? (/(?:^|;)https=([^;]*)/iu.exec(server)?.[1] ?? '') : server;
  const exceptions = value('ProxyOverride');
  const isPlain = !target.hostname.includes('.') && exceptions.includes('<local>');
  return isPlain ? straight : throughProxy(https, exceptions, target);
}

const windowsKey = 'HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Internet Settings';

/** The program that tells what each system is set to, and how its words are read. */
const tellers = new Map<NodeJS.Platform, readonly [string, readonly string[], typeof readGnome]>([
  ['linux', ['gsettings', ['list-recursively', 'org.gnome.system.proxy'], readGnome]],
  ['darwin', ['/usr/sbin/scutil', ['--proxy'], readMac]],
  ['win32', ['reg', ['query', windowsKey], readWindows]],
]);

/** How this computer is set to reach the service; straight where nothing is set. One that does not answer may have something set. */
export async function systemProxy(target: BaseUrl): Promise<SystemProxy> {
  const teller = tellers.get(process.platform);
  if (teller === undefined) return straight;
  const [program, args, read] = teller;
  const text = await printed(program, args).then(
    (said) => said ?? '',
    () => null,
  );
  return text === null ? { hops: [] } : read(text, target);
}
