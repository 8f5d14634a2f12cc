import { appendFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolderSync } from '../engine/platform/disk/make-folder.ts';
import type { Log, LogFields } from '../engine/platform/ports.ts';

/** How a log file is kept: `largestBytes` before it is put aside, and how many are kept aside. */
export interface FileLogOptions {
  readonly folder: string;
  readonly now: () => number;
  readonly maxBytes?: number;
  readonly kept?: number;
}

/** Field names whose values never belong in a log, whatever they hold. */
const secretName = /secret|token|password|authorization|credential|cookie/iu;
/**
 * What is taken out of values: bearer and basic headers, JSON web tokens, logins in URLs, and secrets in forms, queries and JSON.
 * Names of documents and what stands in them come with the errors of others: system errors end in the path in quotes, and JSON that
 * can't be read is quoted with its beginning. Paths of the program in a stack stand in brackets and stay.
 */
const leftOut: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/\b(?:bearer|basic)\s+\S+/giu, '[redacted]'],
  [/\beyJ[\w-]+\.[\w-]+(?:\.[\w-]*)?/gu, '[redacted]'],
  [/(?<=:\/\/)[^\s"']+(?=@)/gu, '[redacted]'],
  [/(?<=(?:secret|token|password)["']?\s{0,5}[=:]\s{0,5}["']?)[^\s"'&,}]+/giu, '[redacted]'],
  [/'(?:\/|\\\\|[a-z]:[\\/])[^\n]*'/giu, "'[path]'"],
  [/"[^\n]*"(?=(?:\.{3})? is not valid JSON)/gu, '"[content]"'],
];
/** Characters of a value that are looked at; far more than are shown, so that no token is cut into what no rule knows. */
const maxFieldLength = 4_000;

/** What a field may show: secrets, paths and quoted content are blacked out, long texts cut at 1,000 characters. */
export function redactFields(fields: LogFields): Record<string, string | number | boolean | null> {
  const shown: Record<string, string | number | boolean | null> = {};
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue;
    if (typeof value !== 'string') shown[name] = value;
    else if (secretName.test(name)) shown[name] = '[redacted]';
    else {
      const clean = leftOut.reduce(
        (text, [pattern, instead]) => text.replaceAll(pattern, instead),
        value.slice(0, maxFieldLength),
      );
      shown[name] = clean.slice(0, 1_000);
    }
  }
  return shown;
}

/**
 * The technical log: JSON lines in `mailroom.log` of the folder, put aside by size as `mailroom.log.1`, `.2` …, readable by the
 * owner alone. Lines are gathered and written together; `flush` writes what waits. A log that can't be written stops nothing.
 */
export function createFileLog(options: FileLogOptions): Log & { flush(): void } {
  const { folder, now, maxBytes = 10 * 1024 * 1024, kept = 4 } = options;
  const path = join(folder, 'mailroom.log');
  let waiting: string[] = [];
  let timer: NodeJS.Timeout | null = null;
  let size: number | null = null;

  function flush(): void {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    if (waiting.length === 0) return;
    const text = waiting.join('');
    waiting = [];
    try {
      if (size === null) {
        makeFolderSync(folder, 0o700);
        size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
      }
      if (size > 0 && size + text.length > maxBytes) putAside();
      appendFileSync(path, text, { mode: 0o600 });
      size += Buffer.byteLength(text);
    } catch {
      // A full or read-only disk is reported by the journal; the log must not be what stops the engine.
      size = null;
    }
  }

  function putAside(): void {
    rmSync(`${path}.${kept}`, { force: true });
    for (let number = kept - 1; number >= 1; number -= 1) {
      if (statSync(`${path}.${number}`, { throwIfNoEntry: false }) !== undefined) {
        renameSync(`${path}.${number}`, `${path}.${number + 1}`);
      }
    }
    renameSync(path, `${path}.1`);
    size = 0;
  }

  const write =
    (level: string) =>
    (event: string, fields: LogFields = {}): void => {
      waiting.push(`${JSON.stringify({ at: new Date(now()).toISOString(), level, event, ...redactFields(fields) })}\n`);
      if (level === 'error' || waiting.length >= 500) return flush();
      timer ??= setTimeout(flush, 250).unref();
    };
  return { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error'), flush };
}
