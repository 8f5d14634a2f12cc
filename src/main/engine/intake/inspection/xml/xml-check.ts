import type { XmlVerdict } from '../inspection.ts';
import { namespaceIsNoUri, parseXml } from './parse-xml.ts';
import { createXmlDecoder } from './xml-decoder.ts';
import type { DecodedXml } from './xml-decoder.ts';
import { createXmlScan } from './xml-scan.ts';

/** Checks XML that comes in pieces: bytes in, verdict out, in bounded memory. */
export interface XmlCheck {
  /** False once something is wrong: the rest need not be read. */
  add(bytes: Uint8Array): boolean;
  end(): XmlVerdict;
}

/** Names cut out of a piece keep it in memory while their elements are open, so that pieces are small. */
const pieceBytes = 64 * 1024;

/** Makes a check of one document of any size. */
export function createXmlCheck(): XmlCheck {
  const decoder = createXmlDecoder();
  const scan = createXmlScan();
  let undecodable: XmlVerdict | null = null;

  function take(decoded: DecodedXml): boolean {
    if (decoded.ok) return scan.add(decoded.text);
    undecodable ??= { ok: false, reason: decoded.reason };
    return false;
  }

  return {
    add(bytes) {
      let goesOn = undecodable === null;
      for (let at = 0; goesOn && at < bytes.length; at += pieceBytes) {
        goesOn = take(decoder.add(bytes.subarray(at, at + pieceBytes)));
      }
      return goesOn;
    },
    end() {
      if (undecodable === null) take(decoder.end());
      return undecodable ?? scan.end();
    },
  };
}

/** Checks a small document that is in memory. Needs about ten times its size. */
export function checkXmlBytes(bytes: Uint8Array): XmlVerdict {
  const parsed = parseXml(bytes);
  if (parsed.ok || parsed.reason !== namespaceIsNoUri) return parsed;
  const check = createXmlCheck();
  check.add(bytes);
  return check.end();
}
