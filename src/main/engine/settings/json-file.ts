import { readFile } from 'node:fs/promises';
import type { Outcome } from '../../../shared/faults.ts';
import { failure, success } from '../faults/fault.ts';
import { patiently } from '../platform/disk/patient-files.ts';
import type { SettingsProblem } from '../faults/problem-of.ts';
import { codeOf, folderProblems } from '../platform/disk/errno.ts';

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
    const code = codeOf(error);
    if (code === 'ENOENT') return success(null);
    return failure('data-directory-unusable', { directory: path, problem: folderProblems[code] ?? code }, code);
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

function brokenLine(text: string, error: unknown): number {
  const position = /position (\d+)/u.exec(error instanceof Error ? error.message : '')?.[1];
  const before = position === undefined ? text : text.slice(0, Number(position));
  return before.split('\n').length;
}
