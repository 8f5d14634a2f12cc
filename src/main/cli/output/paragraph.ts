import type { Terminal } from './terminal.ts';
import { wrap } from './text.ts';

/** Says a sentence or two: broken at blanks where lines have an end, as one line where a program may read it. */
export function say(terminal: Terminal, text: string): void {
  const lines = terminal.live ? wrap(text, terminal.columns()) : [text];
  for (const line of lines) terminal.line(line);
}
