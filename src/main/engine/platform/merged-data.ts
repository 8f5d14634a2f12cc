import type { ExternalData } from '../../../shared/settings.ts';

/**
 * External data of the rule and of the file (its sidecar) together; the file's win, also where keys differ only by case (they are
 * the same key to the service). Null where neither says anything.
 */
export function mergedData(
  ofRule: ExternalData | null | undefined,
  ofFile: ExternalData | null | undefined,
): ExternalData | null {
  if ((ofRule ?? null) === null && (ofFile ?? null) === null) return null;
  const won = new Set(Object.keys(ofFile ?? {}).map((key) => key.toLowerCase()));
  const kept = Object.entries(ofRule ?? {}).filter(([key]) => !won.has(key.toLowerCase()));
  return { ...Object.fromEntries(kept), ...ofFile };
}
