import { z } from 'zod';
import { settingsSchema } from '../../../shared/settings.ts';
import type { JsonObject } from './json-file.ts';
import type { Outcome } from '../../../shared/faults.ts';

/** Where an administrator sets values that hold on this computer, whatever its user's file says. */
export interface PolicySource {
  /** As people find it: the path of a file, a key of the registry. */
  readonly name: string;
  /** What it sets; null: there is none. Objects of {@link wholePaths} are whole: nothing of another place is mixed into them. */
  read(): Promise<Outcome<JsonObject | null>>;
  /** Where in it the setting at a dotted path stands. */
  placeOf(path: string): string;
}

/**
 * How a policy that names single values gives one of them. `lines` are texts, `pairs` texts by a name, `structure` and `structures` one
 * object and a list of objects, as JSON.
 */
export type PolicyForm =
  | { readonly kind: 'truth' | 'lines' | 'pairs' | 'structure' | 'structures' }
  | {
      readonly kind: 'number';
      readonly min: number;
      readonly max: number | undefined;
      /** What it is where nobody set it. */
      readonly standard: number | undefined;
    }
  | { readonly kind: 'choice'; readonly words: readonly string[] }
  | { readonly kind: 'text'; readonly maxLength: number | undefined; readonly isPath: boolean };

/** A setting that a policy may set by itself, by its dotted path. */
export interface PolicyValue {
  readonly path: string;
  readonly form: PolicyForm;
}

/** What each station has for itself: who it is, and what a person arranged in the window. A file of policy may set it all the same. */
const ofStation: ReadonlySet<string> = new Set([
  'version',
  'station',
  'window.tips',
  'window.tables',
  'window.filters',
]);

/** What is read of the JSON schema that zod makes of the settings. */
interface Shape {
  readonly type?: string | undefined;
  readonly default?: unknown;
  readonly enum?: readonly string[] | undefined;
  readonly properties?: Readonly<Record<string, Shape>> | undefined;
  readonly items?: Shape | undefined;
  readonly minimum?: number | undefined;
  readonly exclusiveMinimum?: number | undefined;
  readonly maximum?: number | undefined;
  readonly maxLength?: number | undefined;
  readonly localPath?: string | undefined;
}

const shapeSchema: z.ZodType<Shape> = z.lazy(() =>
  z.object({
    type: z.string().optional(),
    default: z.unknown().optional(),
    enum: z.array(z.string()).optional().catch(undefined),
    properties: z.record(z.string(), shapeSchema).optional(),
    items: shapeSchema.optional(),
    minimum: z.number().optional(),
    exclusiveMinimum: z.number().optional(),
    maximum: z.number().optional(),
    maxLength: z.number().optional(),
    localPath: z.string().optional(),
  }),
);

/** Made when it is first asked for: only where a system keeps policies it is at all. */
let known: readonly PolicyValue[] | null = null;

/** All settings that a policy may set one by one, in the order of the schema: objects that are always there field by field, all others whole. */
export function policyValues(): readonly PolicyValue[] {
  known ??= valuesOf(shapeSchema.parse(z.toJSONSchema(settingsSchema, { io: 'input' })), '');
  return known;
}

/** The dotted paths of the objects that a policy sets as a whole: structures and pairs. */
export function wholePaths(): readonly string[] {
  return policyValues().flatMap(({ path, form: { kind } }) => (kind === 'structure' || kind === 'pairs' ? [path] : []));
}

function valuesOf(shape: Shape, above: string): readonly PolicyValue[] {
  return Object.entries(shape.properties ?? {}).flatMap(([name, inner]) => {
    const path = above === '' ? name : `${above}.${name}`;
    if (ofStation.has(path)) return [];
    if (inner.properties !== undefined && inner.default !== undefined) return valuesOf(inner, path);
    return [{ path, form: formOf(inner) }];
  });
}

function formOf(shape: Shape): PolicyForm {
  if (shape.enum !== undefined) return { kind: 'choice', words: shape.enum };
  switch (shape.type ?? '') {
    case 'boolean':
      return { kind: 'truth' };
    case 'integer':
    case 'number': {
      const max = shape.maximum === Number.MAX_SAFE_INTEGER ? undefined : shape.maximum;
      const standard = typeof shape.default === 'number' ? shape.default : undefined;
      return { kind: 'number', min: shape.minimum ?? (shape.exclusiveMinimum ?? -1) + 1, max, standard };
    }
    case 'array':
      return { kind: shape.items?.type === 'string' ? 'lines' : 'structures' };
    case 'object':
      return { kind: shape.properties === undefined ? 'pairs' : 'structure' };
    default:
      return { kind: 'text', maxLength: shape.maxLength, isPath: shape.localPath !== undefined };
  }
}
