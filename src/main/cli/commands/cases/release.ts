import type { Command } from 'commander';
import type { OpenCaseView } from '../../../../shared/case-views.ts';
import { commandAnswers, queryAnswers } from '../../../../shared/contract.ts';
import type { Fault, Outcome } from '../../../../shared/faults.ts';
import { success } from '../../../engine/faults/fault.ts';
import { misuse } from '../../../engine/faults/usage-sentences.ts';
import { withCommonFlags, type CommandContext } from '../../command-context.ts';
import { helpNote } from '../../help/speak-help.ts';
import type { Door } from '../../control/open-door.ts';
import { readAnswer } from '../../control/read-answer.ts';
import { openCaseWordsIn } from '../../output/open-case-words.ts';
import { say } from '../../output/paragraph.ts';
import { safeText } from '../../output/text.ts';
import type { CommonOptions } from '../../station.ts';
import { openCaseNamed } from './named-open-case.ts';
import { openCaseEvent, openCaseWords } from './open-cases.ts';
import { statusOfAll, withDoor, type Ending } from '../with-station.ts';

interface ReleaseOptions extends CommonOptions {
  readonly anyway?: boolean;
  readonly takeBack?: boolean;
  readonly batches?: boolean;
}

/** Registers `mailroom release CASE…`: sends cases that were put together here, and batches before their time. */
export function registerRelease(program: Command, context: CommandContext): void {
  withCommonFlags(program.command('release [case...]'))
    .description('send cases that are assembled here, named by id, name or external id')
    .option('--anyway', 'also where a role or a required file is missing')
    .option(
      '--take-back',
      'take the release back as long as nothing was sent, or restore a case that was dissolved or merged',
    )
    .option('--batches', 'instead of cases: send all open batches now')
    .addHelpText('after', helpNote('See mailroom cases open for what there is.\nExample:\n  mailroom release 1234'))
    .action((names: string[], options: ReleaseOptions) => release(context, names, options));
}

function release(context: CommandContext, names: readonly string[], options: ReleaseOptions): Promise<void> {
  return withDoor(context, options, async (door, _station, terminal): Promise<Ending> => {
    if (options.batches === true) {
      const sent = await readAnswer(commandAnswers['batches.send-now'], door.dispatch({ name: 'batches.send-now' }));
      if (!sent.ok) return sent;
      terminal.object({ event: 'batches', sent: sent.value.batches, running: door.running });
      say(terminal, openCaseWordsIn(terminal.language).sent(sent.value.batches));
      return success(0);
    }
    if (names.length === 0) {
      return misuse('no-case-named');
    }
    const faults: Fault[] = [];
    for (const name of names) {
      const released = await releaseOne(door, name, options);
      if (released.ok) {
        terminal.object({ ...openCaseEvent(released.value, terminal), running: door.running });
        const { name: title, state } = released.value;
        const spoken = openCaseWordsIn(terminal.language);
        const words = [`${safeText(title)}: ${spoken.states[state]}`, openCaseWords(released.value, terminal)].filter(
          (part) => part !== '',
        );
        say(terminal, `${words.join(', ')}.${state === 'released' && !door.running ? ` ${spoken.goesNext}` : ''}`);
      } else {
        faults.push(released.fault);
        terminal.note(safeText(name));
        terminal.fault(released.fault);
      }
    }
    return success(statusOfAll(faults));
  });
}

async function releaseOne(door: Door, name: string, options: ReleaseOptions): Promise<Outcome<OpenCaseView>> {
  const found = await openCaseNamed(door, name);
  if (!found.ok) return found;
  const openCaseId = found.value.id;
  const done =
    options.takeBack === true
      ? await readAnswer(commandAnswers['open-cases.reopen'], door.dispatch({ name: 'open-cases.reopen', openCaseId }))
      : await readAnswer(
          commandAnswers['open-cases.release'],
          door.dispatch({ name: 'open-cases.release', openCaseId, anyway: options.anyway === true }),
        );
  if (!done.ok) return done;
  return readAnswer(queryAnswers['open-cases.get'], door.query({ name: 'open-cases.get', idPrefix: openCaseId }));
}
