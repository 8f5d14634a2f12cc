/** Where a value stands on its page, in thousandths of its width and height. */
export interface ValueRegion {
  readonly page: number;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** A value, or a group of values, of a document's data. `id` is its path; `probability` 0 to 1, null where the service gives none. */
export interface EntityNode {
  readonly id: string;
  readonly name: string;
  readonly kind: 'value' | 'group' | 'list';
  readonly value: string | number | boolean | null;
  readonly probability: number | null;
  readonly region: ValueRegion | null;
  readonly children: readonly EntityNode[];
}

/** Below this a value is called unsure. */
const sureFrom = 0.8;
/** Deeper data is not followed. */
const maxDepth = 12;

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isScalar(value: unknown): value is string | number | boolean | null {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

function inside(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= 1000;
}

function regionOf(value: unknown): ValueRegion | null {
  if (!isRecord(value)) return null;
  const { page, left, top, width, height } = value;
  if (typeof page !== 'number' || page < 1 || !inside(left) || !inside(top) || !inside(width) || !inside(height))
    return null;
  return left + width > 1000 || top + height > 1000 ? null : { page, left, top, width, height };
}

/** A name as words: `totalNetAmount` → `Total net amount`. */
export function wordsOf(name: string): string {
  const words = name
    .replaceAll(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replaceAll(/[_-]+/gu, ' ')
    .trim();
  const lower = words.split(' ').map((word) => (/^\p{Lu}{2,}$/u.test(word) ? word : word.toLowerCase()));
  const said = lower.join(' ');
  return said.charAt(0).toUpperCase() + said.slice(1);
}

/** How the service's name of a field is said. */
type NameOf = (name: string) => string;

function nodeOf(id: string, name: string, value: unknown, depth: number, nameOf: NameOf): EntityNode {
  const bare = { id, name, value: null, probability: null, region: null, children: [] };
  if (isScalar(value)) return { ...bare, kind: 'value', value };
  if (depth >= maxDepth) return { ...bare, kind: 'group' };
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    return {
      ...bare,
      kind: 'list',
      children: items.map((item, index) => nodeOf(`${id}/${index}`, String(index + 1), item, depth + 1, nameOf)),
    };
  }
  if (!isRecord(value)) return { ...bare, kind: 'group' };
  const { value: inner, probability, region } = value;
  if ('value' in value && isScalar(inner)) {
    return {
      ...bare,
      kind: 'value',
      value: inner,
      probability: typeof probability === 'number' && probability >= 0 && probability <= 1 ? probability : null,
      region: regionOf(region),
    };
  }
  return {
    ...bare,
    kind: 'group',
    children: Object.entries(value).map(([key, part]) => nodeOf(`${id}/${key}`, nameOf(key), part, depth + 1, nameOf)),
  };
}

/** A document's free-form data as a tree; what has no shape we know is shown without confidence and region. */
export function entityTree(
  entities: Readonly<Record<string, unknown>>,
  nameOf: NameOf = wordsOf,
): readonly EntityNode[] {
  return Object.entries(entities).map(([key, part]) => nodeOf(key, nameOf(key), part, 0, nameOf));
}

/** All values of a tree, in its order. */
export function valuesOf(nodes: readonly EntityNode[]): readonly EntityNode[] {
  return nodes.flatMap((node) => (node.kind === 'value' ? [node] : valuesOf(node.children)));
}

/** Whether a person should look at a value. */
export function isUnsure(node: EntityNode): boolean {
  return node.probability !== null && node.probability < sureFrom;
}
