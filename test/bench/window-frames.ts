import type { Page } from '@playwright/test';
import { z } from 'zod';
import { dropOn } from '../e2e/support/bring-files.ts';
import { launchMailroom } from '../e2e/support/launch.ts';
import { sampleApp } from '../host/sample-run.ts';

const numbers = z.array(z.number());

/** Lets the page note the time between its frames, ms. */
export async function watchFrames(page: Page): Promise<void> {
  await page.evaluate(`void ((last) => {
    window.frameTimes = [];
    const next = (now) => {
      frameTimes.push(now - last);
      last = now;
      requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
  })(performance.now())`);
}

/** The times between frames since the last call. */
export async function takeFrames(page: Page): Promise<readonly number[]> {
  return numbers.parse(await page.evaluate<unknown>('frameTimes.splice(0)'));
}

/** The times between frames while files are dropped, until the page has them and has drawn twice. */
export async function framesOfDrop(page: Page, paths: readonly string[]): Promise<readonly number[]> {
  await takeFrames(page);
  await dropOn(page, paths);
  await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn(null))))');
  return takeFrames(page);
}

/** The same drop on a page that does nothing with the files: what the browser itself takes to hand them over. */
export async function framesOfIdleDrop(dataDirectory: string, paths: readonly string[]): Promise<readonly number[]> {
  const run = await launchMailroom({ dataDirectory, app: sampleApp, env: { SAMPLE_DATA: dataDirectory } });
  try {
    await run.page.waitForSelector('[data-ready]');
    await run.page.evaluate(
      `for (const kind of ['dragover', 'drop']) addEventListener(kind, (event) => event.preventDefault())`,
    );
    await watchFrames(run.page);
    return await framesOfDrop(run.page, paths);
  } finally {
    await run.kill();
  }
}
