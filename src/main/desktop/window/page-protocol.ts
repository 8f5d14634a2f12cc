import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { protocol } from 'electron';
import { paths } from '../../engine/platform/names/paths.ts';

/** Scheme and host of the window's page. */
export const pageOrigin = 'app://bundle';

/**
 * What the page may load: its own files only. Content is shown under addresses of the page's own (`content/…`), so that nothing needs
 * `blob:` or `data:`; styles are files, what components set on elements goes through the DOM, which is no inline style.
 */
const contentPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const mediaTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.json': 'application/json',
};

/** Makes the scheme known; before the app is ready. */
export function declarePageScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true } },
  ]);
}

/** Serves the built page from `folder`, and what `serveContent` answers below `/content/`. */
export function servePage(
  folder: string,
  serveContent: (token: string, page: number | null) => Promise<Response | null>,
): void {
  protocol.handle('app', async (request) => {
    const url = new URL(request.url);
    if (url.host !== 'bundle' || request.method !== 'GET') return refused(403);
    const token = /^\/content\/([0-9a-f]{32})$/u.exec(url.pathname)?.[1];
    if (token !== undefined) {
      const page = /^[1-9]\d{0,5}$/u.exec(url.searchParams.get('page') ?? '')?.[0];
      return (await serveContent(token, page === undefined ? null : Number(page))) ?? refused(404);
    }
    const path = pagePath(folder, url.pathname);
    if (path === null) return refused(403);
    const bytes = await readFile(path).catch(() => null);
    if (bytes === null) return refused(404);
    return new Response(new Uint8Array(bytes), {
      headers: {
        'content-type': mediaTypes[extname(path)] ?? 'application/octet-stream',
        'content-security-policy': contentPolicy,
        'x-content-type-options': 'nosniff',
      },
    });
  });
}

/** The file of an address, or null where it would lie outside `folder`: encoded dots, slashes and zero bytes included. */
function pagePath(folder: string, pathname: string): string | null {
  let plain: string;
  try {
    plain = decodeURIComponent(pathname);
  } catch {
    return null;
  }
  if (plain.includes('\0') || plain.includes('\\')) return null;
  const path = join(folder, plain === '/' ? 'index.html' : plain);
  return paths.liesIn(folder, path) ? path : null;
}

function refused(status: number): Response {
  return new Response(null, { status });
}
