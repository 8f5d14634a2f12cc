import type { CommandAnswer } from '../../../shared/contract.ts';
import { exitStatus, statusOf } from '../exit-status.ts';
import type { Terminal } from '../output/terminal.ts';

type TakenIn = CommandAnswer<'intake.take-in'>;

/** Named paths that were not taken in, with why. */
export type RefusedPaths = TakenIn['refused'];

/** All that became of paths that were named in one command. */
export function joined(answers: readonly TakenIn[]): TakenIn {
  return {
    itemIds: answers.flatMap(({ itemIds }) => itemIds),
    refused: answers.flatMap(({ refused }) => refused),
  };
}

/** Says each path that was not taken in, and why. */
export function sayRefused(terminal: Terminal, refused: RefusedPaths): void {
  for (const { path, fault } of refused) terminal.fault(fault, path);
}

/** Whether all that was named is not there at all: the command was typed wrongly, and nothing has begun. */
export function nothingIsThere({ itemIds, refused }: TakenIn): boolean {
  const wrong = refused.every(({ fault }) => statusOf(fault) === exitStatus.wrongUsage);
  return itemIds.length === 0 && refused.length > 0 && wrong;
}
