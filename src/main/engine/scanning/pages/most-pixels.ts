/** Larger pictures are none of pages: a sheet of A3 at 1,200 dots per inch has 280 million pixels, more than the library takes unasked. */
export const mostPixels = 400_000_000;

/** What the names of files end with that hold pixels for a moment. */
export const pixelsEnding = '.pixels.v';
