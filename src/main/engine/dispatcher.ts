import { commandSchema, querySchema, type Command, type Query } from '../../shared/contract.ts';
import type { Outcome } from '../../shared/faults.ts';
import type { ScanCommand } from '../../shared/scan/scan-contract.ts';
import { byHand } from './faults/by-hand.ts';
import { failure, success } from './faults/fault.ts';
import type { Decisions } from './items/decide.ts';
import type { DocumentEdits } from './documents/document-edits.ts';
import type { HandOver } from './documents/hand-over.ts';
import type { PileCommand } from './casework/pile-acts.ts';
import { createQueries, type QueryDependencies } from './queries.ts';

/** What answering commands and queries needs: one function or module for each kind of act. */
export interface DispatcherDependencies extends QueryDependencies {
  readonly decisions: Decisions;
  readonly handOver: HandOver;
  readonly edits: DocumentEdits;
  readonly piles: (command: PileCommand) => Promise<Outcome<unknown>>;
  readonly scan: (command: ScanCommand) => Promise<Outcome<unknown>>;
  readonly saveCaseFiles: (command: Extract<Command, { name: 'cases.save-files' }>) => Promise<Outcome<unknown>>;
  readonly stopSaving: (place: Extract<Command, { name: 'cases.stop-saving' }>) => void;
  readonly sendBatches: (sourceId: string | null) => Promise<number>;
  readonly addSource: (source: Extract<Command, { name: 'source.add' }>['source']) => Promise<Outcome<void>>;
  readonly pauseSource: (sourceId: string, paused: boolean) => Promise<Outcome<void>>;
  readonly removeSource: (sourceId: string) => Promise<Outcome<void>>;
  readonly configure: (settings: Omit<Extract<Command, { name: 'station.configure' }>, 'name'>) => void;
  readonly setLimits: (limits: Pick<Extract<Command, { name: 'limits.set' }>, 'bytesPerSecond' | 'hours'>) => void;
  readonly takeIn: (request: Extract<Command, { name: 'intake.take-in' }>) => Promise<Outcome<unknown>>;
}

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

/** Makes the dispatcher. */
export function createDispatcher(dependencies: DispatcherDependencies): Dispatcher {
  const { decisions, handOver, edits } = dependencies;
  const answer = createQueries(dependencies);

  function act(command: Command): Promise<Outcome<unknown>> {
    switch (command.name) {
      case 'source.add':
        return dependencies
          .addSource(command.source)
          .then((added) => (added.ok ? success({ sourceId: command.source.id }) : added));
      case 'source.pause':
      case 'source.resume':
        return dependencies
          .pauseSource(command.sourceId, command.name === 'source.pause')
          .then((done) => (done.ok ? success({}) : done));
      case 'intake.take-in':
        return dependencies.takeIn(command);
      case 'items.retry':
        return decisions.retry(command.itemIds, command.act);
      case 'items.cancel':
        return decisions.cancel(command.itemIds, command.act);
      case 'items.pause':
        return decisions.pause(command.itemIds, true, command.act);
      case 'items.resume':
        return decisions.pause(command.itemIds, false, command.act);
      case 'items.send-anyway':
        return decisions.sendAnyway(command.itemIds, command.act);
      case 'items.stop':
        decisions.stop(command.act);
        return Promise.resolve(success({}));
      case 'documents.transfer':
        return handOver.report('transfer', command.documentId, command.connectionId, {
          successful: command.successful,
          message: command.message,
        });
      case 'cases.transfer':
        return handOver.reportCase(command.caseId, command.connectionId, {
          successful: command.successful,
          message: command.message,
        });
      case 'documents.reject':
        return handOver.report('reject', command.documentId, command.connectionId, { message: command.message });
      case 'source.remove':
        return dependencies.removeSource(command.sourceId).then((done) => (done.ok ? success({}) : done));
      case 'documents.set-title':
        return edits.setTitle(command);
      case 'documents.set-external-id':
        return edits.setExternalId(command);
      case 'documents.set-external-data':
        return edits.setExternalData(command);
      case 'documents.save-file':
        return edits.saveFile(command);
      case 'station.configure':
        dependencies.configure(command);
        return Promise.resolve(success({}));
      case 'limits.set':
        dependencies.setLimits(command);
        return Promise.resolve(success({}));
      case 'exports.write-again':
        return handOver.writeAgain(command.exportId);
      case 'exports.write':
        return handOver.write({ ...command, template: command.template });
      case 'cases.save-files':
        return dependencies.saveCaseFiles(command);
      case 'cases.stop-saving':
        dependencies.stopSaving(command);
        return Promise.resolve(success({}));
      case 'batches.send-now':
        return dependencies.sendBatches(command.sourceId ?? null).then((batches) => success({ batches }));
      case 'piles.create':
      case 'piles.group':
      case 'piles.rename':
      case 'piles.set-external':
      case 'piles.set-terms':
      case 'piles.move-items':
      case 'piles.set-role':
      case 'piles.set-main':
      case 'piles.merge':
      case 'piles.release':
      case 'piles.reopen':
      case 'piles.dissolve':
        return dependencies.piles(command);
      case 'scan.start':
      case 'scan.stop':
      case 'scan.import':
      case 'scan.edit':
      case 'scan.undo':
      case 'scan.send':
      case 'scan.save-as':
      case 'scan.discard':
        return dependencies.scan(command);
    }
  }

  return {
    async dispatch(command) {
      const parsed = commandSchema.safeParse(command);
      if (!parsed.success) return failure('wrong-usage', { problem: problemOf(parsed.error) });
      const done = await act(parsed.data);
      // What a person asked for and did not get is over: what goes on by itself is no answer but an item, a job or a source.
      return done.ok ? done : { ok: false, fault: byHand(done.fault) };
    },
    async query(query) {
      const parsed = querySchema.safeParse(query);
      if (!parsed.success) return failure('wrong-usage', { problem: problemOf(parsed.error) });
      const answered = await answer(parsed.data);
      return answered.ok ? answered : { ok: false, fault: byHand(answered.fault) };
    },
  };
}
