import { CommanderError } from 'commander';
import { compileLater } from '../host/compile-later.ts';
import type { CommandContext } from './command-context.ts';
import { exitStatus, type ExitStatus } from './exit-status.ts';
import { createProgram } from './program.ts';
import { ignoreTlsOff } from './tls-off.ts';
import { spokenLanguage } from './spoken-language.ts';
import { sayWrongFlags } from './wrong-flags.ts';

/* The `mailroom` command (design.md, section 7): the engine without a window. */

compileLater();

let status: ExitStatus = exitStatus.ok;
let interruptions = 0;
let interrupt: () => void = () => undefined;
const interrupted = new Promise<void>((resolve) => {
  interrupt = resolve;
});

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    interruptions += 1;
    if (interruptions === 1) return interrupt();
    // At once, as the signal itself ends a process: an exit would end threads first, and one that is within SQLite takes the process
    // along with an abort ("Napi::Error"). The journal loses nothing by it.
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}
// Whoever reads our output may stop reading (`mailroom status | head`): the work goes on, only the printing ends.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

const context: CommandContext = {
  environment: process.env,
  stdout: process.stdout,
  stderr: process.stderr,
  stdin: process.stdin,
  interrupted,
  finish(ended) {
    status = ended;
  },
};

ignoreTlsOff(context);

const words = process.argv.slice(2);
// Only the help needs to know before the arguments are read.
const helps = words.length === 0 || words.some((word) => ['help', '--help', '-h'].includes(word));
const language = helps ? await spokenLanguage(context, words) : 'en';
const program = createProgram(context, () => language);

try {
  await program.parseAsync();
} catch (error) {
  if (!(error instanceof CommanderError)) throw error;
  // Help and version end as well as can be; all else that commander refuses is wrong usage.
  status = error.exitCode === 0 ? exitStatus.ok : exitStatus.wrongUsage;
  const names = program.commands.map((command) => command.name());
  if (error.exitCode !== 0 && error.code !== 'commander.help') {
    await sayWrongFlags(context, error, words, names);
  }
}
// Not process.exit: what was printed may still be on its way into a pipe.
process.exitCode = status;
