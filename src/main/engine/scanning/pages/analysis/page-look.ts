import { z } from 'zod';

/** A part of a page, in shares of it. Of a page that is straightened it may reach beyond its edges: there is paper, too. */
export const pagePartSchema = z.object({ left: z.number(), top: z.number(), width: z.number(), height: z.number() });

/** See {@link pagePartSchema}. */
export type PagePart = Readonly<z.infer<typeof pagePartSchema>>;

/** What was seen on a scanned page. Pixels as they lie in the file; degrees clockwise, null = can't be told. */
export const pageLookSchema = z.object({
  width: z.number(),
  height: z.number(),
  /** Dots per inch in the file; null where it has none, or only those of a screen. */
  density: z.number().nullable(),
  inkPercent: z.number(),
  skewDegrees: z.number().nullable(),
  barcodes: z.array(z.object({ kind: z.string(), text: z.string() })),
  /** Name of a patch code (Kodak), `T` = transfer. */
  patch: z.enum(['1', '2', '3', '4', '6', 'T']).nullable(),
  /** The frame that keeps all ink once the page is straightened; null where the page itself does, or where it is unknown. */
  inkFrame: pagePartSchema.nullable().default(null),
});

/** See {@link pageLookSchema}. */
export type PageLook = z.infer<typeof pageLookSchema>;

/** Pages that are less askew than this are not straightened, degrees. */
export const straightEnough = 0.3;

/** The turn that straightens a page, degrees; `skew` in degrees clockwise, null = unknown. */
export function straightenBy(skew: number | null): number {
  return skew === null || Math.abs(skew) < straightEnough ? 0 : -skew;
}
