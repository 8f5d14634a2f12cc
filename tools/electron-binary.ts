import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from './run-step.ts';

/** Which `electron` runs the window. */
export interface ElectronBinary {
  readonly kind: 'Electron' | 'Chromium host';
  readonly path: string;
  /** What Electron's package and Playwright need in the environment to find it. */
  readonly env: Readonly<Record<string, string>>;
}

/** The real binary where the electron package has it, else the host of test/host. */
export function findElectron(root: string = projectRoot): ElectronBinary {
  const electronPackage = join(root, 'node_modules', 'electron');
  const pathFile = join(electronPackage, 'path.txt');
  if (existsSync(pathFile)) {
    const path = join(electronPackage, 'dist', readFileSync(pathFile, 'utf8'));
    if (existsSync(path)) return { kind: 'Electron', path, env: {} };
  }
  const folder = join(root, 'test', 'host');
  return { kind: 'Chromium host', path: join(folder, 'electron'), env: { ELECTRON_OVERRIDE_DIST_PATH: folder } };
}
