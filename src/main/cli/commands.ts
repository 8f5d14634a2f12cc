import type { Command } from 'commander';
import type { CommandContext } from './command-context.ts';
import { registerDemo } from './commands/demo.ts';
import { registerSend } from './commands/send.ts';
import { registerWatch } from './commands/watch.ts';

/** Adds one command to the program. */
export type RegisterCommand = (program: Command, context: CommandContext) => void;

/** Every command, in the order the help lists them. */
export const commands: readonly RegisterCommand[] = [registerWatch, registerSend, registerDemo];
