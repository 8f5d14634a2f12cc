import type { Command } from 'commander';
import type { Connection } from '../../../shared/settings.ts';
import { success } from '../../engine/faults/fault.ts';
import { updatesFolders } from '../../host/updates/look-for-update.ts';
import { withCommonFlags, type CommandContext } from '../command-context.ts';
import { helpNote } from '../help/speak-help.ts';
import { openReadOnlyDoor } from '../control/open-door.ts';
import {
  checkDataDirectory,
  checkHotFolders,
  checkUpdates,
  checkUsualProfile,
  checkVersion,
  checkWatchLimit,
} from '../doctor/check-computer.ts';
import { checkTeam } from '../doctor/check-team.ts';
import { checkJournal } from '../doctor/check-journal.ts';
import { checkSecret, checkService } from '../doctor/check-service.ts';
import { doctorWordsIn, nameOfCheck } from '../doctor/doctor-words.ts';
import { faulty, type Finding } from '../doctor/finding.ts';
import { exitStatus, statusOf, worstOf, type ExitStatus } from '../exit-status.ts';
import { pad, widthOf, wrap } from '../output/text.ts';
import type { Terminal } from '../output/terminal.ts';
import { connectionOf, type CommonOptions, type Station } from '../station.ts';
import { withStation } from './with-station.ts';

/** Registers `mailroom doctor`: looks through everything that Mailroom depends on. */
export function registerDoctor(program: Command, context: CommandContext): void {
  withCommonFlags(program.command('doctor'))
    .description('check the data directory, journal, keychain, connection, folders and limits; changes nothing')
    .addHelpText('after', helpNote('Example:\n  mailroom doctor --project accounts-payable'))
    .action((options: CommonOptions) =>
      withStation(context, options, async (station, terminal) => {
        const findings: Finding[] = [];
        const tell = (found: readonly Finding[]): void => {
          for (const finding of found) print(terminal, finding);
          findings.push(...found);
        };
        tell([await checkVersion(terminal.language)]);
        tell(await checkDataDirectory(station.dataDirectory, terminal.language));
        tell(await lookIntoJournal(station, terminal));
        tell(await checkConnectionOf(station, options, context, terminal));
        tell(await checkHotFolders(station.settings, station.dataDirectory, terminal.language));
        tell(checkUsualProfile(station.settings.scanning, terminal.language));
        tell(await checkUpdates(station.settings, updatesFolders(station.ports.paths).folder, terminal.language));
        tell(await checkTeam(station, terminal.language));
        const limit = await checkWatchLimit(terminal.language);
        if (limit !== null) tell([limit]);
        const problems = findings.filter(({ ok }) => !ok);
        terminal.object({ event: 'summary', checks: findings.length, problems: problems.length });
        terminal.line();
        const words = doctorWordsIn(terminal.language);
        terminal.line(problems.length === 0 ? words.allWell : words.needAttention(problems.length, findings.length));
        return success(worstOf(problems.map(statusOfFinding)));
      }),
    );
}

async function lookIntoJournal(station: Station, terminal: Terminal): Promise<readonly Finding[]> {
  const door = await openReadOnlyDoor(station);
  if (!door.ok) return [faulty({ kind: 'journal' }, door.fault, terminal.language)];
  try {
    return await checkJournal(door.value, terminal.language);
  } finally {
    await door.value?.close();
  }
}

async function checkConnectionOf(
  station: Station,
  options: CommonOptions,
  context: CommandContext,
  terminal: Terminal,
): Promise<readonly Finding[]> {
  const chosen = connectionOf(station);
  const connection: Connection | null = chosen.ok ? chosen.value : null;
  const fromEnvironment = (context.environment['MAILROOM_CLIENT_SECRET'] ?? '') !== '' && connection !== null;
  const secret = await checkSecret(station, connection, fromEnvironment, terminal.language);
  if (!chosen.ok) return [secret, faulty({ kind: 'connection' }, chosen.fault, terminal.language)];
  // Without the secret there is nothing to sign in with: one problem is told, not two.
  if (!secret.ok) return [secret];
  return [secret, ...(await checkService(station, chosen.value, options.project, terminal.language))];
}

function statusOfFinding({ fault }: Finding): ExitStatus {
  return fault === null ? exitStatus.someFailed : statusOf(fault);
}

const checkColumns = 16;

function print(terminal: Terminal, finding: Finding): void {
  const { check, ok, detail, nextStep, fault } = finding;
  terminal.object({
    event: 'check',
    check: nameOfCheck(check, 'en'),
    ok,
    detail,
    nextStep: ok ? null : nextStep,
    code: fault?.code ?? null,
    owner: fault?.owner ?? null,
  });
  const words = doctorWordsIn(terminal.language);
  const head = `${pad(ok ? words.ok : words.problem, 7)}  ${pad(nameOfCheck(check, terminal.language), checkColumns)}  `;
  const room = terminal.columns() - 1;
  const lines = wrap(nextStep === '' ? detail : `${detail} ${nextStep}`, Math.max(20, room - widthOf(head)));
  lines.forEach((line, index) => terminal.line(index === 0 ? head + line : ' '.repeat(widthOf(head)) + line));
}
