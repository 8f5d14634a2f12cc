import type { Command } from 'commander';
import type { Outcome } from '../../../shared/faults.ts';
import { success } from '../../engine/faults/fault.ts';
import { misuse } from '../../engine/faults/usage-sentences.ts';
import type { faultKinds, parseFaults, PracticeOptions } from '../../practice/practice-service.ts';
import { failWith, terminalOf, type CommandContext } from '../command-context.ts';
import { helpNote } from '../help/speak-help.ts';
import { exitStatus } from '../exit-status.ts';
import { number } from '../run/flag-values.ts';
import { codeOf } from '../../engine/platform/disk/errno.ts';

interface PracticeFlags {
  readonly json?: boolean;
  readonly port?: number;
  readonly quota?: number;
  readonly window?: number;
  readonly tokenTtl?: number;
  readonly latency?: number;
  readonly faults?: string;
  readonly seed?: number;
  readonly realistic?: boolean;
  readonly extras?: boolean;
}

/** Registers `mailroom practice`: a service to practise with, on this computer alone. */
export function registerPractice(program: Command, context: CommandContext): void {
  program
    .command('practice')
    .description(
      'serve a practice service on this computer until interrupted; says its address and credentials as JSON',
    )
    .option('--json', 'as always: stdout has one JSON object, when it is ready')
    .addOption(number('--port <n>', 'port to listen on (default: a free one)', { min: 0, max: 65_535 }))
    .addOption(number('--quota <n>', 'requests in a window for each client', { min: 1 }))
    .addOption(number('--window <s>', 'length of a window in seconds', { min: 0.1, max: 86_400, whole: false }))
    .addOption(number('--token-ttl <s>', 'life of a token in seconds', { min: 1 }))
    .addOption(number('--latency <ms>', 'milliseconds before each answer', { min: 0, max: 600_000 }))
    .option('--faults <list>', 'what goes wrong: [operation:]kind=probability[xTIMES], separated by commas')
    .addOption(number('--seed <n>', 'decides faults, outcomes and made-up data', { min: 0, max: 2 ** 31 }))
    .option('--realistic', 'some documents need a review or fail, as in real life (default: all succeed)')
    .option(
      '--extras',
      'answer also what other clients of such a service ask for: /companies, /users, more states in filters',
    )
    .addHelpText(
      'after',
      helpNote(
        'The kinds of --faults are 503, 429, reset-before and reset-after (the act is not done, or done), slow, hang, garbage-html, garbage-cut and garbage. Probabilities go from 0 to 1; operations are named as mailroom api --list does, documents.* is all of documents.\nExample:\n  mailroom practice --quota 10 --window 1 --faults 503=0.05,reset-after=0.02',
      ),
    )
    .action((flags: PracticeFlags) => practise(context, flags));
}

async function practise(context: CommandContext, flags: PracticeFlags): Promise<void> {
  const terminal = terminalOf(context, flags);
  // Loaded when it is asked for: no other command needs a server.
  const { faultKinds, parseFaults, startPracticeService } = await import('../../practice/practice-service.ts');
  const options = optionsOf(flags, parseFaults, faultKinds);
  if (!options.ok) return failWith(context, terminal, options.fault);
  const service = await startPracticeService(options.value).catch((error: unknown) => startFailed(error, flags.port));
  if ('fault' in service) return failWith(context, terminal, service.fault);
  const { baseUrl, clientId, clientSecret } = service;
  // Its credentials are made for practice alone, and this is how one learns them.
  terminal.raw(`${JSON.stringify({ baseUrl, clientId, clientSecret })}\n`);
  await context.interrupted;
  await service.close();
  context.finish(exitStatus.ok);
}

function optionsOf(
  flags: PracticeFlags,
  readFaults: typeof parseFaults,
  kinds: typeof faultKinds,
): Outcome<PracticeOptions> {
  const faults = readFaults(flags.faults ?? '');
  if (!faults.ok) return misuse('practice-faults', { given: flags.faults ?? '', words: kinds.join(', ') });
  const { port, quota, window, tokenTtl, latency, seed } = flags;
  return success({
    ...(port === undefined ? {} : { port }),
    ...(quota === undefined ? {} : { quota }),
    ...(window === undefined ? {} : { windowSeconds: window }),
    ...(tokenTtl === undefined ? {} : { tokenSeconds: tokenTtl }),
    ...(latency === undefined ? {} : { latencyMs: latency }),
    ...(seed === undefined ? {} : { seed }),
    faults: faults.faults,
    realistic: flags.realistic === true,
    extras: flags.extras === true,
  });
}

function startFailed(error: unknown, port = 0): Extract<Outcome<never>, { ok: false }> {
  const code = codeOf(error);
  if (code !== 'EADDRINUSE' && code !== 'EACCES') throw error;
  return misuse(code === 'EADDRINUSE' ? 'port-in-use' : 'port-needs-rights', { given: port });
}
