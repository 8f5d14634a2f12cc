import { expect, test } from 'vitest';
import { z } from 'zod';
import { commandSchema, querySchema } from '../../src/shared/contract.ts';
import { desktopRequestSchema } from '../../src/shared/desktop-contract.ts';
import { settingsSchema } from '../../src/shared/settings.ts';

/** Fields that are named like a path and are none. */
const others: ReadonlySet<string> = new Set(['settings.set.path']);

/** Where a schema has a text under a name that means a path, though main would not find it. */
function plainPaths(schema: z.core.$ZodType, at: string): readonly string[] {
  if (schema instanceof z.ZodObject) {
    const shape: Readonly<Record<string, z.core.$ZodType>> = schema.shape;
    const { name } = shape;
    const said = name instanceof z.ZodLiteral ? String(name.value) : at;
    return Object.entries(shape).flatMap(([field, inner]) => plainPaths(inner, `${said}.${field}`));
  }
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => plainPaths(option, at));
  if (schema instanceof z.ZodArray) return plainPaths(schema.element, at);
  if (schema instanceof z.ZodRecord) return plainPaths(schema.valueType, at);
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return plainPaths(schema.unwrap(), at);
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault) return plainPaths(schema.unwrap(), at);
  // What has no schema of its own must say whose it has.
  if (schema instanceof z.ZodUnknown) return schema.meta()?.['settingAt'] === undefined ? [at] : [];
  if (!(schema instanceof z.ZodString)) return [];
  const means = /(?:^|[.])(?:path|paths|folder|folders|file|files|directory|certificateAuthorities)$/u.test(at);
  return means && !others.has(at) && schema.meta()?.['localPath'] === undefined ? [at] : [];
}

test('every field of a message or setting that names a place on this computer says so', () => {
  const schemas = { commandSchema, querySchema, desktopRequestSchema, settingsSchema };
  const plain = Object.entries(schemas).flatMap(([name, schema]) => plainPaths(schema, name));
  expect(plain).toEqual([]);
  expect(plainPaths(z.object({ name: z.literal('x.y'), folder: z.array(z.string().optional()) }), '')).toEqual([
    'x.y.folder',
  ]);
});
