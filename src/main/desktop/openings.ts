import { join } from 'node:path';
import { z } from 'zod';
import type { DesktopRequest } from '../../shared/desktop-contract.ts';
import { connectionSchema, intakeRuleSchema, settingsSchema } from '../../shared/settings.ts';
import type { Connection, HotFolder, Settings } from '../../shared/settings.ts';
import { originOf } from '../engine/credentials/credentials.ts';
import { usualTrashMs } from '../engine/sources/originals.ts';
import { paths } from '../engine/platform/names/paths.ts';
import { parseSettingPath, withValueAt } from '../engine/settings/setting-path.ts';

/** What a message lets out of this computer, or away, that stayed before. */
export type Opening =
  /** Documents go to an address, signed in as somebody, that they did not go to. */
  | { readonly use: 'address'; readonly path: string }
  /** What a pattern below a watched folder kept out is taken in. */
  | { readonly use: 'ignored'; readonly path: string }
  /** Originals of a folder (empty: of what is dropped) are deleted, and lie in the trash for only so long before. */
  | { readonly use: 'deleted'; readonly path: string; readonly trashMs: number };

type Tidying = Pick<HotFolder['rule'], 'after' | 'trashMs'>;

const messageSchema = z.discriminatedUnion('name', [
  z.object({ name: z.literal('settings.set' satisfies DesktopRequest['name']), path: z.string(), value: z.unknown() }),
  z.object({ name: z.literal('connections.save' satisfies DesktopRequest['name']), connection: connectionSchema }),
  z.object({ name: z.literal('intake.take-in'), rule: intakeRuleSchema }),
]);

type OpeningMessage = z.infer<typeof messageSchema>;

/** A message that may open something; null: it is none. */
export function openingMessage(message: unknown): OpeningMessage | null {
  return messageSchema.safeParse(message).data ?? null;
}

const changingSchema = z.object({ name: z.string().regex(/^(?:settings|connections|certificate|source)\./u) });

/** Whether a message may change settings, in whatever way: what they said before it counts as set once. */
export function mayChangeSettings(message: unknown): boolean {
  return changingSchema.safeParse(message).success;
}

/** The settings as a message would leave them, or acts as if they were so; null: nothing that could be kept. */
function settingsAfter(present: Settings, message: OpeningMessage): Settings | null {
  switch (message.name) {
    case 'settings.set': {
      const steps = parseSettingPath(message.path);
      return steps === null
        ? null
        : (settingsSchema.safeParse(withValueAt(present, steps, message.value)).data ?? null);
    }
    case 'connections.save':
      return { ...present, connections: [...present.connections, message.connection] };
    case 'intake.take-in': {
      const { after, trashMs } = message.rule;
      return { ...present, intake: { ...present.intake, after, trashMs } };
    }
  }
}

function signInOf({ baseUrl, clientId }: Connection): string {
  return `${originOf(baseUrl)} (${clientId})`;
}

function keptMs({ after, trashMs = usualTrashMs }: Tidying): number {
  return after === 'delete' ? trashMs : Infinity;
}

/** Patterns that keep something out, as a person reads them below the folder. */
function keptOut({ ignore, sidecars }: HotFolder): readonly string[] {
  return sidecars ? [...ignore, '*.{json,xml,csv}'] : ignore;
}

/** Finds what messages open. */
export interface Openings {
  /** Notes what is set now, before a message takes it away. */
  note(present: Settings): void;
  /** What a message opens beyond what was set once. */
  openedBy(present: Settings, message: OpeningMessage): readonly Opening[];
}

/**
 * Makes the finder. What was set once as long as the window lasts counts, too: who takes a folder away and adds it again
 * has opened what its patterns kept out.
 */
export function createOpenings(): Openings {
  const addresses = new Set<string>();
  const watched = new Map<string, HotFolder>();

  return {
    note(present) {
      for (const connection of present.connections) addresses.add(signInOf(connection));
      for (const source of present.hotFolders) watched.set(paths.keyOf(source.folder), source);
    },
    openedBy(present, message) {
      const after = settingsAfter(present, message);
      if (after === null) return [];
      const known = [...watched.values()];
      const strange = after.connections.map(signInOf).filter((signIn) => !addresses.has(signIn));
      return [
        // Who connects for the first time has nothing yet that could go elsewhere.
        ...(addresses.size === 0 ? [] : strange).map((path) => ({ use: 'address', path }) as const),
        ...after.hotFolders.flatMap((source) => openedInFolder(source, known)),
        ...deleting('', after.intake, present.intake),
      ];
    },
  };
}

function openedInFolder(source: HotFolder, known: readonly HotFolder[]): readonly Opening[] {
  const { folder, rule } = source;
  const before = known.find((each) => paths.keyOf(each.folder) === paths.keyOf(folder));
  const around = known.filter(
    (each) => paths.wayTo(each.folder, folder) !== null || paths.wayTo(folder, each.folder) !== null,
  );
  const still = new Set(keptOut(source));
  const kept = (before === undefined ? around : [before]).flatMap(keptOut);
  const lost = new Set(kept.filter((pattern) => !still.has(pattern)));
  return [
    ...[...lost].map((pattern) => ({ use: 'ignored', path: join(folder, pattern) }) as const),
    ...deleting(folder, rule, before?.rule ?? { after: 'keep' }),
  ];
}

function deleting(path: string, after: Tidying, before: Tidying): readonly Opening[] {
  const trashMs = keptMs(after);
  return trashMs < keptMs(before) ? [{ use: 'deleted', path, trashMs }] : [];
}
