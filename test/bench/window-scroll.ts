import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { z } from 'zod';
import { launchMailroom } from '../e2e/support/launch.ts';
import type { BenchContext } from './bench-context.ts';
import { percentile } from './figures.ts';
import type { Row } from './figures.ts';
import { takeFrames, watchFrames } from './window-frames.ts';

const seconds = 10;
const idleMs = 3_000;
/** Still rows of the peer: more than are scrolled over. */
const plainRows = 8_000;
/** px of one turn of the wheel: several hundred rows a second, so that pages must be fetched all the time. */
const turn = 600;
const milliseconds = (value: number): string => `${value.toFixed(0)} ms`;

/** Longest time in ms that a row in sight was empty, and the share of frames with one. */
const emptinessSchema = z.object({ longest: z.number(), share: z.number() });

/** Turns the wheel over the middle of the page for `seconds`; answers the times between frames meanwhile, ms. */
async function framesOfScroll(page: Page): Promise<readonly number[]> {
  await takeFrames(page);
  const begun = performance.now();
  for (let turns = 0; performance.now() - begun < seconds * 1_000; turns += 1) {
    await page.mouse.wheel(0, turn);
    await pause(Math.max(0, begun + (turns * 1_000) / 60 - performance.now()));
  }
  return takeFrames(page);
}

/** The peer: still rows without any script, scrolled alike in the same window. What the browser takes for that is no table's own. */
async function framesOfPlainRows(page: Page): Promise<readonly number[]> {
  await page.evaluate(`void ((list) => {
    Object.assign(list.style, { height: '100vh', overflow: 'auto' });
    for (let number = 0; number < ${String(plainRows)}; number += 1) {
      const row = document.createElement('div');
      Object.assign(row.style, { display: 'grid', gridTemplateColumns: '40px 1fr 160px 200px 80px', height: '32px' });
      row.style.contentVisibility = 'auto';
      for (const words of [number, 'scan ' + number + '.pdf', 'XML written', '4,437.81 CHF', 'now']) {
        const cell = document.createElement('span');
        cell.textContent = words;
        row.append(cell);
      }
      list.append(row);
    }
    document.body.replaceChildren(list);
  })(document.createElement('div'))`);
  await pause(idleMs);
  return framesOfScroll(page);
}

/** Scrolls the table of a station with many items and tells its frames, and how long rows stay empty. */
export async function measureScroll(context: BenchContext, dataDirectory: string): Promise<readonly Row[]> {
  const run = await launchMailroom({ dataDirectory });
  try {
    const { page } = run;
    await page.waitForSelector('[role=row] [role=gridcell]');
    const box = await page.locator('[role=treegrid]').boundingBox();
    if (box === null) throw new Error('no table to scroll');
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await watchFrames(page);
    await pause(idleMs);
    await page.evaluate(`void ((table) => {
      window.emptiness = { longest: 0, empty: 0, frames: 0, since: null };
      const look = (now) => {
        const { top, bottom } = table.getBoundingClientRect();
        const empty = [...table.querySelectorAll('[role=row][aria-selected]')].some((row) => {
          const place = row.getBoundingClientRect();
          return place.bottom > top && place.top < bottom && row.textContent === '';
        });
        emptiness.frames += 1;
        if (empty) {
          emptiness.empty += 1;
          emptiness.since ??= now;
          emptiness.longest = Math.max(emptiness.longest, now - emptiness.since);
        } else emptiness.since = null;
        requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    })(document.querySelector('[role=treegrid]'))`);
    const busy = await framesOfScroll(page);
    const empty = emptinessSchema.parse(
      await page.evaluate<unknown>('({ longest: emptiness.longest, share: emptiness.empty / emptiness.frames })'),
    );
    const scrolled = z
      .number()
      .parse(await page.evaluate<unknown>(`document.querySelector('[role=treegrid]').scrollTop`));
    const plain = await framesOfPlainRows(page);
    context.say(
      `scrolled ${scrolled.toFixed(0)} px, frames 99 % ${milliseconds(percentile(busy, 99))}, rows empty ${milliseconds(empty.longest)}`,
    );
    return [50, 95, 99]
      .map((p): Row => ({
        measured: `100,000 items scrolled (${scrolled.toFixed(0)} px in ${String(seconds)} s), frames of the page, ${String(p)}th percentile`,
        mailroom: milliseconds(percentile(busy, p)),
        peer: milliseconds(percentile(plain, p)),
        ratio: (percentile(busy, p) / percentile(plain, p)).toFixed(2),
        target:
          p === 50
            ? { text: '60 frames a second', met: percentile(busy, p) < 18 }
            : { text: 'no slower than still rows', met: percentile(busy, p) <= percentile(plain, p) * 1.05 },
      }))
      .concat({
        measured: 'rows in sight stay empty meanwhile, longest',
        mailroom: `${milliseconds(empty.longest)} (${(100 * empty.share).toFixed(0)} % of the frames show one)`,
        peer: '',
        ratio: '',
        target: null,
      });
  } finally {
    await run.kill();
  }
}
