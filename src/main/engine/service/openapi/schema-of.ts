import { z } from 'zod';
import type { JsonObject } from './shapes.ts';

/** The JSON Schema of what a schema takes; what JSON Schema can't say (streams, checks in code) is left open. */
export function schemaOf(schema: z.ZodType): JsonObject {
  const shape = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  // The dialect is that of the whole document.
  return Object.fromEntries(Object.entries(shape).filter(([name]) => name !== '$schema'));
}
