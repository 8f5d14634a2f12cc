import { createCodec } from '../worlds/codec.ts';

/** The codec on this side: bytes as base64 by Node. */
export const codec = createCodec({
  toText: (bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64'),
  fromText(text) {
    const bytes = Buffer.from(text, 'base64');
    const own = new ArrayBuffer(bytes.byteLength);
    new Uint8Array(own).set(bytes);
    return own;
  },
});
