import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { saveFile } from '../../../platform/disk/durable-file.ts';
import { makeFolder } from '../../../platform/disk/make-folder.ts';
import { rm } from '../../../platform/disk/patient-files.ts';
import { isSameStat } from '../file-stat.ts';
import { fileStatSchema } from '../inspection.ts';
import type { FileStat } from '../inspection.ts';

/** Files whose looks ended with the process, as the notes of earlier starts tell, and where the notes of this one are written. */
export interface LookNotes {
  /** The path of a new note, for `openLookNote`. */
  newNote(): string;
  /** Its writer has ended by itself, and so has the look. */
  forgetNote(note: string): void;
  /**
   * Whether processes ended in looks into this file. `suspect` = it happened, which may be chance: it is to be looked into while no other
   * suspect is; `deadly` = it happened again and again.
   */
  standingOf(path: string, look: FileStat | null): 'sound' | 'suspect' | 'deadly';
  /** Whether processes ended in looks into the file of that path, as it was then. */
  isSuspect(path: string): boolean;
  /** What is known against a file that nobody holds stays known as long as it looks like this. */
  keep(path: string, look: FileStat | null): Promise<void>;
  /** It was looked into, or is held: nothing is known against it any more. */
  clear(path: string): Promise<void>;
  /** Looks into a file in other ways, under a note; null = not done, as the file is deadly. */
  around<T>(path: string, act: () => Promise<T>): Promise<T | null>;
}

/** Processes that may end in looks into one file: somebody may have ended one or two of them. */
const maxDeaths = 3;
/** More files than are looked into at once can't end one process. */
const maxSuspects = 100;
const suspectsName = 'suspects.json';

const noteSchema = z.object({ path: z.string(), look: fileStatSchema.nullable() });
const suspectsSchema = z.array(noteSchema.extend({ deaths: z.number() }));
type Suspect = z.infer<typeof suspectsSchema>[number];

async function parsed<T>(schema: z.ZodType<T>, file: string): Promise<T | null> {
  try {
    const [line] = (await readFile(file, 'utf8')).split('\n', 1);
    return schema.parse(JSON.parse(line ?? ''));
  } catch {
    // Empty, cut or unreadable: it tells of no file.
    return null;
  }
}

function isSame(one: FileStat | null, other: FileStat | null): boolean {
  return one === null || other === null || isSameStat(one, other);
}

/** Reads what is left of earlier processes. Where the folder can't be written the station works without notes, and `troubled` hears why. */
export async function openLookNotes(folder: string, troubled: (error: unknown) => void): Promise<LookNotes> {
  const suspects = new Map<string, Suspect>();
  let number = 0;
  let saving = Promise.resolve();

  function save(): Promise<void> {
    saving = saving.then(async () => {
      const all = [...suspects.values()].slice(-maxSuspects);
      await saveFile(join(folder, suspectsName), JSON.stringify(all)).catch(troubled);
    });
    return saving;
  }

  const names = await makeFolder(folder, 0o700).then(
    () => readdir(folder),
    (error: unknown) => {
      troubled(error);
      return [];
    },
  );
  for (const each of (await parsed(suspectsSchema, join(folder, suspectsName))) ?? []) suspects.set(each.path, each);
  let isNew = false;
  const notes = names.filter((name) => name.endsWith('.note')).map((name) => join(folder, name));
  for (const file of notes) {
    const note = await parsed(noteSchema, file);
    if (note === null) continue;
    isNew = true;
    const before = suspects.get(note.path);
    const deaths = before !== undefined && isSame(before.look, note.look) ? before.deaths : 0;
    suspects.delete(note.path);
    suspects.set(note.path, { ...note, deaths: deaths + 1 });
  }
  if (isNew) await save();
  for (const file of notes) await rm(file, { force: true }).catch(troubled);

  function newNote(): string {
    number += 1;
    return join(folder, `${String(number)}.note`);
  }

  function standingOf(path: string, look: FileStat | null): 'sound' | 'suspect' | 'deadly' {
    const found = suspects.get(path);
    if (found === undefined || !isSame(found.look, look)) return 'sound';
    return found.deaths < maxDeaths ? 'suspect' : 'deadly';
  }

  async function keep(path: string, look: FileStat | null): Promise<void> {
    const found = suspects.get(path);
    if (found === undefined || found.look !== null || look === null) return;
    suspects.set(path, { ...found, look });
    await save();
  }

  async function clear(path: string): Promise<void> {
    if (suspects.delete(path)) await save();
  }

  return {
    newNote,
    forgetNote: (note) => void rm(note, { force: true }).catch(troubled),
    isSuspect: (path) => suspects.has(path),
    standingOf,
    keep,
    clear,
    async around(path, act) {
      const isDeadly = standingOf(path, null) === 'deadly';
      const note = newNote();
      try {
        if (isDeadly) return null;
        await writeFile(note, `${JSON.stringify({ path, look: null })}\n`, { mode: 0o600 }).catch(troubled);
        return await act();
      } finally {
        await rm(note, { force: true }).catch(troubled);
        await clear(path);
      }
    },
  };
}
