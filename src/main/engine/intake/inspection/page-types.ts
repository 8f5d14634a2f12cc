/** Content that may show scanned pages. */
const pageTypes: ReadonlySet<string> = new Set(['application/pdf', 'image/tiff', 'image/jpeg', 'image/png']);

/** Whether a file of this type may be one that a device scanned. */
export function mayShowPages(mediaType: string): boolean {
  return pageTypes.has(mediaType);
}
