import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { projectRoot, runStep } from '../run-step.ts';

/** What is built: its version, and the second since 1970 that all files of a package bear, so that two builds are the same bytes. */
export interface Edition {
  readonly version: string;
  readonly epoch: number;
}

/** The edition of the checked-out sources. The time is that of the last commit, or SOURCE_DATE_EPOCH (reproducible-builds.org). */
export async function currentEdition(): Promise<Edition> {
  const text = await readFile(join(projectRoot, 'package.json'), 'utf8');
  const { version } = z.object({ version: z.string() }).parse(JSON.parse(text));
  const given = process.env['SOURCE_DATE_EPOCH'];
  if (given !== undefined && /^\d+$/u.test(given)) return { version, epoch: Number(given) };
  const { status, output } = await runStep('git', ['log', '-1', '--format=%ct'], { capture: true });
  if (status !== 0) throw new Error('the sources are no git checkout: set SOURCE_DATE_EPOCH');
  return { version, epoch: Number(output.trim()) };
}

/** The day of an edition in UTC, YYYY-MM-DD. */
export function editionDay({ epoch }: Edition): string {
  return new Date(epoch * 1_000).toISOString().slice(0, 10);
}
