import { z } from 'zod';
import type { PathUse } from '../../shared/local-path.ts';
import { settingsSchema } from '../../shared/settings.ts';

/** A path on this computer that a message or the settings name, and what it is for there. */
export interface NamedPath {
  readonly path: string;
  /** `below`: watched with all folders below it. */
  readonly use: PathUse | 'below';
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

function turnsOnBelow(schema: z.core.$ZodType, value: unknown): boolean {
  return schema instanceof z.ZodDefault && schema.meta()?.['foldersBelow'] === true && value !== false;
}

function withBelow(named: NamedPath): NamedPath {
  return named.use === 'watched' ? { ...named, use: 'below' } : named;
}

/**
 * What a change of the setting at this path names. A folder that is set by itself may be watched with all below it by then; how far
 * a folder reaches is only set together with it, and by itself names no place that could be given.
 */
function namedAt(path: string, value: unknown): readonly NamedPath[] {
  return schemasAt(settingsSchema, path.split('.')).flatMap((setting) => {
    if (turnsOnBelow(setting, value)) return [{ path, use: 'below' } as const];
    const named = namedPaths(setting, value);
    return setting instanceof z.ZodString ? named.map(withBelow) : named;
  });
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
    const shape = Object.entries(shapeOf(schema));
    const reachesBelow = shape.some(([name, field]) => turnsOnBelow(field, fields.get(name)));
    return shape.flatMap(([name, field]) => {
      const entry = fields.get(name);
      const at = field instanceof z.ZodUnknown ? field.meta()?.['settingAt'] : undefined;
      if (typeof at === 'string') return namedAt(String(fields.get(at)), entry);
      const named = namedPaths(field, entry);
      return reachesBelow && field instanceof z.ZodString ? named.map(withBelow) : named;
    });
  }
  if (schema instanceof z.ZodRecord) {
    return Object.values(value).flatMap((entry: unknown) => namedPaths(schema.valueType, entry));
  }
  const below = inner(schema);
  return below === null ? [] : namedPaths(below, value);
}
