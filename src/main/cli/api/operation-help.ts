import type { FaultLanguage } from '../../engine/faults/describe.ts';
import { schemaOf } from '../../engine/service/openapi/schema-of.ts';
import type { Operation } from '../../engine/service/operations/operation.ts';

const words = {
  en: {
    scope: 'scope',
    path: 'Path (--path)',
    query: 'Query (--query)',
    body: 'Body (--body)',
    needed: 'required',
    file: 'a file to upload',
    text: 'text',
    repeat: 'May be repeated at any time.',
    reconcile: 'After a lost answer look first whether it was done.',
    more: 'more fields pass as they are',
    most: 'at most',
    from: 'from',
    otherwise: 'default',
  },
  de: {
    scope: 'Berechtigung',
    path: 'Pfad (--path)',
    query: 'Abfrage (--query)',
    body: 'Inhalt (--body)',
    needed: 'nötig',
    file: 'eine Datei zum Hochladen',
    text: 'Text',
    repeat: 'Darf jederzeit wiederholt werden.',
    reconcile: 'Ging die Antwort verloren, erst nachsehen, ob es geschah.',
    more: 'weitere Felder gehen unverändert mit',
    most: 'höchstens',
    from: 'ab',
    otherwise: 'Vorgabe',
  },
} as const;

type Words = (typeof words)[FaultLanguage];
type Shape = Readonly<Record<string, unknown>>;

function isShape(value: unknown): value is Shape {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What a value may be: its JSON type, its items, its words. */
function kindOf(shape: Shape): string {
  const { type, enum: values, items, anyOf } = shape;
  if (Array.isArray(values)) return values.length > 12 ? `${values.slice(0, 12).join(' | ')} | …` : values.join(' | ');
  if (Array.isArray(anyOf)) return [...new Set(anyOf.filter(isShape).map(kindOf))].join(' | ');
  if (type === 'array') return isShape(items) ? `[${kindOf(items)}]` : '[…]';
  if (type === 'object') {
    const { properties, required } = shape;
    if (!isShape(properties)) return '{…}';
    const needed = Array.isArray(required) ? required : [];
    return `{${Object.keys(properties)
      .map((name) => (needed.includes(name) ? name : `${name}?`))
      .join(', ')}}`;
  }
  return Array.isArray(type) ? type.join(' | ') : typeof type === 'string' ? type : '…';
}

function limitsOf(
  { minimum, maxLength, maxProperties, default: otherwise, description }: Shape,
  say: Words,
): readonly string[] {
  const most = maxLength ?? maxProperties;
  return [
    ...(typeof minimum === 'number' && minimum > Number.MIN_SAFE_INTEGER ? [`${say.from} ${minimum}`] : []),
    ...(typeof most === 'number' ? [`${say.most} ${most}`] : []),
    ...(otherwise === undefined ? [] : [`${say.otherwise} ${JSON.stringify(otherwise).replace(/^"|"$/gu, '')}`]),
    ...(typeof description === 'string' ? [description] : []),
  ];
}

/** The fields of an object, a line each. */
function fieldsOf(shape: Shape, say: Words): readonly string[] {
  const { properties, required, additionalProperties } = shape;
  if (!isShape(properties)) return [`  ${[kindOf(shape), ...limitsOf(shape, say)].join(', ')}`];
  const needed = Array.isArray(required) ? required : [];
  const names = Object.keys(properties);
  const width = Math.max(0, ...names.map((name) => name.length)) + 2;
  const lines = Object.entries(properties).map(([name, field]) => {
    const told = isShape(field) ? [kindOf(field), ...limitsOf(field, say)] : [];
    return `  ${name.padEnd(width)}${[...told, ...(needed.includes(name) ? [say.needed] : [])].join(', ')}`;
  });
  return additionalProperties === false ? lines : [...lines, `  … ${say.more}`];
}

function bodyLines({ body }: Operation, say: Words): readonly string[] {
  switch (body.kind) {
    case 'none':
      return [];
    case 'file':
      return [`${say.body}: ${say.file}`];
    case 'text':
      return [`${say.body}: ${[say.text, ...limitsOf(schemaOf(body.schema), say)].join(', ')}`];
    case 'form':
      return [];
    case 'json': {
      const needed = body.optional ? '' : `, ${say.needed}`;
      return [`${say.body}: ${body.mediaType}${needed}`, ...fieldsOf(schemaOf(body.schema), say)];
    }
  }
}

/** What one operation is called with: method, path, scope, parameters and the fields of its body, as lines. */
export function operationHelp(operation: Operation, language: FaultLanguage): readonly string[] {
  const say = words[language];
  const { name, method, path, scope, query, repeat } = operation;
  const parts = [...path.matchAll(/\{(\w+)\}/g)].map(([, part = '']) => `  ${part}  ${say.needed}`);
  return [
    `${name}: ${method} ${path}${scope === null ? '' : `, ${say.scope} ${scope.name}`}. ${repeat === 'safe' ? say.repeat : say.reconcile}`,
    ...(parts.length === 0 ? [] : [`${say.path}:`, ...parts]),
    ...(query === null ? [] : [`${say.query}:`, ...fieldsOf(schemaOf(query), say)]),
    ...bodyLines(operation, say),
  ];
}
