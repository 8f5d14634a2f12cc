import { commandSchema, querySchema, type Command, type Query } from '../../shared/contract.ts';
import type { Outcome } from '../../shared/faults.ts';
import { byHand } from './faults/by-hand.ts';
import { failure } from './faults/fault.ts';

type ByName<Message extends { readonly name: string }> = { readonly [Each in Message as Each['name']]: Each };
type Commands = ByName<Command>;
type Queries = ByName<Query>;

/** Names of the commands, or of the queries, of one room of the contract (`items` for `items.retry`). */
export type CommandsOf<Room extends string> = Extract<Command['name'], `${Room}.${string}`>;
/** See {@link CommandsOf}. */
export type QueriesOf<Room extends string> = Extract<Query['name'], `${Room}.${string}`>;

/** What acts on commands, by their names; their schemas were checked. */
export type CommandHandlers<Name extends Command['name'] = Command['name']> = {
  readonly [Each in Name]: (command: Commands[Each]) => Promise<Outcome<unknown>>;
};

/** What answers queries, by their names; their schemas were checked. */
export type QueryHandlers<Name extends Query['name'] = Query['name']> = {
  readonly [Each in Name]: (query: Queries[Each]) => Promise<Outcome<unknown>>;
};

/** The one door of the engine: checks the schema, then acts. IPC, command line and tests all come through it. */
export interface Dispatcher {
  dispatch(command: Command): Promise<Outcome<unknown>>;
  query(query: Query): Promise<Outcome<unknown>>;
}

function problemOf(error: {
  readonly issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[];
}): string {
  const [issue] = error.issues;
  return issue === undefined ? 'unknown' : `${issue.path.map(String).join('.')}: ${issue.message}`;
}

/** Makes the half of the door that only answers. */
export function createQueryDoor(handlers: QueryHandlers): Dispatcher['query'] {
  function answer<Name extends Query['name']>(name: Name, query: Queries[Name]): Promise<Outcome<unknown>> {
    return handlers[name](query);
  }
  return async (query) => {
    const parsed = querySchema.safeParse(query);
    if (!parsed.success) return failure('wrong-usage', { problem: problemOf(parsed.error) });
    const answered = await answer(parsed.data.name, parsed.data);
    return answered.ok ? answered : { ok: false, fault: byHand(answered.fault) };
  };
}

/** Makes the door out of what every feature handles. */
export function createDispatcher(commands: CommandHandlers, queries: QueryHandlers): Dispatcher {
  function act<Name extends Command['name']>(name: Name, command: Commands[Name]): Promise<Outcome<unknown>> {
    return commands[name](command);
  }
  return {
    async dispatch(command) {
      const parsed = commandSchema.safeParse(command);
      if (!parsed.success) return failure('wrong-usage', { problem: problemOf(parsed.error) });
      const done = await act(parsed.data.name, parsed.data);
      // What a person asked for and did not get is over: what goes on by itself is no answer but an item, a job or a source.
      return done.ok ? done : { ok: false, fault: byHand(done.fault) };
    },
    query: createQueryDoor(queries),
  };
}
