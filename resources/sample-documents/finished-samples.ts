import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { awkwardSamples } from './awkward-samples.ts';
import { everydaySamples } from './everyday-samples.ts';
import { createSeededRandom } from './random.ts';
import type { SampleDocument, SampleRecipe } from './sample-document.ts';

/** The seed of the samples where nobody names one. */
export const DEFAULT_SEED = 20_418;

/** All finished samples for a seed, not yet on disk, in the order in which they are written; the duplicate comes last. */
export function sampleRecipes(seed: number = DEFAULT_SEED): SampleRecipe[] {
  const random = createSeededRandom(seed);
  const everyday = everydaySamples(random);
  const [first] = everyday;
  return first === undefined ? [] : [...everyday, ...awkwardSamples(random, first)];
}

/**
 * Writes at least 24 finished sample documents into a folder (made where it is missing), each in one step: written and flushed under a temporary name that
 * ends in `.part`, then renamed. The same seed gives the same names and bytes. A file of the same name is replaced. Rejects with the error
 * of the file system; what was written before stays.
 */
export async function writeSampleDocuments(
  folder: string,
  options: { readonly seed?: number } = {},
): Promise<SampleDocument[]> {
  await mkdir(folder, { recursive: true });
  const samples: SampleDocument[] = [];
  for (const { build, ...known } of sampleRecipes(options.seed)) {
    const path = join(folder, known.name);
    await writeInOneStep(folder, path, await build());
    samples.push({ ...known, path, arrival: 'now' });
  }
  return samples;
}

async function writeInOneStep(folder: string, path: string, bytes: Uint8Array): Promise<void> {
  const temporary = join(folder, `.sample-${randomUUID()}.part`);
  try {
    await writeFile(temporary, bytes, { flag: 'wx', flush: true });
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
