import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { launchMailroom } from '../e2e/support/launch.ts';
import type { Launched } from '../e2e/support/launch.ts';

/** The sample app, running. */
export interface SampleRun extends Launched {
  /** A folder for the test's files; gone after `end`. */
  readonly folder: string;
  /** Evaluates a script in the page; promises are awaited. */
  inPage(script: string): Promise<unknown>;
  /** What the app's main process has noted so far, as `[kind, …details]`. */
  seen(): Promise<readonly unknown[]>;
  /** Quits, and removes the folder. */
  end(): Promise<void>;
}

/** The folder of the sample app. */
export const sampleApp = join(import.meta.dirname, 'sample-app');

/** Waits until a process has ended and answers its exit status; null when a signal ended it. */
export async function statusOf(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return child.exitCode;
}

/** Starts the sample app on data of its own and waits until its page is ready. */
export async function runSample(): Promise<SampleRun> {
  const folder = await mkdtemp(join(tmpdir(), 'host-sample-'));
  const launched = await launchMailroom({ dataDirectory: folder, app: sampleApp, env: { SAMPLE_DATA: folder } });
  await launched.page.waitForSelector('[data-ready]');
  // The page can be ready before the app has been told to show its window.
  await expect
    .poll(() => launched.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible()))
    .toBe(true);
  return {
    ...launched,
    folder,
    inPage: (script) => launched.page.evaluate<unknown>(script),
    async seen(): Promise<readonly unknown[]> {
      const noted: unknown = await launched.app.evaluate((): unknown => Reflect.get(globalThis, 'seen'));
      const list: readonly unknown[] = Array.isArray(noted) ? noted : [];
      return list;
    },
    async end() {
      await launched.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
