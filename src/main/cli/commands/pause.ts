import type { Command } from 'commander';
import { withCommonFlags, type CommandContext } from '../command-context.ts';
import type { CommonOptions } from '../station.ts';
import { decide, type DecisionCommand } from './decisions.ts';

const pauseItems: DecisionCommand = {
  name: 'items.pause',
  done: (count) => `${count} paused. Let go on with mailroom resume.`,
  doneForAll: 'Everything is paused, also what comes later. Let go on with mailroom resume.',
};

const resumeItems: DecisionCommand = {
  name: 'items.resume',
  done: (count, running) => (running ? `${count} resumed.` : `${count} will go on when Mailroom runs next.`),
  doneForAll: 'Everything goes on, except items and sources that are paused by themselves.',
};

/** Registers `mailroom pause [ID…]`: stops the named items, or everything. */
export function registerPause(program: Command, context: CommandContext): void {
  withCommonFlags(program.command('pause [id...]'))
    .description('stop the named items, or without ids everything, until mailroom resume')
    .action((ids: string[], options: CommonOptions) =>
      decide(context, pauseItems, ids, { ...options, all: ids.length === 0 }),
    );
}

/** Registers `mailroom resume [ID…]`: lets the named items, or everything, go on. */
export function registerResume(program: Command, context: CommandContext): void {
  withCommonFlags(program.command('resume [id...]'))
    .description('let the named items, or without ids everything, go on')
    .action((ids: string[], options: CommonOptions) =>
      decide(context, resumeItems, ids, { ...options, all: ids.length === 0 }),
    );
}
