import type { ExternalData } from '../../../../shared/settings.ts';

/**
 * External data of the rule and of the sidecar together; the sidecar wins, also where keys differ only by case (they are the
 * same key to the service). Null where neither says anything.
 */
export function mergedData(ofRule: ExternalData | undefined, ofSidecar: ExternalData | undefined): ExternalData | null {
  if (ofRule === undefined && ofSidecar === undefined) return null;
  const won = new Set(Object.keys(ofSidecar ?? {}).map((key) => key.toLowerCase()));
  const kept = Object.entries(ofRule ?? {}).filter(([key]) => !won.has(key.toLowerCase()));
  return { ...Object.fromEntries(kept), ...ofSidecar };
}
