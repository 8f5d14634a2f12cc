import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import type { OutputStream } from './output/terminal.ts';

/** What a person answered; `interrupted` where they gave up (Ctrl-C, end of input). */
export type Answered = { readonly kind: 'text'; readonly text: string } | { readonly kind: 'interrupted' };

/** Most bytes that are read of a piped secret. */
const longestPiped = 64 * 1024;

/** Asks for one line on a terminal; a `secret` is not shown while it is typed. */
export function askLine(
  stdin: NodeJS.ReadableStream,
  screen: OutputStream,
  question: string,
  secret: boolean,
): Promise<Answered> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const shown = new Writable({
    write(chunk: unknown, _encoding, done) {
      screen.write(chunk instanceof Uint8Array ? Buffer.from(chunk).toString('utf8') : String(chunk));
      done();
    },
  });
  const lines = createInterface({ input: stdin, output: secret ? silent : shown, terminal: true, historySize: 0 });
  // Only now: the terminal shows no keys by itself any more, however fast the answer comes.
  screen.write(question);
  return new Promise((resolve) => {
    let answered: Answered = { kind: 'interrupted' };
    lines.once('line', (text) => {
      answered = { kind: 'text', text: text.trim() };
      lines.close();
    });
    lines.once('SIGINT', () => lines.close());
    lines.once('close', () => {
      if (secret || answered.kind === 'interrupted') screen.write('\n');
      resolve(answered);
    });
  });
}

/** All that is piped in, as text; null where it is more than a secret can be. */
export async function readPiped(stdin: AsyncIterable<unknown>): Promise<string | null> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const chunk of stdin) {
    const bytes = chunk instanceof Uint8Array ? Buffer.from(chunk) : Buffer.from(String(chunk));
    size += bytes.length;
    if (size > longestPiped) return null;
    parts.push(bytes);
  }
  return Buffer.concat(parts).toString('utf8');
}
