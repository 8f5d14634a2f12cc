import type { WebContents } from './web-contents.ts';

/** All pages that are there, oldest first. */
export const allWebContents = new Set<WebContents>();
