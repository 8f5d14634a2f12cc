import { z } from 'zod';

/** What a path of a message or setting is for: its files are read once, its folder is watched, or files are written to it. */
export type PathUse = 'read' | 'watched' | 'written';

/** A path on this computer. Every path of a message or setting is made here: main finds by it what a message names. */
export function localPath(use: PathUse): z.ZodString {
  return z.string().min(1).meta({ localPath: use });
}

/** Whether the folders below a watched folder are watched too, unless it is said otherwise: main finds by it how far a message reaches. */
export function withFoldersBelow(): z.ZodDefault<z.ZodBoolean> {
  return z.boolean().default(true).meta({ foldersBelow: true });
}
