import { z } from 'zod';
import type { PageColor } from '../../../../shared/scanning.ts';

/** How a page is shown and sent: turned, straightened, cut. Degrees clockwise; the cut in shares of the turned page, beyond which is paper. */
export const pageShapeSchema = z.object({
  rotation: z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)]),
  /** Turned by so much more to make it straight; what comes in at the corners is paper. */
  straighten: z.number().min(-45).max(45),
  cut: z.object({ left: z.number(), top: z.number(), width: z.number(), height: z.number() }).nullable(),
  /** -100 to 100; what the scanner did itself is 0 here. */
  brightness: z.number().min(-100).max(100),
  contrast: z.number().min(-100).max(100),
});

/** See {@link pageShapeSchema}. */
export type PageShape = z.infer<typeof pageShapeSchema>;

/** A page as it came. */
export const asScanned: PageShape = { rotation: 0, straighten: 0, cut: null, brightness: 0, contrast: 0 };

/** Whether a page needs no change. */
function isAsScanned({ rotation, straighten, cut, brightness, contrast }: PageShape): boolean {
  return rotation === 0 && straighten === 0 && cut === null && brightness === 0 && contrast === 0;
}

/** Whether a page goes into a PDF as it lies in its file, byte for byte. */
export function goesAsScanned(page: {
  readonly color: PageColor;
  readonly mediaType: string;
  readonly shape: PageShape;
}): boolean {
  return page.color !== 'black-white' && page.mediaType === 'image/jpeg' && isAsScanned(page.shape);
}
