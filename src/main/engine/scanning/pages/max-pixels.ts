/** Maximum number of pixels of a page: a sheet of A3 at 1,200 dots per inch has 280 million, more than the library's own limit. */
export const maxPixels = 400_000_000;

/** Ending of the names of files that hold pixels for a moment. */
export const pixelsEnding = '.pixels.v';
