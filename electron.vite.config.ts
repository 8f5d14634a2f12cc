import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import { bundledLibraries } from './tools/bundled-libraries.ts';

/** What PDF pages need only for pictures in JPEG 2000, under the name by which their thread asks for it; with its licences. */
const pdfDecoder = {
  name: 'pdf-decoder',
  generateBundle(this: { emitFile(file: { type: 'asset'; fileName: string; source: Uint8Array }): void }): void {
    const folder = join(dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json')), 'wasm');
    for (const name of ['openjpeg_nowasm_fallback.js', 'LICENSE_OPENJPEG', 'LICENSE_PDFJS_OPENJPEG']) {
      this.emitFile({ type: 'asset', fileName: `pdfjs/${name}`, source: readFileSync(join(folder, name)) });
    }
  },
};

/** Writes down which libraries are built in, for the licences and the bill of materials of packages. */
const listLibraries = {
  name: 'list-libraries',
  generateBundle(
    this: { emitFile(file: { type: 'asset'; fileName: string; source: string }): void },
    _options: unknown,
    bundle: Readonly<Record<string, { readonly moduleIds?: readonly string[] }>>,
  ): void {
    const names = Object.values(bundle)
      .flatMap(({ moduleIds = [] }) => moduleIds)
      .flatMap((id) => /.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/u.exec(id)?.[1]?.replace('\\', '/') ?? []);
    const source = JSON.stringify([...new Set(names)].sort());
    this.emitFile({ type: 'asset', fileName: 'libraries.json', source });
  },
};

/** Builds the desktop application: main (ESM), the sandboxed preload (CJS, one file) and the window's page. */
export default defineConfig({
  main: {
    plugins: [listLibraries],
    build: {
      outDir: 'out/main',
      target: 'node20',
      minify: false,
      sourcemap: true,
      externalizeDeps: { exclude: bundledLibraries },
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
    plugins: [react(), pdfDecoder, listLibraries],
    build: {
      outDir: 'out/renderer',
      minify: true,
      sourcemap: false,
      // Fonts and pictures stay files: the page's rules allow no data: addresses.
      assetsInlineLimit: 0,
      // Read from the disk, not from a network: whoever installs Mailroom needs no advice about the size of its parts (kB).
      chunkSizeWarningLimit: 4_000,
      rolldownOptions: { input: { index: 'src/renderer/index.html' } },
    },
  },
});
