import { pageTypes } from '../../../../shared/item.ts';

/** Whether a file of this type may be one that a device scanned. */
export function mayShowPages(mediaType: string): boolean {
  return pageTypes.has(mediaType);
}
