import type { Route } from './exchange.ts';

/** Where a request leads. */
export type RouteMatch =
  | { readonly kind: 'route'; readonly route: Route; readonly params: Readonly<Record<string, string>> }
  | { readonly kind: 'other-methods'; readonly allowed: string }
  | { readonly kind: 'nowhere' };

interface Pattern {
  readonly route: Route;
  readonly segments: readonly string[];
  readonly parameters: number;
}

const noParams: Readonly<Record<string, string>> = {};
const nowhere: RouteMatch = { kind: 'nowhere' };

function decode(segment: string): string | null {
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}

function paramsOf(pattern: Pattern, segments: readonly string[]): Readonly<Record<string, string>> | null {
  if (pattern.parameters === 0) return segments.every((part, i) => part === pattern.segments[i]) ? noParams : null;
  const params: Record<string, string> = {};
  for (const [index, expected] of pattern.segments.entries()) {
    const actual = segments[index] ?? '';
    if (!expected.startsWith(':')) {
      if (expected !== actual) return null;
      continue;
    }
    const value = decode(actual);
    if (value === null || value === '') return null;
    params[expected.slice(1)] = value;
  }
  return params;
}

/** Creates the look-up of routes by method and path (relative to the base URL, without the query). Fixed segments win over parameters. */
export function createRouter(routes: readonly Route[]): (method: string, path: string) => RouteMatch {
  const bySize = new Map<string, Pattern[]>();
  for (const route of routes) {
    const segments = route.path.split('/').slice(1);
    const parameters = segments.filter((segment) => segment.startsWith(':')).length;
    const key = `${segments[0] ?? ''}/${String(segments.length)}`;
    const patterns = bySize.get(key) ?? [];
    patterns.push({ route, segments, parameters });
    patterns.sort((left, right) => left.parameters - right.parameters);
    bySize.set(key, patterns);
  }
  return (method, path) => {
    const segments = path.split('/').slice(1);
    const patterns = bySize.get(`${segments[0] ?? ''}/${String(segments.length)}`) ?? [];
    const allowed: string[] = [];
    for (const pattern of patterns) {
      const params = paramsOf(pattern, segments);
      if (params === null) continue;
      if (pattern.route.method === method) return { kind: 'route', route: pattern.route, params };
      allowed.push(pattern.route.method);
    }
    return allowed.length === 0 ? nowhere : { kind: 'other-methods', allowed: allowed.join(', ') };
  };
}
