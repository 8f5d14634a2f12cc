import type { Scope } from './operations/operation.ts';

/**
 * The scope that a token surely lacks for an operation; null: none, or nobody can tell before asking. `granted` are the scopes of
 * the token, null where the service names none. A scope that the interface does not document counts as missing where the token holds
 * its counterpart (`projects.read` without `projects.write`): then the service does use these names.
 */
export function missingScope(needed: Scope | null, granted: readonly string[] | null): string | null {
  if (needed === null || granted === null || granted.includes(needed.name)) return null;
  if (needed.source === 'told') return needed.name;
  const [resource, act] = needed.name.split('.');
  const counterpart = act === 'write' ? 'read' : act === 'read' ? 'write' : null;
  return counterpart !== null && granted.includes(`${resource ?? ''}.${counterpart}`) ? needed.name : null;
}
