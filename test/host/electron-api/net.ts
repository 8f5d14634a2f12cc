import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Net } from 'electron';
import { strict } from '../strict.ts';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.pdf': 'application/pdf',
};

/** `net`: files by their address, everything else by Node. */
export const net = strict('net', {
  async fetch(input: Request | string, init?: RequestInit): Promise<Response> {
    const url = typeof input === 'string' ? input : input.url;
    if (!url.startsWith('file:')) return fetch(input, init);
    const path = fileURLToPath(url.replace(/[?#].*$/su, ''));
    const type = types[extname(path).toLowerCase()] ?? 'application/octet-stream';
    return new Response(await readFile(path), { headers: { 'content-type': type } });
  },
  isOnline: () => true,
  online: true,
} satisfies Pick<Net, 'isOnline' | 'online' | 'fetch'>);
