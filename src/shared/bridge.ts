import type { Command, CommandAnswer, Query, QueryAnswer } from './contract.ts';
import type { DesktopAnswer, DesktopRequest, WindowEvent } from './desktop-contract.ts';
import type { Outcome } from './faults.ts';

/** Channels between window and main: one for each shape of the contract. */
export const bridgeChannels = {
  command: 'mailroom:command',
  query: 'mailroom:query',
  desktop: 'mailroom:desktop',
  event: 'mailroom:event',
  /** From the preload's own world, never from the page: paths of files that a person dropped or pasted. */
  offer: 'mailroom:offer',
} as const;

/** A request of that name. */
export type Named<Request extends { readonly name: string }, Name extends Request['name']> = Extract<
  Request,
  { readonly name: Name }
>;

/** What the preload puts into the window as `mailroom`. Answers are checked by the contract's schemas in main. */
export interface Bridge {
  command<Name extends Command['name']>(command: Named<Command, Name>): Promise<Outcome<CommandAnswer<Name>>>;
  query<Name extends Query['name']>(query: Named<Query, Name>): Promise<Outcome<QueryAnswer<Name>>>;
  desktop<Name extends DesktopRequest['name']>(
    request: Named<DesktopRequest, Name>,
  ): Promise<Outcome<DesktopAnswer<Name>>>;
  /** Returns the way to stop. */
  onEvent(listener: (event: WindowEvent) => void): () => void;
  /** Paths of dropped or pasted files, in their order; '' for what is no file on this computer. */
  pathsOf(files: readonly unknown[]): readonly string[];
}
