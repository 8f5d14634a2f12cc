import { z } from 'zod';
import type { PathUse } from '../../shared/local-path.ts';
import { settingsSchema } from '../../shared/settings.ts';

/** A path on this computer that a message or the settings name, and what it is for there. */
export interface NamedPath {
  readonly path: string;
  readonly use: PathUse;
}

const uses: readonly PathUse[] = ['read', 'watched', 'written'];

function inner(schema: z.core.$ZodType): z.core.$ZodType | null {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return schema.unwrap();
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault || schema instanceof z.ZodExactOptional)
    return schema.unwrap();
  return null;
}

function shapeOf(schema: z.ZodObject): Readonly<Record<string, z.core.$ZodType>> {
  return schema.shape;
}

/** The schemas that a setting at these steps may have, whatever the settings hold now: a list may be another one by the time it is set. */
function schemasAt(schema: z.core.$ZodType, [step, ...rest]: readonly string[]): readonly z.core.$ZodType[] {
  if (step === undefined) return [schema];
  if (schema instanceof z.ZodObject) {
    const field = Object.hasOwn(schema.shape, step) ? shapeOf(schema)[step] : undefined;
    return field === undefined ? [] : schemasAt(field, rest);
  }
  if (schema instanceof z.ZodArray) return schemasAt(schema.element, rest);
  if (schema instanceof z.ZodRecord) return schemasAt(schema.valueType, rest);
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => schemasAt(option, [step, ...rest]));
  const below = inner(schema);
  return below === null ? [] : schemasAt(below, [step, ...rest]);
}

/** Every path on this computer that a value names, by its schema: a message that is new is looked through like all others. */
export function namedPaths(schema: z.core.$ZodType, value: unknown): readonly NamedPath[] {
  if (schema instanceof z.ZodString) {
    const use = uses.find((each) => each === schema.meta()?.['localPath']);
    return use !== undefined && typeof value === 'string' ? [{ path: value, use }] : [];
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
    const fields = new Map<string, unknown>(Object.entries(value));
    return [...fields].flatMap(([name, entry]) => {
      const field = Object.hasOwn(schema.shape, name) ? shapeOf(schema)[name] : undefined;
      if (field === undefined) return [];
      const at = field instanceof z.ZodUnknown ? field.meta()?.['settingAt'] : undefined;
      if (typeof at !== 'string') return [...namedPaths(field, entry)];
      const steps = String(fields.get(at)).split('.');
      return schemasAt(settingsSchema, steps).flatMap((setting) => [...namedPaths(setting, entry)]);
    });
  }
  if (schema instanceof z.ZodRecord) {
    return Object.values(value).flatMap((entry: unknown) => namedPaths(schema.valueType, entry));
  }
  const below = inner(schema);
  return below === null ? [] : namedPaths(below, value);
}
