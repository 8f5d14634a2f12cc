import { createPublicKey, verify } from 'node:crypto';
import { z } from 'zod';
import type { Outcome } from '../../../shared/faults.ts';
import { failure, success } from '../../engine/faults/fault.ts';
import type { PackageOrigin } from '../package-origin.ts';

/** The file of an update folder that says what lies there. */
export const manifestName = 'mailroom-update.json';
/** What is signed begins so: no signature for something else counts as one of a manifest. */
export const signedPrefix = 'mailroom-update-manifest-1\n';
/** What these manifests are for. */
export const windowProduct = 'mailroom-window';

/** A name in the update folder itself: nothing leads elsewhere. */
const fileName = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,120}$/);

const packageSchema = z.strictObject({
  /** As in {@link PackageOrigin}. */
  platform: z.string().min(1).max(40),
  kind: z.string().min(1).max(20),
  file: fileName,
  /** Bytes. */
  size: z.number().int().positive().max(2_000_000_000),
  /** SHA-512 of its bytes, base64. */
  sha512: z.string().regex(/^[A-Za-z0-9+/]{86}==$/),
});

/** A package that an update brings. */
export type UpdatePackage = z.infer<typeof packageSchema>;

/** What an update folder holds, as whoever has the key says. Instants are ISO 8601 in UTC. */
export const manifestSchema = z.strictObject({
  product: z.string(),
  version: z.string().regex(/^\d{1,6}\.\d{1,6}\.\d{1,6}$/),
  made: z.iso.datetime(),
  expires: z.iso.datetime(),
  packages: z.array(packageSchema).min(1).max(50),
});

/** See {@link manifestSchema}. */
export type UpdateManifest = z.infer<typeof manifestSchema>;

/** The file: the manifest as the very text that was signed, and the Ed25519 signature (base64) of the prefix and that text. */
const envelopeSchema = z.strictObject({ manifest: z.string(), signature: z.string() });

/** What this computer knows of the manifests of a key: nothing older than the newest one that it took ever comes again. */
export const rememberedSchema = z.object({
  /** Under another one nothing of this counts: who sets the key may begin anew. */
  key: z.string(),
  version: z.string(),
  /** ms since 1970. */
  made: z.number(),
  /**
   * It was at least this late already, ms since 1970: a clock that is set back makes no manifest young again. Never later than the end of
   * a manifest that was signed, so that a clock that was wrong by years keeps no later manifest out.
   */
  seen: z.number(),
});

/** See {@link rememberedSchema}. */
export type Remembered = z.infer<typeof rememberedSchema>;

/** What a manifest is judged by. */
export interface Judging {
  /** The Ed25519 key in base64, 32 bytes. */
  readonly key: string;
  /** What is installed here. */
  readonly origin: PackageOrigin;
  readonly version: string;
  readonly remembered: Remembered | null;
  /** ms since 1970. */
  readonly now: number;
}

/** What a manifest that the key signed comes to. */
export interface Judged {
  readonly remember: Remembered;
  /** Until when the manifest serves, ms since 1970. */
  readonly expires: number;
  /** Null: it brings nothing newer. Else a package that may be used, or why there is none. */
  readonly found: Outcome<(UpdatePackage & { readonly version: string }) | null>;
}

/** So much may clocks of two computers differ, ms. */
const clockTolerance = 86_400_000;

/**
 * Judges the text of a manifest's file: signed with the key, for the window, neither expired nor older than what was here before, and
 * with a package of this kind. Else a fault that says what is wrong; nothing of it may be used then. A manifest of a version that is here
 * already brings nothing, and is judged by nothing more: a station that is up to date has no fault when its manifest expires.
 */
export function judgeManifest(text: string, judging: Judging): Outcome<Judged> {
  const envelope = envelopeSchema.safeParse(json(text));
  if (!envelope.success) return failure('update-untrusted', { problem: 'unexpected-shape' });
  const { manifest: signed, signature } = envelope.data;
  if (!isSigned(signed, signature, judging.key))
    return failure('update-untrusted', { problem: 'signature-foreign' satisfies UpdateProblem });
  const parsed = manifestSchema.safeParse(json(signed));
  if (!parsed.success) return failure('update-untrusted', { problem: 'unexpected-shape' });
  const { product, version, packages, ...instants } = parsed.data;
  if (product !== windowProduct)
    return failure('update-untrusted', { problem: 'other-product' satisfies UpdateProblem }, product);

  const [made, expires] = [Date.parse(instants.made), Date.parse(instants.expires)];
  const { key } = judging;
  const known = judging.remembered?.key === key ? judging.remembered : { key, version: '0.0.0', made: 0, seen: 0 };
  const seen = Math.max(known.seen, Math.min(judging.now, expires));
  const now = Math.max(judging.now, known.seen);
  const without = (found: Judged['found']): Outcome<Judged> =>
    success({ remember: { ...known, seen }, expires, found });
  const isOlder = compareVersions(version, known.version) < 0;
  if (!isOlder && compareVersions(version, judging.version) <= 0) return without(success(null));
  if (expires <= now) return without(outdated('update-expired', version));
  if (made > now + clockTolerance) return without(outdated('update-of-tomorrow', version));
  if (isOlder || made < known.made) return without(outdated('update-older', version));
  const { platform, kind } = judging.origin;
  const found = packages.find((each) => each.platform === platform && each.kind === kind);
  if (found === undefined) return without(failure('update-unfit', { version, kind, platform }));
  return success({ remember: { key, version, made, seen }, expires, found: success({ ...found, version }) });
}

/** Why an update is refused, as a key of the faults' value words. */
export type UpdateProblem =
  | 'signature-foreign'
  | 'other-product'
  | 'update-expired'
  | 'update-older'
  | 'update-of-tomorrow'
  | 'bytes-differ'
  | 'cut-off'
  | 'too-long-for-manifest'
  | 'no-answer-in-time'
  | 'updates-by-it';

function outdated(problem: UpdateProblem, version: string): ReturnType<typeof failure> {
  return failure('update-outdated', { problem, version });
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isSigned(text: string, signature: string, key: string): boolean {
  try {
    const x = Buffer.from(key, 'base64').toString('base64url');
    const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
    return verify(null, Buffer.from(signedPrefix + text), publicKey, Buffer.from(signature, 'base64'));
  } catch {
    // A key or signature that is none signs nothing.
    return false;
  }
}

/** Below 0 where the first is the older one; what comes before a release (1.0.0-rc.1) is older than it. */
export function compareVersions(first: string, second: string): number {
  const [one, other] = [partsOf(first), partsOf(second)];
  const at = one.findIndex((part, index) => part !== other[index]);
  return at < 0 ? 0 : (one[at] ?? 0) - (other[at] ?? 0);
}

function partsOf(version: string): readonly number[] {
  const [numbers = '', before] = version.split('-', 2);
  return [...numbers.split('.').map(Number), before === undefined ? 1 : 0];
}
