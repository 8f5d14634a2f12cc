import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { buildStation } from './build-station.ts';

declare module 'vitest' {
  interface ProvidedContext {
    workersDirectory: string;
  }
}

/** Builds the command, the worker threads and the stations afresh for a test run, into a folder of its own. */
export default async function setup(project: TestProject): Promise<() => void> {
  const outDir = mkdtempSync(join(import.meta.dirname, '../../out-test-'));
  project.provide('workersDirectory', await buildStation(outDir));
  return () => rmSync(outDir, { recursive: true, force: true });
}
