import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import type { Rolldown } from 'vite';

// Bundles the host into out-test/host/main.cjs, for the start of the app to be quick. Run by ./electron when a source is newer.
const folder = import.meta.dirname;
const target = join(folder, '../../out-test/host');

async function bundle(
  source: string,
  options: { readonly format: 'iife' | 'cjs'; readonly define: Record<string, string> },
): Promise<string> {
  const forNode = options.format === 'cjs';
  const output = await build({
    configFile: false,
    logLevel: 'warn',
    define: options.define,
    publicDir: false,
    ...(forNode ? { ssr: { noExternal: true, external: ['undici', 'ws'] } } : {}),
    build: {
      write: false,
      minify: false,
      target: forNode ? 'node20' : 'es2023',
      ssr: forNode,
      rolldownOptions: { input: join(folder, source), output: { format: options.format } },
    },
  });
  const chunks: Rolldown.OutputChunk[] = [];
  for (const each of Array.isArray(output) ? output : [output]) {
    if ('output' in each) for (const part of each.output) if (part.type === 'chunk') chunks.push(part);
  }
  const [only] = chunks;
  if (only === undefined || chunks.length !== 1) throw new Error(`${source} did not become one file`);
  return only.code;
}

const [page, isolated] = await Promise.all(
  ['worlds/page-world.ts', 'worlds/isolated-world.ts'].map((source) => bundle(source, { format: 'iife', define: {} })),
);
const define = {
  pageWorldBundle: JSON.stringify(page),
  isolatedWorldBundle: JSON.stringify(isolated),
};
const code = await bundle('main.ts', { format: 'cjs', define });
mkdirSync(target, { recursive: true });
// Another start may read the bundle at this moment: it changes at one stroke.
const draft = join(target, `main-${process.pid}.draft`);
writeFileSync(draft, code);
renameSync(draft, join(target, 'main.cjs'));
rmSync(draft, { force: true });
