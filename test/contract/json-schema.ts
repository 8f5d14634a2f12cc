type Schema = Readonly<Record<string, unknown>>;
type Check = (value: unknown, rule: unknown, schema: Schema, root: Schema, at: string) => string | null;

function isObject(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

const types: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
  array: (value) => Array.isArray(value),
  object: isObject,
};

const formats: Readonly<Record<string, RegExp>> = {
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/,
  date: /^\d{4}-\d\d-\d\d$/,
};

function firstOf(problems: Iterable<string | null>): string | null {
  for (const problem of problems) if (problem !== null) return problem;
  return null;
}

function size(value: unknown): number {
  if (typeof value === 'string') return Array.from(value).length;
  return Array.isArray(value) ? value.length : isObject(value) ? Object.keys(value).length : 0;
}

function bound(holds: (value: unknown, limit: number) => boolean, of: (value: unknown) => boolean): Check {
  return (value, rule, _schema, _root, at) =>
    !of(value) || holds(value, Number(rule)) ? null : `${at}: beyond ${String(rule)}`;
}

const isText = (value: unknown): boolean => typeof value === 'string';

/** The keywords of JSON Schema 2020-12 that the document uses. */
const keywords: Readonly<Record<string, Check>> = {
  $ref(value, rule, _schema, root, at) {
    let target: unknown = root;
    for (const part of String(rule).split('/').slice(1)) target = isObject(target) ? target[part] : undefined;
    if (!isObject(target)) throw new Error(`no schema at ${String(rule)}`);
    return problemOf(value, target, root, at);
  },
  type: (value, rule, _schema, _root, at) =>
    [rule].flat().some((name) => types[String(name)]?.(value) === true) ? null : `${at}: not of type ${String(rule)}`,
  enum: (value, rule, _schema, _root, at) => (listOf(rule).includes(value) ? null : `${at}: none of the values`),
  const: (value, rule, _schema, _root, at) => (value === rule ? null : `${at}: not the value`),
  anyOf: (value, rule, _schema, root, at) =>
    listOf(rule).some((one) => problemOf(value, one, root, at) === null) ? null : `${at}: nothing of anyOf`,
  allOf: (value, rule, _schema, root, at) => firstOf(listOf(rule).map((one) => problemOf(value, one, root, at))),
  required: (value, rule, _schema, _root, at) =>
    firstOf(
      listOf(rule).map((name) =>
        !isObject(value) || Object.hasOwn(value, String(name)) ? null : `${at}: ${String(name)} is missing`,
      ),
    ),
  properties: (value, rule, _schema, root, at) =>
    firstOf(
      Object.entries(isObject(rule) ? rule : {}).map(([name, one]) =>
        isObject(value) && Object.hasOwn(value, name) ? problemOf(value[name], one, root, `${at}.${name}`) : null,
      ),
    ),
  additionalProperties(value, rule, { properties }, root, at) {
    const known = isObject(properties) ? properties : {};
    const rest = Object.entries(isObject(value) ? value : {}).filter(([name]) => !Object.hasOwn(known, name));
    return firstOf(rest.map(([name, one]) => problemOf(one, rule, root, `${at}.${name}`)));
  },
  propertyNames: (value, rule, _schema, root, at) =>
    firstOf(Object.keys(isObject(value) ? value : {}).map((name) => problemOf(name, rule, root, `${at} (key)`))),
  items: (value, rule, _schema, root, at) =>
    firstOf(listOf(value).map((one, index) => problemOf(one, rule, root, `${at}[${index}]`))),
  minimum: bound((value, limit) => Number(value) >= limit, types['number'] ?? isText),
  maximum: bound((value, limit) => Number(value) <= limit, types['number'] ?? isText),
  minLength: bound((value, limit) => size(value) >= limit, isText),
  maxLength: bound((value, limit) => size(value) <= limit, isText),
  maxProperties: bound((value, limit) => size(value) <= limit, isObject),
  pattern: (value, rule, _schema, _root, at) =>
    typeof value !== 'string' || new RegExp(String(rule), 'u').test(value) ? null : `${at}: not like the pattern`,
  format(value, rule, _schema, _root, at) {
    const format = formats[String(rule)];
    if (format === undefined) throw new Error(`unknown format ${String(rule)}`);
    return typeof value !== 'string' || format.test(value) ? null : `${at}: not of format ${String(rule)}`;
  },
};

const annotations: ReadonlySet<string> = new Set(['description', 'x-unknown', 'examples', 'default']);

/**
 * What is wrong with a value by a JSON Schema; null: nothing. It shares nothing with the schemas that client and practice service
 * read with, and throws at a keyword that it doesn't know, so that nothing passes unchecked.
 */
export function problemOf(value: unknown, schema: unknown, root: Schema, at = '$'): string | null {
  if (schema === true) return null;
  if (schema === false) return `${at}: not allowed`;
  if (!isObject(schema)) throw new Error(`no schema at ${at}`);
  return firstOf(
    Object.entries(schema).map(([keyword, rule]) => {
      if (annotations.has(keyword)) return null;
      const check = keywords[keyword];
      if (check === undefined) throw new Error(`unknown keyword ${keyword}`);
      return check(value, rule, schema, root, at);
    }),
  );
}
