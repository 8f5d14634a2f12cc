import { defineConfig } from 'vite';

/** Builds the child processes of the benchmarks as the product is built, so that what is measured is what is shipped. */
export default defineConfig({
  build: {
    ssr: true,
    target: 'node20',
    outDir: 'out/bench',
    emptyOutDir: true,
    minify: false,
    rolldownOptions: {
      input: {
        sink: 'test/bench/sink.ts',
        engine: 'test/bench/engine.ts',
        'scan-session': 'test/bench/scan-session.ts',
        'workers/pages': 'src/main/engine/workers/pages.ts',
        'workers/journal': 'src/main/engine/workers/journal.ts',
        'workers/checkpoint': 'src/main/engine/workers/checkpoint.ts',
        'workers/files': 'src/main/engine/workers/files.ts',
      },
      output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
    },
  },
  ssr: { external: true },
});
