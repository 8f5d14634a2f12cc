import { openAsBlob } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { parse, YAMLParseError } from 'yaml';
import type { Outcome } from '../../../shared/faults.ts';
import { success } from '../../engine/faults/fault.ts';
import { misuse } from '../../engine/faults/usage-sentences.ts';
import type { Operation, OperationInput } from '../../engine/service/operations/operation.ts';
import { laidOut } from '../output/json-text.ts';
import { codeOf } from '../../engine/platform/disk/errno.ts';

/** Content types by extension, of what the service accepts. */
const mediaTypes: Readonly<Record<string, string>> = {
  '.pdf': 'application/pdf',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
  '.tif': 'image/tiff',
  '.tiff': 'image/tiff',
  '.xml': 'application/xml',
  '.json': 'application/json',
  '.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  '.pptx': 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  '.csv': 'text/csv',
  '.html': 'text/html',
  '.htm': 'text/html',
};

/** `k=v` pairs by key, in order; a key that comes again has several values. */
export function pairsOf(flag: string, pairs: readonly string[]): Outcome<ReadonlyMap<string, readonly string[]>> {
  const found = new Map<string, readonly string[]>();
  for (const pair of pairs) {
    const at = pair.indexOf('=');
    if (at < 1) return misuse('no-pair', { flag, given: pair });
    const key = pair.slice(0, at);
    found.set(key, [...(found.get(key) ?? []), pair.slice(at + 1)]);
  }
  return success(found);
}

/** What typed values may mean: a list, a text, a number, yes or no. */
function readings(texts: readonly string[]): readonly unknown[] {
  const [text = ''] = texts;
  if (texts.length > 1) return [texts, texts.map(Number)];
  const number = /^-?\d+(\.\d+)?$/.test(text) ? [Number(text)] : [];
  const truth = text === 'true' ? [true] : text === 'false' ? [false] : [];
  return [text, ...number, ...truth, texts];
}

/** The query of an operation from typed pairs, each value read as the operation's schema wants it; undefined: it takes none. */
export function queryFor(operation: Operation, pairs: readonly string[]): Outcome<unknown> {
  const typed = pairsOf('--query', pairs);
  if (!typed.ok) return typed;
  if (operation.query === null) {
    if (typed.value.size === 0) return success(undefined);
    return misuse('no-query-taken', { operation: operation.name });
  }
  const left = new Map([...typed.value].map(([key, texts]) => [key, [...readings(texts)]]));
  for (;;) {
    const query = Object.fromEntries([...left].map(([key, [reading]]) => [key, reading]));
    const parsed = operation.query.safeParse(query);
    if (parsed.success) return success(query);
    // Another reading for a value of the wrong kind; all else that is wrong is said by the call itself.
    const again = parsed.error.issues.some(({ code, path: [key] }) => {
      const readingsLeft = left.get(String(key)) ?? [];
      if (code !== 'invalid_type' || readingsLeft.length < 2) return false;
      readingsLeft.shift();
      return true;
    });
    if (!again) return success(query);
  }
}

async function readAll(source: string, stdin: AsyncIterable<unknown>): Promise<Outcome<Buffer>> {
  if (source === '-') {
    const parts: Buffer[] = [];
    for await (const chunk of stdin)
      parts.push(chunk instanceof Uint8Array ? Buffer.from(chunk) : Buffer.from(String(chunk)));
    return success(Buffer.concat(parts));
  }
  try {
    return success(await readFile(source));
  } catch (error) {
    return unreadable(source, error);
  }
}

function unreadable(source: string, error: unknown): Outcome<never> {
  const code = codeOf(error);
  return code === 'ENOENT' ? misuse('no-file', { given: source }) : misuse('file-unreadable', { given: source, code });
}

/** The body of a call: its value, and of JSON the text that is sent as it stands; neither where none was named. */
export type TypedBody = Pick<OperationInput<unknown, unknown>, 'body' | 'bodyText'>;

/** The body of an operation from a file or stdin (`-`), as the operation wants it; a file named `.yaml` or `.yml` is read as YAML. */
export async function bodyFor(
  operation: Operation,
  source: string | undefined,
  stdin: AsyncIterable<unknown>,
): Promise<Outcome<TypedBody>> {
  const { kind } = operation.body;
  if (source === undefined) {
    if (kind === 'none' || (operation.body.kind === 'json' && operation.body.optional)) return success({});
    // The one form there is belongs to the sign-in, which is made from the credentials.
    if (kind === 'form') return success({});
    return misuse('body-missing', { operation: operation.name });
  }
  if (kind === 'none' || kind === 'form') {
    return misuse('no-body-taken', { operation: operation.name });
  }
  if (kind === 'file') return fileBody(source);
  const read = await readAll(source, stdin);
  if (!read.ok) return read;
  const text = read.value.toString('utf8').replace(/^\ufeff/u, '');
  if (kind === 'text') return success({ body: text.replace(/\r?\n$/, '') });
  return /\.ya?ml$/i.test(source) ? yamlBody(text) : jsonBody(text);
}

function jsonBody(text: string): Outcome<TypedBody> {
  try {
    const body: unknown = JSON.parse(text);
    return success({ body, bodyText: laidOut(text, 0) });
  } catch {
    return misuse('body-no-json');
  }
}

/** YAML of the core schema (1.2), where `no` is a word and dates are text; with an alias bomb or a key twice it is refused. */
function yamlBody(text: string): Outcome<TypedBody> {
  try {
    const body: unknown = parse(text, { maxAliasCount: 100, logLevel: 'error' });
    return success({ body });
  } catch (error) {
    // Only where it is: the message of the parser repeats what stands there.
    const line = error instanceof YAMLParseError ? error.linePos?.[0].line : undefined;
    return misuse('body-no-yaml', line === undefined ? {} : { line });
  }
}

async function fileBody(source: string): Promise<Outcome<TypedBody>> {
  if (source === '-') {
    return misuse('no-upload-from-stdin');
  }
  try {
    const { size } = await stat(source);
    const blob = await openAsBlob(source);
    return success({
      body: {
        body: { stream: () => blob.stream(), size },
        mediaType: mediaTypes[extname(source).toLowerCase()] ?? 'application/octet-stream',
        fileName: basename(source),
      },
    });
  } catch (error) {
    return unreadable(source, error);
  }
}
