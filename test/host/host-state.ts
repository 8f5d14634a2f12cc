import type { Chromium } from './chromium/process.ts';
import { createSchemes } from './electron-api/schemes.ts';
import type { Schemes } from './electron-api/schemes.ts';

/** The app that the host runs: what its package.json says. */
export interface AppFacts {
  readonly path: string;
  readonly name: string;
  readonly version: string;
}

/** Something that would have shown outside the window (a badge, an opened folder); tests read it in `hostRecords`. */
export interface HostRecord {
  readonly kind: string;
  readonly details: unknown;
}

/** What the modules of the stand-in share: one app, one Chromium, one process. */
interface HostState {
  app: AppFacts;
  chromium: Chromium | undefined;
  /** Whether a test runner drives the app: then no person sits in front. */
  isTested: boolean;
  readonly schemes: Schemes;
  readonly switches: Map<string, string>;
  readonly records: HostRecord[];
}

/** The one state of this process. */
export const host: HostState = {
  app: { path: process.cwd(), name: 'Electron', version: '0.0.0' },
  chromium: undefined,
  isTested: false,
  schemes: createSchemes(),
  switches: new Map(),
  records: [],
};

/** Keeps what happened where a test can read it; bounded, for a long session under the host. */
export function record(kind: string, details: unknown): void {
  host.records.push({ kind, details });
  if (host.records.length > 10_000) host.records.splice(0, 5_000);
}

/** The running Chromium. Throws before the app is ready: Electron makes no windows then either. */
export function demandChromium(): Chromium {
  if (host.chromium === undefined) throw new Error('Cannot create BrowserWindow before app is ready');
  return host.chromium;
}
