import type { Command } from 'commander';
import { withCommonFlags, type CommandContext } from '../command-context.ts';
import { helpNote } from '../help/speak-help.ts';
import { decide, type DecisionOptions } from './decisions.ts';

/** Registers `mailroom retry ID…|--all`: lets held items go on where they stopped. */
export function registerRetry(program: Command, context: CommandContext): void {
  withCommonFlags(program.command('retry [id...]'))
    .description('let held items go on where they stopped')
    .option('--all', 'all that is held')
    .addHelpText('after', helpNote('Ids may be typed by their first characters.\nExample:\n  mailroom retry --all'))
    .action((ids: string[], options: DecisionOptions) => decide(context, 'items.retry', ids, options));
}
