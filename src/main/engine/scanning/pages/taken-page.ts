import { z } from 'zod';
import { pageColors, type PageColor } from '../../../../shared/scanning.ts';

/** A page that was taken out of a file, in a file of its own; density in dots per inch, rotation in degrees clockwise. */
export const takenPageSchema = z.object({
  path: z.string(),
  mediaType: z.enum(['image/png', 'image/jpeg']),
  density: z.number().positive(),
  color: z.enum(pageColors),
  rotation: z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)]),
});

/** See {@link takenPageSchema}. */
export type TakenPage = z.infer<typeof takenPageSchema>;

/** The colour of a page, by the pixel format of its file. */
export function colorOf({
  channels,
  bitsPerSample,
}: {
  channels: number;
  bitsPerSample?: number | undefined;
}): PageColor {
  if (bitsPerSample === 1) return 'black-white';
  return channels <= 2 ? 'grey' : 'color';
}
