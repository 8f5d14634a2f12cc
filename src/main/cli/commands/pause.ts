import type { Command } from 'commander';
import { withCommonFlags, type CommandContext } from '../command-context.ts';
import type { CommonOptions } from '../station.ts';
import { decide } from './decisions.ts';

/** Registers `mailroom pause [ID…]`: stops the named items, or everything. */
export function registerPause(program: Command, context: CommandContext): void {
  withCommonFlags(program.command('pause [id...]'))
    .description('stop the named items, or without ids everything, until mailroom resume')
    .action((ids: string[], options: CommonOptions) =>
      decide(context, 'items.pause', ids, { ...options, all: ids.length === 0 }),
    );
}

/** Registers `mailroom resume [ID…]`: lets the named items, or everything, go on. */
export function registerResume(program: Command, context: CommandContext): void {
  withCommonFlags(program.command('resume [id...]'))
    .description('let the named items, or without ids everything, go on')
    .action((ids: string[], options: CommonOptions) =>
      decide(context, 'items.resume', ids, { ...options, all: ids.length === 0 }),
    );
}
