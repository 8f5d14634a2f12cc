import { createHash } from 'node:crypto';
import type { Outcome } from '../../../shared/faults.ts';
import {
  pageColors,
  paperPlaces,
  paperSources,
  scanProfileSchema,
  type PageQuality,
  type ScanProfile,
} from '../../../shared/scanning.ts';
import type { Settings } from '../../../shared/settings.ts';
import { failure, success } from '../../engine/faults/fault.ts';
import { numberOf } from '../numbers.ts';
import { isOneOf, wrongWord } from './flag-values.ts';

/** Flags that say how is scanned. */
export interface ScanFlags {
  readonly profile?: string;
  readonly source?: string;
  readonly resolution?: string;
  readonly color?: string;
  readonly format?: string;
  readonly align?: string;
  readonly turnBacks?: boolean;
  readonly archive?: boolean;
  readonly quality?: string;
  readonly project?: string;
  readonly connection?: string;
}

const formats = ['pdf', 'tiff'] as const;

/** The profile that is meant: the named one, else the default, else (as in the window) the first, else one of sensible values. */
function baseOf({ profile }: ScanFlags, { profiles, defaultProfile }: Settings['scanning']): Outcome<ScanProfile> {
  const named = profile ?? defaultProfile;
  if (named === undefined) return success(scanProfileSchema.parse({ id: 'command-line', name: 'command line' }));
  const found =
    profiles.find(({ id, name }) => id === named || name === named) ??
    (profile === undefined ? profiles[0] : undefined);
  return found === undefined ? failure('profile-unknown', { profile: named }) : success(found);
}

function qualityOf(quality: string, usual: PageQuality): Outcome<PageQuality> {
  if (quality === '') return success(usual);
  return quality === 'lossless' ? success(quality) : numberOf('--quality', quality, { least: 10, most: 100 });
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
  if (source !== undefined && !isOneOf(paperSources, source)) return wrongWord('--source', source, paperSources);
  if (color !== undefined && !isOneOf(pageColors, color)) return wrongWord('--color', color, pageColors);
  if (format !== undefined && !isOneOf(formats, format)) return wrongWord('--format', format, formats);
  if (align !== undefined && !isOneOf(paperPlaces, align)) return wrongWord('--align', align, paperPlaces);
  const quality = qualityOf(flags.quality ?? '', base.value.quality);
  if (!quality.ok) return quality;
  const resolution =
    flags.resolution === undefined
      ? success(base.value.resolution)
      : numberOf('--resolution', flags.resolution, { least: 50, most: 2_400 });
  if (!resolution.ok) return resolution;
  const connection = flags.connection === undefined ? (base.value.connectionId ?? connectionId) : connectionId;
  const whole: ScanProfile = {
    ...base.value,
    resolution: resolution.value,
    quality: quality.value,
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
