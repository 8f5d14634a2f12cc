import { z } from 'zod';

function inner(schema: z.core.$ZodType): z.core.$ZodType | null {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return schema.unwrap();
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault || schema instanceof z.ZodExactOptional)
    return schema.unwrap();
  return null;
}

/** Every path on this computer that a value names, by its schema: a message that is new is looked through like all others. */
export function namedPaths(schema: z.core.$ZodType, value: unknown): readonly string[] {
  if (schema instanceof z.ZodString) {
    return schema.meta()?.['isLocalPath'] === true && typeof value === 'string' ? [value] : [];
  }
  if (schema instanceof z.ZodArray) {
    return Array.isArray(value) ? value.flatMap((entry: unknown) => namedPaths(schema.element, entry)) : [];
  }
  if (schema instanceof z.ZodUnion) {
    return schema.options.flatMap((option) =>
      z.safeParse(option, value).success ? [...namedPaths(option, value)] : [],
    );
  }
  if (typeof value !== 'object' || value === null) {
    const below = inner(schema);
    return below === null ? [] : namedPaths(below, value);
  }
  if (schema instanceof z.ZodObject) {
    const shape: Readonly<Record<string, z.core.$ZodType>> = schema.shape;
    return Object.entries(value).flatMap(([name, entry]: readonly [string, unknown]) => {
      const field = Object.hasOwn(shape, name) ? shape[name] : undefined;
      return field === undefined ? [] : [...namedPaths(field, entry)];
    });
  }
  if (schema instanceof z.ZodRecord) {
    return Object.values(value).flatMap((entry: unknown) => namedPaths(schema.valueType, entry));
  }
  const below = inner(schema);
  return below === null ? [] : namedPaths(below, value);
}
