import type { UploadBody } from '../service/client.ts';

/** Bytes in memory from which on they go in pieces, so that it can be told how many have left; smaller ones go faster in one. */
const countedFrom = 1024 * 1024;
const pieceBytes = 256 * 1024;

function* piecesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += pieceBytes) yield bytes.subarray(start, start + pieceBytes);
}

/**
 * The body, telling how many of its bytes have left: `left` is called with the bytes of this try, beginning at 0 for each try.
 * The sender asks for a chunk when the one before the last has gone, so that what is told is ahead by one or two chunks.
 */
export function countedBody(body: UploadBody, left: (bytes: number) => void): UploadBody {
  if ('bytes' in body && body.bytes.length < countedFrom) return body;

  async function* counted(): AsyncGenerator<Uint8Array> {
    let gone = 0;
    left(gone);
    for await (const chunk of 'bytes' in body ? piecesOf(body.bytes) : body.stream()) {
      yield chunk;
      gone += chunk.length;
      left(gone);
    }
  }

  return { stream: counted, size: 'bytes' in body ? body.bytes.length : body.size };
}
