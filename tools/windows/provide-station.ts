import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { builtStation } from './prepare.ts';

/** Gives the tests the command and the threads that Linux built: they are the same there, and building under Wine takes longer than most tests. */
export default function setup(project: TestProject): void {
  project.provide('workersDirectory', join(import.meta.dirname, '../..', builtStation, 'workers'));
}
