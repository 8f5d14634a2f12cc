import { createInterface } from 'node:readline';

/** Where a person is asked; stdin of the process or its like. */
export type PromptInput = NodeJS.ReadStream;

/** Somewhere that questions can be written. */
export interface PromptOutput {
  write(text: string): boolean;
}

/** Asks for one line; an empty answer is the fallback. null: the person left (Ctrl-C, Ctrl-D). */
export function askLine(
  input: PromptInput,
  output: PromptOutput,
  question: string,
  fallback: string,
): Promise<string | null> {
  output.write(fallback === '' ? `${question}: ` : `${question} [${fallback}]: `);
  const lines = createInterface({ input });
  return new Promise((resolve) => {
    let answer: string | null = null;
    lines.once('line', (line) => {
      answer = line.trim() === '' ? fallback : line.trim();
      lines.close();
    });
    lines.once('SIGINT', () => lines.close());
    lines.once('close', () => {
      if (answer === null) output.write('\n');
      resolve(answer);
    });
  });
}

const enter = new Set(['\r', '\n']);
const leave = new Set(['\u0003', '\u0004']);
const rubOut = new Set(['\u007f', '\b']);

/** Asks for a secret on a terminal: nothing of it is shown. null: the person left. */
export function askSecret(input: PromptInput, output: PromptOutput, question: string): Promise<string | null> {
  output.write(`${question} (not shown): `);
  input.setRawMode(true);
  input.setEncoding('utf8');
  input.resume();
  return new Promise((resolve) => {
    let typed: string[] = [];
    const end = (answer: string | null): void => {
      input.off('data', take);
      input.setRawMode(false);
      input.pause();
      output.write('\n');
      resolve(answer);
    };
    // Pasted text comes as one piece, typed text by the key.
    const take = (piece: string): void => {
      for (const key of piece) {
        if (enter.has(key)) return end(typed.join(''));
        if (leave.has(key)) return end(null);
        if (rubOut.has(key)) typed = typed.slice(0, -1);
        else if (key >= ' ') typed.push(key);
      }
    };
    input.on('data', take);
  });
}

/** Everything that is piped in, up to 64 KiB; more can't be a secret and is cut. */
export async function readPiped(input: AsyncIterable<Buffer | string>): Promise<string> {
  let text = '';
  for await (const piece of input) {
    text += piece.toString();
    if (text.length > 65_536) break;
  }
  return text;
}
