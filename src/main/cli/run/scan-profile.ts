import { createHash } from 'node:crypto';
import type { Outcome } from '../../../shared/faults.ts';
import {
  scanProfileSchema,
  type pageColors,
  type PageQuality,
  type paperPlaces,
  type paperSources,
  type ScanProfile,
} from '../../../shared/scanning.ts';
import type { Settings } from '../../../shared/settings.ts';
import { failure, success } from '../../engine/faults/fault.ts';
import { parseNumber } from './flag-values.ts';

/** Flags that say how is scanned. */
export interface ScanFlags {
  readonly profile?: string;
  readonly source?: (typeof paperSources)[number];
  readonly resolution?: number;
  readonly color?: (typeof pageColors)[number];
  readonly format?: (typeof formats)[number];
  readonly align?: (typeof paperPlaces)[number];
  readonly turnBacks?: boolean;
  readonly archive?: boolean;
  readonly quality?: PageQuality;
  readonly project?: string;
  readonly connection?: string;
}

/** Forms of the documents. */
export const formats = ['pdf', 'tiff'] as const;

/** The profile that is meant: the named one, else the default, else (as in the window) the first, else one of sensible values. */
function baseOf({ profile }: ScanFlags, { profiles, defaultProfile }: Settings['scanning']): Outcome<ScanProfile> {
  const named = profile ?? defaultProfile;
  if (named === undefined) return success(scanProfileSchema.parse({ id: 'command-line', name: 'command line' }));
  const found =
    profiles.find(({ id, name }) => id === named || name === named) ??
    (profile === undefined ? profiles[0] : undefined);
  return found === undefined ? failure('profile-unknown', { profile: named }) : success(found);
}

/** Reads the value of `--quality`. */
export function parseQuality(flag: string, text: string): Outcome<PageQuality> {
  return text === 'lossless' ? success(text) : parseNumber(flag, text, { min: 10, max: 100 });
}

/**
 * The profile of a run. With flags of its own, or another project, it is one that no settings have. `connectionId`: where it goes
 * if the profile does not say, or a connection was named. `before`: of the session that goes on; it stays unless another is named.
 */
export function scanProfileOf(
  flags: ScanFlags,
  settings: Settings['scanning'],
  connectionId: string | undefined,
  before?: ScanProfile,
): Outcome<ScanProfile> {
  const base = before !== undefined && flags.profile === undefined ? success(before) : baseOf(flags, settings);
  if (!base.ok) return base;
  const { source, color, format, align, turnBacks, archive } = flags;
  const connection = flags.connection === undefined ? (base.value.connectionId ?? connectionId) : connectionId;
  const whole: ScanProfile = {
    ...base.value,
    resolution: flags.resolution ?? base.value.resolution,
    quality: flags.quality ?? base.value.quality,
    ...(align === undefined ? {} : { align }),
    ...(turnBacks === undefined ? {} : { turnBacks }),
    ...(archive === undefined ? {} : { archive }),
    ...(source === undefined ? {} : { source }),
    ...(color === undefined ? {} : { color }),
    ...(format === undefined ? {} : { format }),
    ...(flags.project === undefined ? {} : { projectId: flags.project }),
    ...(connection === undefined ? {} : { connectionId: connection }),
  };
  const mark = createHash('sha256').update(JSON.stringify(whole)).digest('hex').slice(0, 8);
  const isOwn = JSON.stringify(whole) !== JSON.stringify(base.value);
  return success(isOwn ? { ...whole, id: `${base.value.id.slice(0, 80)}-${mark}` } : whole);
}
