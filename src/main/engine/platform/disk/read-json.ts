import { readFile } from 'node:fs/promises';
import type { z } from 'zod';

/** The JSON of a file, checked by its schema; null where it can't be read or is something else. */
export async function readJson<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
): Promise<z.infer<Schema> | null> {
  try {
    const parsed = schema.safeParse(JSON.parse(await readFile(path, 'utf8')));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
