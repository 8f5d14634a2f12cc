import type { Command } from 'commander';
import { queryAnswers } from '../../../shared/contract.ts';
import type { Outcome } from '../../../shared/faults.ts';
import type { ScannerView } from '../../../shared/scanning.ts';
import { success } from '../../engine/faults/fault.ts';
import { listPlatformScanners } from '../../engine/scanning/drivers/platform-drivers.ts';
import { failWith, speakAs, terminalOf, withCommonFlags, type CommandContext } from '../command-context.ts';
import { connectControl } from '../control/ask-control.ts';
import { readAnswer } from '../control/read-answer.ts';
import { exitStatus } from '../exit-status.ts';
import { noticesTo } from '../output/notices.ts';
import { sayTable } from '../output/say-table.ts';
import { scanWordsIn } from '../output/scan-words.ts';
import { openStation, type CommonOptions, type Station } from '../station.ts';

/** Longest wait for all scanners to answer, ms. */
const patienceMs = 60_000;

/** Registers `mailroom scanners`: the scanners that answer now. */
export function registerScanners(program: Command, context: CommandContext): void {
  withCommonFlags(program.command('scanners'))
    .description('the scanners that answer now: on this computer, on the network, at typed addresses')
    .action((options: CommonOptions) => scanners(context, options));
}

async function scanners(context: CommandContext, options: CommonOptions): Promise<void> {
  const terminal = terminalOf(context, options);
  const station = await openStation(options, context.environment, noticesTo(terminal));
  if (!station.ok) return failWith(context, terminal, station.fault);
  speakAs(terminal, station.value.settings);
  const words = scanWordsIn(terminal.language);
  try {
    if (terminal.live) terminal.draw([words.ask]);
    const found = await foundScanners(station.value);
    terminal.draw([]);
    if (!found.ok) return failWith(context, terminal, found.fault);
    for (const scanner of found.value) terminal.object({ event: 'scanner', ...scanner });
    if (found.value.length === 0) terminal.line(words.noScanners);
    sayTable(
      terminal,
      [
        { title: 'Name', kind: 'name', min: 16 },
        { title: 'ID', kind: 'name', min: 30 },
      ],
      found.value.map(({ name, id }) => ({ cells: [name, id] })),
    );
    context.finish(exitStatus.ok);
  } finally {
    station.value.ports.close();
  }
}

/** Asks the running Mailroom, which may just be using one of them; where none runs this process looks itself. */
async function foundScanners({ dataDirectory, settings }: Station): Promise<Outcome<readonly ScannerView[]>> {
  const running = await connectControl(dataDirectory);
  if (running === null) {
    const addresses = (): readonly string[] => settings.scanning.addresses;
    return listPlatformScanners(process.platform, process.env, addresses, AbortSignal.timeout(patienceMs));
  }
  try {
    const answer = await readAnswer(queryAnswers['scanners.list'], running.query({ name: 'scanners.list' }));
    return answer.ok ? success(answer.value.scanners) : answer;
  } finally {
    await running.close();
  }
}
