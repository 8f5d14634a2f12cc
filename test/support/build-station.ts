import { basename, join } from 'node:path';
import { build } from 'vite';

const root = join(import.meta.dirname, '../..');

/** What tests run beside the command: the laboratory's station, the engine and the journal that are killed, and the command in the tests' own process. */
const programs = [
  ...['station', 'steps', 'serve-threads'].map((name) => `test/torture/station/${name}.ts`),
  'src/main/cli/run-command.ts',
  'test/faults/engine-process.ts',
  'test/engine/journal/journal-process.ts',
];

/**
 * Builds the present sources as they are shipped, the command with its threads, and the programs of the tests beside them, into a
 * folder inside the project, so that what is built finds its node_modules. Returns the folder of the threads and the programs.
 */
export async function buildStation(outDir: string): Promise<string> {
  await build({
    configFile: join(root, 'vite.config.ts'),
    root,
    logLevel: 'warn',
    build: {
      outDir,
      sourcemap: false,
      rolldownOptions: {
        input: Object.fromEntries(programs.map((path) => [`workers/${basename(path, '.ts')}`, path])),
      },
    },
  });
  return join(outDir, 'workers');
}
