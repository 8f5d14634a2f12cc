/** What a client asked for in `POST ScanJobs`, as the test scanner understood it. Sizes in 1/300 inch. */
export interface JobSettings {
  readonly source: 'Platen' | 'Feeder';
  readonly duplex: boolean;
  readonly mode: 'RGB24' | 'Grayscale8' | 'BlackAndWhite1';
  readonly resolution: number;
  readonly width: number;
  readonly height: number;
  readonly format: string;
}

const modes = ['RGB24', 'Grayscale8', 'BlackAndWhite1'] as const;

/**
 * Reads scan settings with patterns of its own, not with the parser of the product, so that both can't share a mistake. Null where
 * the scanner would refuse them.
 */
export function readJobSettings(xml: string, resolutions: readonly number[]): JobSettings | null {
  const text = (name: string): string | null =>
    new RegExp(`<(?:\\w+:)?${name}>\\s*([^<]*?)\\s*</(?:\\w+:)?${name}>`).exec(xml)?.[1] ?? null;
  const source = text('InputSource');
  const mode = modes.find((each) => each === text('ColorMode'));
  const resolution = Number(text('XResolution'));
  const width = Number(text('Width') ?? 2_480);
  const height = Number(text('Height') ?? 3_508);
  const format = text('DocumentFormatExt') ?? text('DocumentFormat') ?? 'image/jpeg';
  if (source !== 'Platen' && source !== 'Feeder') return null;
  if (mode === undefined || !resolutions.includes(resolution)) return null;
  if (!(width > 0 && height > 0) || width > 2_600 || height > 4_300) return null;
  return { source, duplex: text('Duplex') === 'true', mode, resolution, width, height, format };
}
