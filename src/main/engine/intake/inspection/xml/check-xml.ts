import { open } from '../../../platform/disk/patient-files.ts';
import { unwatched } from '../thread/computing.ts';
import type { Compute } from '../thread/computing.ts';
import { readFailure } from '../read-failure.ts';
import type { XmlVerdict } from '../inspection.ts';
import { maxParsedXmlBytes } from './parse-xml.ts';
import { checkXmlBytes, createXmlCheck } from './xml-check.ts';

const pieceBytes = 1024 * 1024;

/** Checks XML on disk, of any size in bounded memory; gives way to others between pieces, never throws for what the disk answers. */
export async function checkXml(path: string, compute: Compute = unwatched): Promise<XmlVerdict> {
  try {
    const file = await open(path, 'r');
    try {
      const { size } = await file.stat();
      if (size <= maxParsedXmlBytes) {
        const bytes = await file.readFile();
        return compute(size, () => checkXmlBytes(bytes));
      }
      const check = createXmlCheck();
      const piece = Buffer.allocUnsafe(pieceBytes);
      for (;;) {
        const { bytesRead } = await file.read(piece, 0, pieceBytes);
        const goesOn = bytesRead > 0 && compute(size, () => check.add(piece.subarray(0, bytesRead)));
        if (!goesOn) return check.end();
      }
    } finally {
      await file.close();
    }
  } catch (error) {
    const { code } = readFailure(error);
    return { ok: false, reason: `cannot be read: ${code}`, unread: code };
  }
}
