import { open } from 'node:fs/promises';
import { readFailure } from './inspection.ts';
import type { XmlVerdict } from './inspection.ts';
import { checkXmlBytes, heavyXmlBytes } from './xml-structure.ts';

/** Largest XML that is parsed for an export: about 1.3 GB of memory in a thread of its own, given back at once. */
const largestCheckedXmlBytes = 128 * 1024 * 1024;

/** Whether this much XML needs a thread of its own. */
export function needsOwnThread(bytes: number): boolean {
  return bytes > heavyXmlBytes;
}

/** Checks XML from disk or memory; never throws for what the disk answers. */
export async function checkXml(of: string | Uint8Array): Promise<XmlVerdict> {
  if (typeof of !== 'string') return checkXmlBytes(of);
  try {
    const file = await open(of, 'r');
    try {
      const { size } = await file.stat();
      if (size > largestCheckedXmlBytes) return { ok: false, reason: 'too large to be checked' };
      return checkXmlBytes(await file.readFile());
    } finally {
      await file.close();
    }
  } catch (error) {
    return { ok: false, reason: `cannot be read: ${readFailure(error).code}` };
  }
}
