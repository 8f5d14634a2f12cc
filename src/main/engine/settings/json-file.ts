import { readFile } from 'node:fs/promises';
import type { Outcome } from '../../../shared/faults.ts';
import { failure, success } from '../faults/fault.ts';
import { patiently } from '../platform/disk/patient-files.ts';
import type { SettingsProblem } from '../faults/problem-of.ts';

/** A JSON object as it came from a file: unknown fields are kept, so that a newer version's are not lost. */
export type JsonObject = Record<string, unknown>;

/** Whether a value is an object with fields (no list, not null). */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Reads a JSON object; null where there is no file. Broken JSON is `settings-invalid` with the line, an unreadable file `data-directory-unusable`. */
export async function readJsonFile(path: string): Promise<Outcome<JsonObject | null>> {
  let text: string;
  try {
    text = await patiently(() => readFile(path, 'utf8'));
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT') return success(null);
    return failure('data-directory-unusable', { directory: path, problem: systemProblem(code) }, code);
  }
  try {
    const value: unknown = JSON.parse(text.replace(/^\ufeff/u, ''));
    if (isJsonObject(value)) return success(value);
    return failure('settings-invalid', { path, problem: 'wants-object' satisfies SettingsProblem });
  } catch (error) {
    const problem: SettingsProblem = 'no-json-text';
    return failure('settings-invalid', { path, line: brokenLine(text, error), problem });
  }
}

/** The system's error code of a caught error, or an empty text. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** A plain key (see the faults' value words) for what the file system said. */
export function systemProblem(code: string): string {
  if (code === 'EACCES' || code === 'EPERM') return 'not-allowed';
  if (code === 'EROFS') return 'read-only';
  if (code === 'ENOTDIR' || code === 'EEXIST') return 'not-a-folder';
  return code;
}

function brokenLine(text: string, error: unknown): number {
  const position = /position (\d+)/u.exec(error instanceof Error ? error.message : '')?.[1];
  const before = position === undefined ? text : text.slice(0, Number(position));
  return before.split('\n').length;
}
