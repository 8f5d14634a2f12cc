import { z } from 'zod';

/** A part of a page, in shares of it. Of a page that is straightened it may reach beyond its edges: there is paper, too. */
export const pagePartSchema = z.object({ left: z.number(), top: z.number(), width: z.number(), height: z.number() });

/** See {@link pagePartSchema}. */
export type PagePart = Readonly<z.infer<typeof pagePartSchema>>;

/** What was seen on a scanned page. Pixels as they lie in the file; degrees clockwise, null = can't be told. */
export const pageLookSchema = z.object({
  width: z.number(),
  height: z.number(),
  /** Dots per inch as the file says; null where it does not, or says what programs write that do not know. */
  density: z.number().nullable(),
  inkPercent: z.number(),
  skewDegrees: z.number().nullable(),
  barcodes: z.array(z.object({ kind: z.string(), text: z.string() })),
  /** Name of a patch code (Kodak), `T` = transfer. */
  patch: z.enum(['1', '2', '3', '4', '6', 'T']).nullable(),
  /** What of the page is to be kept once it is straightened, so that no ink is lost; null where it need not move, or nobody knows. */
  inkFrame: pagePartSchema.nullable().default(null),
});

/** See {@link pageLookSchema}. */
export type PageLook = z.infer<typeof pageLookSchema>;

/** Pages that lie less askew (degrees) are left as they lie. */
export const straightEnough = 0.3;

/** What a page that lies so askew (degrees clockwise; null = can't be told) is straightened by. */
export function straightenBy(skew: number | null): number {
  return skew === null || Math.abs(skew) < straightEnough ? 0 : -skew;
}
