import type { Command } from 'commander';
import { withCommonFlags, type CommandContext } from '../command-context.ts';
import { decide, type DecisionOptions } from './decisions.ts';

/** Registers `mailroom send-anyway ID…`: sends duplicates although their content is known. */
export function registerSendAnyway(program: Command, context: CommandContext): void {
  withCommonFlags(program.command('send-anyway <id...>'))
    .description('send duplicates although their content was taken in before')
    .action((ids: string[], options: DecisionOptions) => decide(context, 'items.send-anyway', ids, options));
}
