import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build } from 'vite';
import { bundledLibraries } from '../../tools/bundled-libraries.ts';

const root = join(import.meta.dirname, '../..');
const workers = 'src/main/engine/workers';
const station = 'test/torture/station';

/**
 * Builds the engine's worker threads (a worker thread can't load TypeScript) and the station that tests run in a process of its own
 * into a folder inside the project, so that what is built finds its node_modules.
 */
export async function buildStation(outDir: string): Promise<void> {
  const entries = [
    ...['journal', 'checkpoint', 'files', 'pages'].map((name) => join(workers, `${name}.ts`)),
    ...['station', 'steps', 'serve-threads'].map((name) => join(station, `${name}.ts`)),
  ].filter((path) => existsSync(join(root, path)));
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
        input: Object.fromEntries(entries.map((path) => [basename(path, '.ts'), join(root, path)])),
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
      },
    },
    ssr: { external: true, noExternal: bundledLibraries },
  });
}
