/** What the command line of an `electron` executable asks for. */
export interface LaunchArguments {
  /** Modules to load before the app (`-r`). */
  readonly preloads: readonly string[];
  /** Where Node's inspector shall listen (`--inspect`); port 0 means any. */
  readonly inspector: { readonly host: string; readonly port: number } | undefined;
  /** Port of Chromium's own protocol (`--remote-debugging-port`). */
  readonly debuggingPort: number | undefined;
  /** Chromium's switches, without dashes. */
  readonly switches: ReadonlyMap<string, string>;
  /** The app: a folder with a package.json, or a script. */
  readonly app: string | undefined;
}

/**
 * Reads the arguments after the executable. Switches up to the app are Electron's, what follows is the app's own; Chromium's `--lang` and
 * scale factor count wherever they stand, as Chromium reads the whole line.
 */
export function readLaunchArguments(given: readonly string[]): LaunchArguments {
  const preloads: string[] = [];
  const switches = new Map<string, string>();
  let inspector: LaunchArguments['inspector'];
  let debuggingPort: number | undefined;
  let app: string | undefined;

  for (let index = 0; index < given.length; index += 1) {
    const argument = given[index] ?? '';
    const [, name = '', value = ''] = /^--([^=]+)(?:=(.*))?$/su.exec(argument) ?? [];
    if (app !== undefined) {
      if (everywhere.has(name)) switches.set(name, value);
    } else if (argument === '-r' || argument === '--require') {
      index += 1;
      preloads.push(given[index] ?? '');
    } else if (name === 'inspect') {
      const [host, port] = value.includes(':') ? value.split(':') : ['127.0.0.1', value];
      inspector = { host: host ?? '127.0.0.1', port: port === undefined || port === '' ? 9229 : Number(port) };
    } else if (name === 'remote-debugging-port') debuggingPort = Number(value);
    else if (name !== '') switches.set(name, value);
    else app = argument;
  }
  return { preloads, inspector, debuggingPort, switches, app };
}

const everywhere: ReadonlySet<string> = new Set(['lang', 'force-device-scale-factor']);

/** The switches that Chromium gets; a test runner sets many more that the host sets itself or does without. */
export function switchesForChromium(
  switches: ReadonlyMap<string, string>,
  language: string,
): ReadonlyMap<string, string> {
  const passed = [...switches].filter(([name]) => passedOn.has(name));
  return new Map([...passed, ['lang', language], ['accept-lang', language]]);
}

const passedOn: ReadonlySet<string> = new Set([
  'no-sandbox',
  'force-device-scale-factor',
  'force-color-profile',
  'force-high-contrast',
  'force-prefers-reduced-motion',
  'allow-pre-commit-input',
]);
