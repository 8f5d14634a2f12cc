import { commandAnswers } from '../../../shared/contract.ts';
import { misuse } from '../../engine/faults/usage-sentences.ts';
import { failWith, type CommandContext } from '../command-context.ts';
import { openDoor } from '../control/open-door.ts';
import { readAnswer } from '../control/read-answer.ts';
import { exitStatus } from '../exit-status.ts';
import { scanWordsIn } from '../output/scan-words.ts';
import type { Terminal } from '../output/terminal.ts';
import { look } from '../run/scan-run.ts';
import type { Station } from '../station.ts';

/** Throws a session away for good, as `mailroom scan --discard` does once `yes` says that this is meant. */
export async function discardScan(
  context: CommandContext,
  terminal: Terminal,
  station: Station,
  { session: sessionId, yes }: { readonly session?: string; readonly yes?: boolean },
): Promise<void> {
  if (sessionId === undefined) return failWith(context, terminal, misuse('discard-without-session').fault);
  const opened = await openDoor(station);
  if (!opened.ok) return failWith(context, terminal, opened.fault);
  const door = opened.value;
  try {
    const session = await look(door, sessionId);
    if (!session.ok) return failWith(context, terminal, session.fault);
    const words = scanWordsIn(terminal.language);
    const pages = Object.keys(session.value.pages).length;
    if (yes !== true) {
      const asked = misuse('discard-unconfirmed', { session: sessionId, pages: words.pages(pages) });
      return failWith(context, terminal, asked.fault);
    }
    const discarded = await readAnswer(
      commandAnswers['scan.discard'],
      door.dispatch({ name: 'scan.discard', sessionId }),
    );
    if (!discarded.ok) return failWith(context, terminal, discarded.fault);
    terminal.object({ event: 'discarded', session: sessionId, pages });
    terminal.line(words.discarded(pages));
    context.finish(exitStatus.ok);
  } finally {
    await door.close();
  }
}
