import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import PDFDocument from 'pdfkit';
import { z } from 'zod';

/** One thing that must be true of a package: what was tried, whether it was so, and what was seen. */
export interface Finding {
  readonly what: string;
  readonly ok: boolean;
  readonly seen: string;
}

/** Tries something, and tells what was seen with the time it took; what throws, or answers `failed: …`, is not so. `of` stands before each. */
export function timedBy(
  tell: (finding: Finding) => void,
  of = '',
): (what: string, act: () => Promise<string>) => Promise<void> {
  return async (what, act) => {
    const since = performance.now();
    const seen = await act().catch((error: unknown) => `failed: ${String(error)}`);
    const took = `${((performance.now() - since) / 1_000).toFixed(1)} s`;
    const said = seen.trim().split('\n').slice(-3).join(' ');
    tell({ what: `${of}${what}`, ok: !seen.startsWith('failed:'), seen: `${said} (${took})` });
  };
}

/** What `mailroom practice` says of itself. */
export const practiceSchema = z.object({ baseUrl: z.string(), clientId: z.string(), clientSecret: z.string() });

/** A document of one page with that text. */
export async function samplePdf(text: string): Promise<Buffer> {
  const document = new PDFDocument();
  const parts: Buffer[] = [];
  document.on('data', (part: Buffer) => parts.push(part));
  document.text(text);
  document.end();
  return new Promise((resolve) => document.once('end', () => resolve(Buffer.concat(parts))));
}

/** The SHA-256 of a file (absolute). */
export async function sha256(path: string): Promise<string> {
  return createHash('sha256')
    .update(await readFile(path))
    .digest('hex');
}

/** Bytes for a table. */
export function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
