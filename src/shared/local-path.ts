import { z } from 'zod';

/** What a path of a message or setting is for: its files are read once, its folder is watched, or files are written to it. */
export type PathUse = 'read' | 'watched' | 'written';

/** A path on this computer. Every path of a message or setting is made here: main finds by it what a message names. */
export function localPath(use: PathUse): z.ZodString {
  return z.string().min(1).meta({ localPath: use });
}
