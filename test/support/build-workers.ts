import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    workersDirectory: string;
  }
}

/** Builds the engine's worker threads afresh for a test run (a worker thread can't load TypeScript), into a folder of its own. */
export default async function setup(project: TestProject): Promise<() => void> {
  const root = join(import.meta.dirname, '../..');
  // Inside the project, so that the built workers find its node_modules.
  const outDir = mkdtempSync(join(root, 'out-test-'));
  const entries = ['journal', 'checkpoint', 'files', 'pages']
    .map((name) => [name, join(root, `src/main/engine/workers/${name}.ts`)] as const)
    .filter(([, path]) => existsSync(path));
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    build: {
      ssr: true,
      target: 'node20',
      outDir,
      emptyOutDir: true,
      minify: false,
      rolldownOptions: {
        input: Object.fromEntries(entries),
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
      },
    },
    ssr: { external: true },
  });
  project.provide('workersDirectory', outDir);
  return () => rmSync(outDir, { recursive: true, force: true });
}
