import { z } from 'zod';

/** Where paper lies: on the glass, in the feeder, or in the feeder with both sides scanned. */
export const paperSources = ['flatbed', 'feeder', 'duplex'] as const;

/** See {@link paperSources}. */
export type PaperSource = (typeof paperSources)[number];

/** What a page keeps of its colours. */
export const pageColors = ['color', 'grey', 'black-white'] as const;

/** See {@link pageColors}. */
export type PageColor = (typeof pageColors)[number];

/** A scanner that answered. `id` starts with the driver's name and names it for everybody. */
export const scannerViewSchema = z.object({
  id: z.string().min(1).max(1_000),
  driver: z.enum(['sane', 'escl', 'wia']),
  name: z.string(),
});

/** See {@link scannerViewSchema}. */
export type ScannerView = z.infer<typeof scannerViewSchema>;

/** What a scanner can do from each place of paper. Resolutions in dots per inch, ascending; sizes in mm. */
export const scannerCapabilitiesSchema = z.object({
  sources: z.array(
    z.object({
      source: z.enum(paperSources),
      resolutions: z.array(z.number()),
      colors: z.array(z.enum(pageColors)),
      widthMm: z.number(),
      heightMm: z.number(),
    }),
  ),
  /** Whether the device itself changes brightness and contrast; where not, Mailroom does it afterwards. */
  brightness: z.boolean(),
  contrast: z.boolean(),
});

/** See {@link scannerCapabilitiesSchema}. */
export type ScannerCapabilities = z.infer<typeof scannerCapabilitiesSchema>;
