import { defineConfig } from 'vite';
import { bundledLibraries } from './tools/bundled-libraries.ts';

/**
 * Builds everything that runs under plain Node: the command line and the engine's worker threads. Libraries stay in
 * node_modules, but for those that are only slow to load there.
 */
export default defineConfig({
  build: {
    ssr: true,
    target: 'node20',
    outDir: 'out',
    emptyOutDir: true,
    minify: false,
    sourcemap: true,
    rolldownOptions: {
      input: {
        'cli/index': 'src/main/cli/index.ts',
        'windows/set-up': 'src/main/cli/windows/set-up.ts',
        'windows/watch-task': 'src/main/cli/windows/watch-task.ts',
        'windows/send-to': 'src/main/cli/windows/send-to.ts',
        'workers/journal': 'src/main/engine/workers/journal.ts',
        'workers/checkpoint': 'src/main/engine/workers/checkpoint.ts',
        'workers/files': 'src/main/engine/workers/files.ts',
        'workers/practice': 'src/main/desktop/practice/practice-thread.ts',
        'workers/pages': 'src/main/engine/workers/pages.ts',
      },
      output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
    },
  },
  ssr: { external: true, noExternal: bundledLibraries },
});
