import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';

// Put in by test/host/build.ts: the bundles of worlds/page-world.ts and worlds/isolated-world.ts.
declare const pageWorldBundle: string;
declare const isolatedWorldBundle: string;

/** Name of the isolated world, as Electron names its own. */
export const isolatedWorldName = 'Electron Isolated Context';

/** Known to the host's two scripts in a page and to nobody else. */
const secret = randomBytes(12).toString('hex');

/** The function through which the isolated world talks to the host; only that world has it. */
export const bindingName = `host${randomBytes(8).toString('hex')}`;

/** The script of the page's own world. */
export function pageWorldScript(): string {
  return `(() => { const hostSecret = ${JSON.stringify(secret)};\n${pageWorldBundle}\n})();`;
}

/** The script of the isolated world: Electron's renderer modules and the preload at `preloadPath`. Throws where there is no such file. */
export function isolatedWorldScript(preloadPath: string | undefined): string {
  const sandboxedProcess = {
    type: 'renderer',
    platform: process.platform,
    arch: process.arch,
    pid: process.pid,
    argv: [],
    env: {},
    versions: { ...process.versions },
    version: process.version,
    sandboxed: true,
    contextIsolated: true,
    isMainFrame: true,
  };
  const preload = preloadPath === undefined ? '' : readFileSync(preloadPath, 'utf8');
  return [
    '(() => {',
    `const hostSecret = ${JSON.stringify(secret)};`,
    `const hostBinding = globalThis[${JSON.stringify(bindingName)}]; delete globalThis[${JSON.stringify(bindingName)}];`,
    `const hostProcess = ${JSON.stringify(sandboxedProcess)};`,
    `const preloadPath = ${JSON.stringify(preloadPath ?? '')};`,
    `const preload = function (require, process, module, exports) {\n${preload}\n};`,
    isolatedWorldBundle,
    '})();',
    '//# sourceURL=chromium-host-isolated-world.js',
  ].join('\n');
}
