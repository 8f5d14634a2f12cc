import sharp, { type Sharp } from 'sharp';
import { z } from 'zod';
import { mostPixels } from './most-pixels.ts';

/** How a page is shown and sent: turned, straightened, cut. Degrees clockwise; the cut in shares of the turned page. */
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

/** Whether a page is sent as it lies in its file, byte for byte. */
export function isAsScanned({ rotation, straighten, cut, brightness, contrast }: PageShape): boolean {
  return rotation === 0 && straighten === 0 && cut === null && brightness === 0 && contrast === 0;
}

/** A page file in its shape, ready to be written in any format; resolution (dots per inch) goes along. */
export async function renderPage(path: string, shape: PageShape, density: number): Promise<Sharp> {
  let page = sharp(path, { limitInputPixels: mostPixels });
  if (shape.rotation !== 0) page = page.rotate(shape.rotation);
  if (shape.straighten !== 0) {
    const { data: pixels, info } = await page.raw().toBuffer({ resolveWithObject: true });
    const { width, height, channels } = info;
    const turned = await sharp(pixels, { raw: { width, height, channels }, limitInputPixels: mostPixels })
      .rotate(shape.straighten, { background: '#fff' })
      .raw()
      .toBuffer({ resolveWithObject: true });
    // Straightening makes the picture larger; the paper's size is kept, around its middle.
    page = sharp(turned.data, {
      raw: { width: turned.info.width, height: turned.info.height, channels: turned.info.channels },
      limitInputPixels: mostPixels,
    }).extract({
      left: Math.max(0, Math.floor((turned.info.width - width) / 2)),
      top: Math.max(0, Math.floor((turned.info.height - height) / 2)),
      width: Math.min(width, turned.info.width),
      height: Math.min(height, turned.info.height),
    });
  }
  if (shape.cut !== null) {
    const { data: pixels, info } = await page.raw().toBuffer({ resolveWithObject: true });
    const { width, height, channels } = info;
    const left = Math.min(width - 1, Math.max(0, Math.round(shape.cut.left * width)));
    const top = Math.min(height - 1, Math.max(0, Math.round(shape.cut.top * height)));
    page = sharp(pixels, { raw: { width, height, channels }, limitInputPixels: mostPixels }).extract({
      left,
      top,
      width: Math.min(width - left, Math.max(1, Math.round(shape.cut.width * width))),
      height: Math.min(height - top, Math.max(1, Math.round(shape.cut.height * height))),
    });
  }
  if (shape.brightness !== 0 || shape.contrast !== 0) {
    const slope = 1 + shape.contrast / 100;
    page = page.linear(slope, 128 - 128 * slope + shape.brightness * 1.28);
  }
  return page.withMetadata({ density });
}
