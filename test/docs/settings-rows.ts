import { z } from 'zod';
import { settingsSchema } from '../../src/shared/settings.ts';

/** A setting as the reference has it: its name, what it is where nobody set it, and what may be set. */
export interface SettingRow {
  readonly name: string;
  readonly standard: string;
  readonly allowed: string;
}

/** What is read of the JSON schema that zod makes of the settings. */
interface Shape {
  readonly type?: string | undefined;
  readonly default?: unknown;
  readonly const?: unknown;
  readonly enum?: readonly unknown[] | undefined;
  readonly properties?: Readonly<Record<string, Shape>> | undefined;
  readonly required?: readonly string[] | undefined;
  readonly items?: Shape | undefined;
  readonly oneOf?: readonly Shape[] | undefined;
  readonly anyOf?: readonly Shape[] | undefined;
  readonly minimum?: number | undefined;
  readonly exclusiveMinimum?: number | undefined;
  readonly maximum?: number | undefined;
  readonly maxLength?: number | undefined;
}

const shapeSchema: z.ZodType<Shape> = z.lazy(() =>
  z.object({
    type: z.string().optional(),
    default: z.unknown().optional(),
    const: z.unknown().optional(),
    enum: z.array(z.unknown()).optional(),
    properties: z.record(z.string(), shapeSchema).optional(),
    required: z.array(z.string()).optional(),
    items: shapeSchema.optional(),
    oneOf: z.array(shapeSchema).optional(),
    anyOf: z.array(shapeSchema).optional(),
    minimum: z.number().optional(),
    exclusiveMinimum: z.number().optional(),
    maximum: z.number().optional(),
    maxLength: z.number().optional(),
  }),
);

/** Rules that stand in several places are told once, under a short name. */
const short = (name: string): string => name.replace(/^.*\.(?=(?:rule|export|case|separation)\.)/, '');

/** Every setting of the contract that holds a value, those of shared rules once. Throws where one name has two meanings. */
export function settingRows(): readonly SettingRow[] {
  const rows = new Map<string, SettingRow>();
  const whole = shapeSchema.parse(z.toJSONSchema(settingsSchema, { io: 'input' }));
  for (const row of rowsOf(whole, '', '')) {
    const before = rows.get(row.name);
    if (before !== undefined && JSON.stringify(before) !== JSON.stringify(row))
      throw new Error(`${row.name} is ${JSON.stringify(before)} in one place and ${JSON.stringify(row)} in another`);
    rows.set(row.name, row);
  }
  return [...rows.values()];
}

function rowsOf(shape: Shape, path: string, absent: string): readonly SettingRow[] {
  const below = (name: string): string => (path === '' ? name : `${path}.${name}`);
  if (shape.properties !== undefined) {
    const { required = [] } = shape;
    return Object.entries(shape.properties).flatMap(([name, inner]) =>
      rowsOf(inner, below(name), required.includes(name) ? 'needed' : 'none'),
    );
  }
  if (shape.items?.properties !== undefined) return rowsOf(shape.items, `${path}[]`, '');
  if (shape.oneOf !== undefined) return unionRows(shape.oneOf, path);
  return [{ name: short(path), standard: standardOf(shape, absent), allowed: allowedOf(shape) }];
}

/** A choice of objects by `by`: what each choice brings along is needed, or has its standard, with that choice only. */
function unionRows(choices: readonly Shape[], path: string): readonly SettingRow[] {
  const words = choices.map((choice) => choice.properties?.['by']?.const);
  const rows: SettingRow[] = [
    { name: short(`${path}.by`), standard: `\`${String(words[0])}\``, allowed: words.map(quoted).join(', ') },
  ];
  choices.forEach((choice, at) => {
    for (const [name, inner] of Object.entries(choice.properties ?? {}))
      if (name !== 'by') rows.push(...rowsOf(inner, `${path}.${name}`, `needed with ${quoted(words[at])}`));
  });
  return rows;
}

const quoted = (value: unknown): string => `\`${String(value)}\``;

function standardOf(shape: Shape, absent: string): string {
  const value = shape.default;
  if (value === undefined) return absent;
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(quoted).join(', ');
  if (value === '') return 'none';
  return typeof value === 'object' ? 'none' : quoted(value);
}

function allowedOf(shape: Shape): string {
  const words = shape.enum ?? shape.anyOf?.flatMap((choice) => (choice.const === undefined ? [] : [choice.const]));
  if (words !== undefined && words.length > 0) return words.map(quoted).join(', ');
  if (shape.const !== undefined) return quoted(shape.const);
  if (shape.type === 'array') return `a list: ${allowedOf(shape.items ?? {})}`;
  if (shape.type === 'boolean') return '`true`, `false`';
  if (shape.type === 'object') return 'values by key';
  if (shape.type === 'integer' || shape.type === 'number') return numbersOf(shape);
  return shape.maxLength === undefined ? 'text' : `text, at most ${shape.maxLength} characters`;
}

function numbersOf({ type, minimum, exclusiveMinimum, maximum }: Shape): string {
  const min = minimum ?? (type === 'integer' && exclusiveMinimum !== undefined ? exclusiveMinimum + 1 : undefined);
  const most = maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum;
  if (min === undefined) return exclusiveMinimum === undefined ? 'a number' : `more than ${exclusiveMinimum}`;
  return most === undefined ? `at least ${min}` : `${min} to ${most}`;
}
