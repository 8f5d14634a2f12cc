import { findBarcodes } from './barcodes.ts';
import { inkFrame } from './ink-frame.ts';
import { guessedDensity, statedDensity } from '../page-density.ts';
import { paperDegrees, paperPart, uprightRaster } from './paper-edge.ts';
import { straightEnough, straightenBy, type PageLook, type PagePart } from './page-look.ts';
import { patchCode } from './patch-code.ts';
import { punchedHoles } from './punched-holes.ts';
import { darkOnBright, paperBrightness, viewableFile, type Raster, type Viewable } from './raster.ts';
import { skewDegrees } from './skew.ts';

/** Widths (pixels) at which a page is looked at: text is rows at 100 dpi already, barcodes need more. */
const smallWidth = 850;
const codeWidth = 1_700;

/** Error of a measured angle, degrees. */
const angleDoubt = 0.12;

/** The edge of a page that is not looked at: shadows of the paper lie there. A share of each side. */
const inkEdge = 0.04;
/** Minimum difference between paper and ink, of 255. */
const inkContrast = 60;

/** How much of a page is ink, in percent. Dust (a dark pixel alone), the shadow at the edge and punched holes do not count. */
function inkPercent(raster: Raster, mmPerPixel: number): number {
  const { width, height, pixels } = raster;
  const limit = paperBrightness(raster) - inkContrast;
  const holes = punchedHoles(raster, limit, mmPerPixel);
  const left = Math.floor(width * inkEdge);
  const top = Math.floor(height * inkEdge);
  let dark = 0;
  let looked = 0;
  for (let y = top; y < height - top; y += 1) {
    for (let x = left; x < width - left; x += 1) {
      looked += 1;
      const here = y * width + x;
      if ((pixels[here] ?? 255) >= limit || holes.has(here)) continue;
      const beside = (pixels[here + 1] ?? 255) < limit || (pixels[here + width] ?? 255) < limit;
      if (beside) dark += 1;
    }
  }
  return looked === 0 ? 0 : (dark / looked) * 100;
}

/** What a look finds: barcodes and patch codes; the edge of the paper on a dark background; the frame for a straightened page. */
export interface LookAsk {
  readonly codes: boolean;
  readonly edge: boolean;
  readonly straighten: boolean;
}

/**
 * Looks at a page (its file, or whatever shows it) once for all that Mailroom wants to know of it; `part` = what of the page is kept, straightened if that was
 * asked: the paper, or the frame that all ink lies in; null = as it lies. Rejects where it is no picture.
 */
export async function lookAtPage(
  page: string | Viewable,
  { codes, edge, straighten }: LookAsk,
): Promise<{ readonly look: PageLook; readonly part: PagePart | null }> {
  const viewed = typeof page === 'string' ? await viewableFile(page) : page;
  const { width, height, density } = viewed;
  const scan = await viewed.raster(smallWidth);
  const dpi = statedDensity(density) ?? guessedDensity(width, height);
  const mmPerPixel = (25.4 / dpi) * (width / scan.width);
  // A background is neither paper nor ink: look only inside the paper, whether it is cut or not.
  const rough = paperPart(scan, 0, 0);
  const bright = rough === null ? darkOnBright(scan) : scan;
  const byInk = skewDegrees(rough === null ? bright : uprightRaster(scan, 0, rough));
  const lying = byInk ?? (rough === null ? null : paperDegrees(scan));
  // Without a cut, ignore the edges: a shadow there does not show how the page lies.
  const skew = edge ? lying : byInk;
  const turned = straighten ? -straightenBy(skew) : 0;
  const paper = edge
    ? paperPart(scan, turned, turned === 0 ? Math.min(straightEnough, Math.abs(skew ?? 0)) : angleDoubt)
    : null;
  const lies = -straightenBy(lying);
  const inside = rough === null ? null : paperPart(scan, lies, angleDoubt);
  const seen = inside === null ? bright : uprightRaster(scan, lies, inside);
  const fine = codes ? await viewed.raster(codeWidth) : null;
  // Bars and squares alike are read on bright paper.
  const readable = fine === null || rough !== null ? fine : darkOnBright(fine);
  const look: PageLook = {
    width,
    height,
    density: statedDensity(density),
    inkPercent: Math.round(inkPercent(seen, mmPerPixel) * 1_000) / 1_000,
    skewDegrees: skew === null ? null : Math.round(skew * 10) / 10,
    barcodes: readable === null ? [] : [...(await findBarcodes(readable))],
    patch: fine === null ? null : patchCode(seen),
    // Always: a person may straighten the page later.
    inkFrame: skew === null || skew === 0 ? null : inkFrame(bright, skew, rough !== null),
  };
  return { look, part: paper ?? (turned === 0 ? null : look.inkFrame) };
}
