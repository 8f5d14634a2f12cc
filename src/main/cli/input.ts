import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import type { CommandContext } from './command-context.ts';

/** What a person answered; `interrupted` where they or the system broke off (Ctrl-C, a signal), `ended` where nothing more comes. */
export type Answered =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'interrupted' }
  | { readonly kind: 'ended' };

/** Most bytes that are read of a piped secret. */
const maxPipedBytes = 64 * 1024;

/** Asks for one line, on a terminal or of what is piped in; a `secret` is not shown while it is typed, and all of it counts, blanks too. */
export async function askLine(
  { stdin, stderr: screen, interrupted }: Pick<CommandContext, 'stdin' | 'stderr' | 'interrupted'>,
  question: string,
  secret: boolean,
): Promise<Answered> {
  if (stdin.isTTY !== true) {
    screen.write(question);
    const answered = await pipedLine(stdin, interrupted);
    screen.write('\n');
    return answered.kind === 'text' && !secret ? { ...answered, text: answered.text.trim() } : answered;
  }
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const shown = new Writable({
    write(chunk: unknown, _encoding, done) {
      screen.write(bytesOf(chunk).toString('utf8'));
      done();
    },
  });
  const lines = createInterface({ input: stdin, output: secret ? silent : shown, terminal: true, historySize: 0 });
  // Only now: the terminal shows no keys by itself any more, however fast the answer comes.
  screen.write(question);
  return new Promise((resolve) => {
    let answered: Answered = { kind: 'ended' };
    const closeWith = (answer: Answered): void => {
      answered = answer;
      lines.close();
    };
    lines.once('line', (text) => closeWith({ kind: 'text', text: secret ? text : text.trim() }));
    const breakOff = (): void => closeWith({ kind: 'interrupted' });
    lines.once('SIGINT', breakOff);
    void interrupted.then(breakOff);
    lines.once('close', () => {
      if (secret || answered.kind !== 'text') screen.write('\n');
      resolve(answered);
    });
  });
}

/** The next line that is piped in. What came behind it stays there for whoever asks next. */
function pipedLine(stdin: CommandContext['stdin'], interrupted: Promise<void>): Promise<Answered> {
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    const answer = (answered: Answered): void => {
      stdin.off('data', take).off('end', end).off('error', end);
      // A pipe that nobody closes keeps no command from its end.
      stdin.pause();
      resolve(answered);
    };
    const text = (): Answered => ({ kind: 'text', text: Buffer.concat(parts).toString('utf8').replace(/\r$/u, '') });
    function end(): void {
      answer(parts.length === 0 ? { kind: 'ended' } : text());
    }
    function take(chunk: unknown): void {
      const bytes = bytesOf(chunk);
      const lineEnd = bytes.indexOf('\n');
      parts.push(lineEnd < 0 ? bytes : bytes.subarray(0, lineEnd));
      if (lineEnd < 0) return;
      answer(text());
      if (lineEnd + 1 < bytes.length) stdin.unshift(bytes.subarray(lineEnd + 1));
    }
    void interrupted.then(() => answer({ kind: 'interrupted' }));
    if (stdin.readableEnded || stdin.destroyed) end();
    else stdin.on('data', take).once('end', end).once('error', end).resume();
  });
}

function bytesOf(chunk: unknown): Buffer {
  return chunk instanceof Uint8Array ? Buffer.from(chunk) : Buffer.from(String(chunk));
}

/** All that is piped in, as text; null where it is more than a secret can be. */
export async function readPiped(stdin: AsyncIterable<unknown>): Promise<string | null> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const chunk of stdin) {
    const bytes = bytesOf(chunk);
    size += bytes.length;
    if (size > maxPipedBytes) return null;
    parts.push(bytes);
  }
  return Buffer.concat(parts).toString('utf8');
}
