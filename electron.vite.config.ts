import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';

/** Builds the desktop application: main (ESM), the sandboxed preload (CJS, one file) and the window's page. */
export default defineConfig({
  main: {
    build: {
      outDir: 'out/main',
      target: 'node20',
      minify: false,
      sourcemap: true,
      rolldownOptions: { input: { index: 'src/main/index.ts' }, output: { format: 'es', entryFileNames: '[name].js' } },
    },
  },
  preload: {
    build: {
      outDir: 'out/preload',
      externalizeDeps: false,
      rolldownOptions: {
        input: { index: 'src/preload/index.ts' },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: 'src/renderer',
    base: './',
    plugins: [react()],
    build: {
      outDir: 'out/renderer',
      minify: true,
      sourcemap: false,
      // Fonts and pictures stay files: the page's rules allow no data: addresses.
      assetsInlineLimit: 0,
      rolldownOptions: { input: { index: 'src/renderer/index.html' } },
    },
  },
});
