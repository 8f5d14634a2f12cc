import type { Command } from 'commander';
import { commandAnswers, type Command as EngineCommand } from '../../../shared/contract.ts';
import type { Outcome } from '../../../shared/faults.ts';
import { success } from '../../engine/faults/fault.ts';
import { misuse } from '../../engine/faults/usage-sentences.ts';
import { notThere } from '../api/not-there.ts';
import { withCommonFlags, type CommandContext } from '../command-context.ts';
import { helpNote } from '../help/speak-help.ts';
import { readAnswer } from '../control/read-answer.ts';
import { exitStatus, statusOf } from '../exit-status.ts';
import { serviceWordsIn } from '../output/service-words.ts';
import { spokenFault } from '../output/terminal.ts';
import { connectionOf, type CommonOptions } from '../station.ts';
import { withDoor } from './with-station.ts';

interface RejectOptions extends CommonOptions {
  readonly message?: string;
}

interface TransferOptions extends RejectOptions {
  readonly ok?: boolean;
  readonly failed?: boolean;
}

type Report = Extract<EngineCommand, { name: 'documents.transfer' | 'cases.transfer' | 'documents.reject' }>;

const maxMessageLength = 2_000;

/** Registers `mailroom transfer ID --ok|--failed`: tells the service whether the target system took a document. */
export function registerTransfer(program: Command, context: CommandContext): void {
  withCommonFlags(program.command('transfer <document>'))
    .description('tell the service whether the target system accepted a document')
    .option('--ok', 'it did')
    .option('--failed', 'it did not')
    .option('--message <text>', 'why')
    .addHelpText(
      'after',
      helpNote(
        'Example:\n  mailroom transfer 6b0a46489caf98f9b42c5b23 --failed --message "Cost centre 4711 is closed"',
      ),
    )
    .action((documentId: string, options: TransferOptions) =>
      report(context, options, (connectionId, message) => {
        const successful = wasTaken(options);
        if (!successful.ok) return successful;
        return success({ name: 'documents.transfer', documentId, connectionId, successful: successful.value, message });
      }),
    );
}

function wasTaken(options: TransferOptions): Outcome<boolean> {
  const { ok = false, failed = false } = options;
  if (ok === failed) return misuse(ok ? 'ok-and-failed' : 'ok-or-failed');
  return success(ok);
}

/** Registers `mailroom cases transfer CASE --ok|--failed`: the same for a whole case. */
export function registerCaseTransfer(cases: Command, context: CommandContext): void {
  withCommonFlags(cases.command('transfer <case>'))
    .description('tell the service whether the target system accepted a whole case')
    .option('--ok', 'it did')
    .option('--failed', 'it did not')
    .option('--message <text>', 'why')
    .action((caseId: string, options: TransferOptions) =>
      report(context, options, (connectionId, message) => {
        const successful = wasTaken(options);
        if (!successful.ok) return successful;
        return success({ name: 'cases.transfer', caseId, connectionId, successful: successful.value, message });
      }),
    );
}

/** Registers `mailroom reject ID`: gives a document back at the service. */
export function registerReject(program: Command, context: CommandContext): void {
  withCommonFlags(program.command('reject <document>'))
    .description('reject a document at the service')
    .option('--message <text>', 'why')
    .action((documentId: string, options: RejectOptions) =>
      report(context, options, (connectionId, message) =>
        success({ name: 'documents.reject', documentId, connectionId, message }),
      ),
    );
}

function report(
  context: CommandContext,
  options: RejectOptions,
  commandOf: (connectionId: string, message: string | null) => Outcome<Report>,
): Promise<void> {
  return withDoor(context, options, async (door, station, terminal) => {
    const connection = connectionOf(station);
    if (!connection.ok) return connection;
    if ((options.message ?? '').length > maxMessageLength) {
      return misuse('message-too-long', { max: maxMessageLength });
    }
    const command = commandOf(connection.value.id, options.message ?? null);
    if (!command.ok) return command;
    const answer = await readAnswer(commandAnswers[command.value.name], door.dispatch(command.value));
    const subject =
      command.value.name === 'cases.transfer'
        ? ({ kind: 'case', id: command.value.caseId } as const)
        : ({ kind: 'document', id: command.value.documentId } as const);
    if (!answer.ok) return notThere(answer, subject.kind, subject.id);
    const { state, fault } = answer.value;
    terminal.object({
      event: 'hand-over',
      ...(subject.kind === 'case' ? { caseId: subject.id } : { documentId: subject.id }),
      state,
      fault: fault === null ? null : spokenFault(fault, terminal.language),
    });
    const words = serviceWordsIn(terminal.language);
    if (state === 'done') {
      terminal.line(words.handedOver);
      return success(exitStatus.ok);
    }
    if (fault !== null && !terminal.json) terminal.fault(fault);
    terminal.note(state === 'held' ? words.handOverHeld : words.handOverQueued);
    return success(fault === null ? exitStatus.unreachable : statusOf(fault));
  });
}
