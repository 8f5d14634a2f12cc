import type { Outcome } from '../../../shared/faults.ts';
import type { HotFolder } from '../../../shared/settings.ts';
import type { CommandHandlers, CommandsOf, QueriesOf, QueryHandlers } from '../dispatcher.ts';
import { failure, success } from '../faults/fault.ts';
import type { DropIntake } from '../intake/drop/drop-intake.ts';
import type { Journal } from '../journal/journal.ts';
import type { Queue } from '../queue/queue.ts';
import { claimsHeld } from './claims-held.ts';
import type { Sources } from './sources.ts';
import { untidiedOriginals } from './untidied.ts';

/** What acts on sources are made of. */
export interface SourceParts {
  readonly sources: Sources;
  readonly drop: DropIntake;
  readonly journal: Pick<Journal, 'commit'>;
  readonly queue: Pick<Queue, 'pause'>;
  readonly now: () => number;
  readonly actor: string;
  readonly inBackground: (what: string, act: () => Promise<void>) => void;
  /** The project will be followed from now on. */
  readonly follow: (connectionId: string, projectId: string) => void;
  /** The source runs: what an earlier start left of its originals goes on. */
  readonly started: (source: HotFolder) => void;
}

/** Acts on sources. */
export interface SourceActs {
  /** Starts a hot folder; one that a person paused stays so. */
  add(source: HotFolder): Promise<Outcome<void>>;
  /** A person paused it before this start. */
  wasPaused(sourceId: string): void;
  readonly commands: CommandHandlers<CommandsOf<'source' | 'intake'>>;
}

/** Makes the acts on sources. */
export function createSourceActs(parts: SourceParts): SourceActs {
  const { sources, drop, queue } = parts;
  const paused = new Set<string>();

  async function add(source: HotFolder): Promise<Outcome<void>> {
    parts.follow(source.rule.connectionId, source.rule.projectId);
    await drop.leave(source.id);
    const added = await sources.add({ ...source, paused: source.paused || paused.has(source.id) });
    // One that overlaps another is there, and goes on once it lies apart.
    if (sources.folderOf(source.id) !== null) parts.started(source);
    return added;
  }

  async function pause(sourceId: string, isPaused: boolean): Promise<Outcome<object>> {
    const found = isPaused ? await sources.pause(sourceId) : await sources.resume(sourceId);
    if (!found) return failure('not-found', { subject: 'source', id: sourceId });
    if (isPaused) paused.add(sourceId);
    else paused.delete(sourceId);
    const change = { kind: 'pause-set', scope: 'source', id: sourceId, paused: isPaused, at: parts.now() } as const;
    await parts.journal.commit([change], parts.actor);
    queue.pause('source', sourceId, isPaused);
    return success({});
  }

  return {
    add,
    wasPaused(sourceId) {
      paused.add(sourceId);
      queue.pause('source', sourceId, true);
    },
    commands: {
      async 'source.add'({ source }) {
        const added = await add(source);
        return added.ok ? success({ sourceId: source.id }) : added;
      },
      'source.pause': ({ sourceId }) => pause(sourceId, true),
      'source.resume': ({ sourceId }) => pause(sourceId, false),
      async 'source.remove'({ sourceId }) {
        if (!(await sources.remove(sourceId))) return failure('not-found', { subject: 'source', id: sourceId });
        // What had begun to settle has nobody else now.
        parts.inBackground('settle-on', () => drop.resume(sourceId));
        return success({});
      },
      async 'intake.take-in'({ paths, rule, sourceId }) {
        parts.follow(rule.connectionId, rule.projectId);
        // Files that a person named stay where they are, whatever a rule made for folders says.
        return success(await drop.takeIn(paths, { ...rule, after: 'keep' }, sourceId));
      },
    },
  };
}

/** What questions about sources need; whoever only looks has a journal without writing. */
export interface SourceQueryDependencies {
  readonly journal: Omit<Journal, 'commit' | 'onChange'>;
  readonly sources: Pick<Sources, 'health' | 'sharing'>;
  /** What a hot folder would do now. */
  readonly preview: (source: HotFolder) => Promise<Outcome<unknown>>;
}

/** Questions about sources. */
export function sourceQueries({
  journal,
  sources,
  preview,
}: SourceQueryDependencies): QueryHandlers<QueriesOf<'sources'>> {
  return {
    'sources.health': () => Promise.resolve(success({ sources: sources.health() })),
    'sources.claims': async () => success({ claims: await claimsHeld(journal, sources.sharing) }),
    'sources.untidied': async () => success({ reasons: await untidiedOriginals(journal) }),
    'sources.preview': ({ source }) => preview(source),
  };
}
