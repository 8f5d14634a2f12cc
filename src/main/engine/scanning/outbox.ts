import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { rm, rmdir } from '../platform/disk/patient-files.ts';
import { saveFile } from '../platform/disk/durable-file.ts';
import { readJson } from '../platform/disk/read-json.ts';
import { withFolder } from '../platform/disk/safe-folder.ts';
import type { Outcome } from '../../../shared/faults.ts';
import type { ScanProfile } from '../../../shared/scanning.ts';
import { hotFolderSchema, type HotFolder, type IntakeRule, type Settings } from '../../../shared/settings.ts';
import { failure, success } from '../faults/fault.ts';
import type { Journal } from '../journal/journal.ts';
import type { ItemRecord } from '../journal/records.ts';
import { itemPages } from '../journal/pages.ts';

/** What outboxes are made with. */
export interface OutboxParts {
  /** Folder of all outboxes, in the data directory. */
  readonly folder: string;
  readonly journal: Pick<Journal, 'items'>;
  /** As they are when something is sent. */
  readonly settings: () => Pick<Settings, 'connections' | 'defaultConnection' | 'intake'>;
  readonly addSource: (source: HotFolder) => Promise<Outcome<void>>;
  readonly safeName: (text: string) => string;
}

/** Folders from which documents of scanned pages are taken in: one for each profile and destination, each a source of its own. */
export interface Outboxes {
  /** Makes the source of a profile, durable before anything lies in it, and the folder of a session in it. */
  open(
    profile: ScanProfile,
    sessionId: string,
  ): Promise<Outcome<{ readonly folder: string; readonly sourceId: string }>>;
  /** Continues all sources that an earlier start left with files in them. */
  resume(): Promise<void>;
  /** Whether a file that was put into an outbox is accepted, whatever became of it since. */
  isTakenIn(path: string): Promise<boolean>;
  /** Removes empty folders, except those of present sessions: a document may be on its way into one. */
  sweep(sessionIds: ReadonlySet<string>): Promise<void>;
}

/** What the ids of these sources begin with. */
const outboxSourcePrefix = 'scan-';

const recordEnding = '.json';
/** Rows of one question to the journal. */
const pageRows = 200;

/** The rule for documents of a profile. Without one of its own, they go where dropped files go. */
function ruleOf(
  profile: ScanProfile,
  { connections, defaultConnection, intake }: ReturnType<OutboxParts['settings']>,
): Outcome<IntakeRule> {
  const connectionId = profile.connectionId ?? defaultConnection ?? connections[0]?.id;
  if (connectionId === undefined) return failure('credentials-missing');
  const projectId = profile.projectId ?? intake.projects[connectionId];
  if (projectId === undefined) return failure('project-unknown', { project: '' });
  // What they begin with goes beside each document: a value that a person emptied stays empty.
  const fields = profile.fields?.map((field) => ({ ...field, default: undefined }));
  const parsed = hotFolderSchema.shape.rule.parse({
    connectionId,
    projectId,
    mode: profile.mode,
    after: 'delete',
    // Mailroom made these files: nobody else writes to them or would want them back.
    tidyGraceMs: 0,
    trashMs: 0,
    duplicates: intake.duplicates,
    ...(intake.duplicateDays === undefined ? {} : { duplicateDays: intake.duplicateDays }),
    ...(intake.export === undefined ? {} : { export: intake.export }),
    ...(intake.case === undefined ? {} : { case: intake.case }),
    ...(fields === undefined ? {} : { fields }),
  });
  return success(parsed);
}

/** Whether an item is, or was, the file of an outbox: a file that is set aside keeps the folder of its session. */
function isOf(item: ItemRecord, path: string): boolean {
  const end = (of: string): string => join(basename(dirname(of)), basename(of));
  return item.sourceId.startsWith(outboxSourcePrefix) && end(item.path) === end(path);
}

/** Makes the outboxes; nothing is touched before the first is asked for. */
export function createOutboxes(parts: OutboxParts): Outboxes {
  const { folder, journal } = parts;
  const running = new Set<string>();

  async function begin(source: HotFolder): Promise<Outcome<void>> {
    if (running.has(source.id)) return success(undefined);
    await withFolder(source.folder, { below: folder, make: true, mode: 0o700 }, () => Promise.resolve());
    const added = await parts.addSource(source);
    if (added.ok) running.add(source.id);
    return added;
  }

  return {
    async open(profile, sessionId) {
      const rule = ruleOf(profile, parts.settings());
      if (!rule.ok) return rule;
      // A profile that is changed gets another outbox: what lies in the first one goes where it was sent.
      const mark = createHash('sha256').update(JSON.stringify(rule.value)).digest('hex').slice(0, 10);
      const key = `${parts.safeName(profile.id)}-${mark}`;
      const source = hotFolderSchema.parse({
        id: `${outboxSourcePrefix}${key}`,
        name: profile.name,
        folder: join(folder, key),
        quietMs: 50,
        rule: rule.value,
      });
      if (!running.has(source.id)) {
        await saveFile(join(folder, `${key}${recordEnding}`), `${JSON.stringify(source)}\n`);
      }
      const begun = await begin(source);
      if (!begun.ok) return begun;
      const place = join(source.folder, sessionId);
      await withFolder(place, { below: folder, make: true, mode: 0o700 }, () => Promise.resolve());
      return success({ folder: place, sourceId: source.id });
    },
    async resume() {
      const names = await readdir(folder).catch(() => []);
      for (const name of names.filter((each) => each.endsWith(recordEnding))) {
        const source = await readJson(join(folder, name), hotFolderSchema);
        if (source === null) continue;
        const below = await readdir(source.folder, { recursive: true, withFileTypes: true }).catch(() => []);
        if (below.some((entry) => !entry.isDirectory())) await begin(source);
        else {
          await rm(source.folder, { recursive: true, force: true });
          await rm(join(folder, name), { force: true });
        }
      }
    },
    async isTakenIn(path) {
      for await (const items of itemPages(journal.items, { search: basename(path), limit: pageRows })) {
        const found = items.find((item) => isOf(item, path));
        if (found !== undefined) return found.stage !== 'seen' && found.stage !== 'settling';
      }
      return false;
    },
    async sweep(sessionIds) {
      for (const source of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
        if (!source.isDirectory()) continue;
        const place = join(folder, source.name);
        // Fails where something lies in it: then the folder stays.
        for (const session of await readdir(place)) {
          if (!sessionIds.has(session)) await rmdir(join(place, session)).catch(() => undefined);
        }
      }
    },
  };
}
