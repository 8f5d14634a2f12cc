import { compileLater } from '../host/compile-later.ts';
import { runCommand } from './run-command.ts';

/* The `mailroom` command: the engine without a window. Here is what it owes its process: signals, pipes and the exit status. */

compileLater();

let interruptions = 0;
let interrupt: () => void = () => undefined;
const interrupted = new Promise<void>((resolve) => {
  interrupt = resolve;
});

// On Windows SIGBREAK is Ctrl+Break, and SIGHUP is a console that was closed: Windows leaves a program ten seconds then.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGBREAK'] as const) {
  process.on(signal, () => {
    interruptions += 1;
    if (interruptions === 1) return interrupt();
    // At once, as the signal itself ends a process: an exit would end threads first, and one that is within SQLite takes the process
    // along with an abort ("Napi::Error"). The journal loses nothing by it.
    process.removeAllListeners(signal);
    // Windows knows no signals of its own: Node ends a program there by three of their names, and SIGBREAK is none.
    process.kill(process.pid, process.platform === 'win32' ? 'SIGKILL' : signal);
  });
}
// Whoever reads our output may stop reading (`mailroom status | head`): the work goes on, only the printing ends.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

const { env: environment, stdout, stderr, stdin } = process;
// Not process.exit: what was printed may still be on its way into a pipe.
process.exitCode = await runCommand({ environment, stdout, stderr, stdin, interrupted }, process.argv.slice(2));
