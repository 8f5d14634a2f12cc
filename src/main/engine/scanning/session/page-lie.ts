import type { z } from 'zod';
import type { PageLook, PagePart } from '../pages/analysis/page-look.ts';
import { pageShapeSchema, type PageShape } from '../pages/page-shape.ts';
import { heldPart, partOfPart, turnedPart } from './page-part.ts';

/** A cut as it was made, and how the page lay then; kept while the page lies otherwise. */
export const cutAsMadeSchema = pageShapeSchema.pick({ straighten: true, cut: true });

/** How a page lies and what is cut of it. */
interface LyingPage {
  readonly shape: PageShape;
  readonly look: PageLook | null;
  readonly cutAsMade?: z.infer<typeof cutAsMadeSchema> | undefined;
}

/** What changes with the way a page lies. */
type Lie = Pick<LyingPage, 'shape' | 'cutAsMade'>;

/** The cut of a page of which all is shown: a frame where straightening would push ink out, else none. */
function wholePage({ shape, look }: Pick<LyingPage, 'shape' | 'look'>): PagePart | null {
  if (shape.straighten === 0 || look === null || look.inkFrame === null) return null;
  return turnedPart(look.inkFrame, shape.rotation);
}

/** Degrees clockwise as one of the four ways a page can be turned. */
export function quarter(degrees: number): PageShape['rotation'] {
  const turned = ((degrees % 360) + 360) % 360;
  return turned === 90 || turned === 180 || turned === 270 ? turned : 0;
}

/** How the next page of a run is turned once `came` of it are there: where backs are turned, each second one is a back. */
export function nextRotation(
  { rotation, turnsBacks }: Pick<PageShape, 'rotation'> & { readonly turnsBacks: boolean },
  came: number | null,
): PageShape['rotation'] {
  return turnsBacks && came !== null && came % 2 === 1 ? quarter(rotation + 180) : rotation;
}

/** A page turned on by quarter turns, with what was cut of it. */
export function turnedPage({ shape, cutAsMade: made }: LyingPage, by: 90 | 180 | 270): Lie {
  const turned = (cut: PagePart | null): PagePart | null => (cut === null ? null : turnedPart(cut, by));
  return {
    shape: { ...shape, rotation: quarter(shape.rotation + by), cut: turned(shape.cut) },
    cutAsMade: made === undefined ? undefined : { ...made, cut: turned(made.cut) },
  };
}

/** A page cut to a part of what is shown of it; null = the whole page again. */
export function croppedPage({ shape, look }: LyingPage, part: PagePart | null): Lie {
  const cut = part === null ? wholePage({ shape, look }) : partOfPart(shape.cut, part);
  return { shape: { ...shape, cut }, cutAsMade: undefined };
}

/**
 * A page straightened by what was measured, or as it lay. Of a whole page no ink is pushed out; what was cut is held by a larger cut,
 * until the page lies again as it did when it was cut.
 */
export function straightenedPage({ shape, look, cutAsMade }: LyingPage, on: boolean): Lie {
  const lies = { ...shape, straighten: on ? -(look?.skewDegrees ?? 0) : 0 };
  if (look === null || lies.straighten === shape.straighten) return { shape: lies, cutAsMade };
  const made = cutAsMade ?? { straighten: shape.straighten, cut: shape.cut };
  // A frame as large as the page, or larger, only keeps what straightening would push out.
  if (made.cut === null || (made.cut.width >= 1 && made.cut.height >= 1)) {
    return { shape: { ...lies, cut: wholePage({ shape: lies, look }) }, cutAsMade: undefined };
  }
  const isTurned = shape.rotation === 90 || shape.rotation === 270;
  const ratio = isTurned ? look.height / look.width : look.width / look.height;
  const by = lies.straighten - made.straighten;
  if (by === 0) return { shape: { ...lies, cut: made.cut }, cutAsMade: undefined };
  return { shape: { ...lies, cut: heldPart(made.cut, by, ratio) }, cutAsMade: made };
}
