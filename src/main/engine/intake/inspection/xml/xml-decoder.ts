/** Text out of XML's bytes, or what is wrong with them (one short line). */
export type DecodedXml = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly reason: string };

/** Turns the bytes of an XML file into text, piece by piece. */
export interface XmlDecoder {
  add(bytes: Uint8Array): DecodedXml;
  /** What is left when no more bytes come. */
  end(): DecodedXml;
}

/** The declaration of the encoding stands within this many bytes. */
const declarationBytes = 1_024;

const unknownEncoding = { ok: false, reason: 'unknown encoding' } as const;
const invalidBytes = { ok: false, reason: 'invalid bytes in character encoding' } as const;

/** The encoding by byte-order mark, by the zero bytes of UTF-16, or as declared (XML 1.0, appendix F); null where they contradict. */
function encodingOf(head: Buffer): string | null {
  const mark = head.toString('latin1', 0, 3);
  if (mark.startsWith('\xff\xfe') || mark.startsWith('<\0')) return 'utf-16le';
  if (mark.startsWith('\xfe\xff') || mark.startsWith('\0<')) return 'utf-16be';
  if (mark === '\xef\xbb\xbf') return 'utf-8';
  const declaration = /^<\?xml[ \t\r\n][^>]*?encoding[ \t\r\n]*=[ \t\r\n]*["']([\w.-]+)["']/.exec(
    head.toString('latin1'),
  );
  const declared = declaration?.[1] ?? 'utf-8';
  // The strict parser for small files compares names of encodings by their letters and digits alone.
  if (/^utf8$/i.test(declared.replace(/[._-]+(?=[A-Za-z0-9])/g, ''))) return 'utf-8';
  return /^(utf-?16|ucs-?2|utf-?32|ucs-?4|iso-10646)/i.test(declared) ? null : declared;
}

/**
 * Makes a decoder for UTF-8, UTF-16 and the 8-bit encodings that browsers know (ISO-8859-1 is read as Windows-1252, as they do:
 * the same bytes are characters in both).
 */
export function createXmlDecoder(): XmlDecoder {
  let head: Buffer = Buffer.alloc(0);
  let decoder: InstanceType<typeof TextDecoder> | null = null;

  function decode(bytes: Uint8Array, last: boolean): DecodedXml {
    try {
      if (decoder === null) {
        const encoding = encodingOf(head.subarray(0, declarationBytes));
        if (encoding === null) return unknownEncoding;
        decoder = new TextDecoder(encoding, { fatal: true });
      }
      return { ok: true, text: decoder.decode(bytes, { stream: !last }) };
    } catch (error) {
      // A RangeError is an encoding that nobody knows, a TypeError bytes that have no meaning in it.
      return error instanceof RangeError ? unknownEncoding : invalidBytes;
    }
  }

  return {
    add(bytes) {
      if (decoder !== null) return decode(bytes, false);
      head = Buffer.concat([head, bytes]);
      return head.length < declarationBytes ? { ok: true, text: '' } : decode(head, false);
    },
    end: () => decode(decoder === null ? head : new Uint8Array(), true),
  };
}
