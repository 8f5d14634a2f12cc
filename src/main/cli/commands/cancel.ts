import type { Command } from 'commander';
import { withCommonFlags, type CommandContext } from '../command-context.ts';
import { helpNote } from '../help/speak-help.ts';
import { decide, type DecisionOptions } from './decisions.ts';

/** Registers `mailroom cancel ID…|--all`: ends items that are not at the service yet. */
export function registerCancel(program: Command, context: CommandContext): void {
  withCommonFlags(program.command('cancel [id...]'))
    .description('end items that are not at the service yet; their files stay where they are')
    .option('--all', 'whatever has not been sent')
    .addHelpText(
      'after',
      helpNote('Ids may be typed by their first characters.\nExample:\n  mailroom cancel 01m8g31jh'),
    )
    .action((ids: string[], options: DecisionOptions) => decide(context, 'items.cancel', ids, options));
}
