/** The fuses of an Electron binary that Mailroom sets when it is packaged, in the order in which Electron stores them. */
const fuseNames = [
  'RunAsNode',
  'EnableCookieEncryption',
  'EnableNodeOptionsEnvironmentVariable',
  'EnableNodeCliInspectArguments',
  'EnableEmbeddedAsarIntegrityValidation',
  'OnlyLoadAppFromAsar',
] as const;

/** Name of a fuse. */
export type FuseName = (typeof fuseNames)[number];

/** Stands before the fuses in every Electron binary (documented by the `@electron/fuses` package). */
const sentinel = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';

/**
 * Reads which fuses of a binary are on. Layout after the sentinel: version (one byte, 1), count (one byte), then one character a fuse:
 * `1` on, `0` off, `r` removed. Null for a file that has no fuses, or fuses of another version.
 */
export function readFuses(binary: Buffer): ReadonlyMap<FuseName, boolean> | null {
  const place = binary.indexOf(sentinel);
  if (place < 0) return null;
  const wire = binary.subarray(place + sentinel.length);
  if (wire[0] !== 1) return null;
  const states = wire.subarray(2, 2 + (wire[1] ?? 0)).toString('latin1');
  return new Map(fuseNames.map((name, index) => [name, states.charAt(index) === '1']));
}

/** What of the fuses is not as Mailroom must have it, one sentence each. */
export function fuseComplaints(fuses: ReadonlyMap<FuseName, boolean>): readonly string[] {
  const wanted: readonly (readonly [FuseName, boolean])[] = [
    ['RunAsNode', false],
    ['EnableNodeOptionsEnvironmentVariable', false],
    ['EnableNodeCliInspectArguments', false],
    ['EnableEmbeddedAsarIntegrityValidation', true],
    ['OnlyLoadAppFromAsar', true],
  ];
  return wanted
    .filter(([name, on]) => fuses.get(name) !== on)
    .map(([name, on]) => `fuse ${name} must be ${on ? 'on' : 'off'}`);
}
