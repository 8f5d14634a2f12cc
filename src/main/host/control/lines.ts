/**
 * The lines (without their ends) of a stream of bytes; ends with the stream, null where a line has more than `largest` bytes:
 * what comes after it can't be read.
 */
export async function* linesOf(stream: AsyncIterable<unknown>, largest: number): AsyncGenerator<string | null> {
  let parts: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    if (!(chunk instanceof Uint8Array)) continue;
    let rest = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    for (let end = rest.indexOf(10); end !== -1; end = rest.indexOf(10)) {
      if (size + end > largest) {
        yield null;
        return;
      }
      yield Buffer.concat([...parts, rest.subarray(0, end)]).toString('utf8');
      parts = [];
      size = 0;
      rest = rest.subarray(end + 1);
    }
    size += rest.length;
    if (size > largest) {
      yield null;
      return;
    }
    if (rest.length > 0) parts.push(rest);
  }
}

/** A line read as JSON; undefined where it is none. */
export function jsonOf(line: string): unknown {
  try {
    const value: unknown = JSON.parse(line);
    return value;
  } catch {
    return undefined;
  }
}
