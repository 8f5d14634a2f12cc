import { labelIn, type Label } from '../output/labels.ts';
import type { Terminal } from '../output/terminal.ts';
import { fitName, safeText } from '../output/text.ts';

/** Says what is known of one thing, a line each with its name before it; what is null or empty is left out. */
export function sayLabelled(
  terminal: Terminal,
  values: readonly (readonly [Label, string | null | undefined])[],
): void {
  const known = values
    .filter(([, value]) => (value ?? '') !== '')
    .map(([label, value]) => [labelIn(terminal.language, label), value ?? ''] as const);
  const width = Math.max(12, ...known.map(([name]) => name.length + 1)) + 1;
  for (const [name, value] of known) {
    const label = `${name}:`.padEnd(width);
    const room = Math.max(20, terminal.columns() - label.length);
    // What can be copied stays whole where lines may be as long as they are.
    terminal.line(label + (terminal.live ? fitName(value, room) : safeText(value)));
  }
}
