import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { renameSync } from '../../platform/disk/patient-files.ts';
import { forgetDamage } from './damage-note.ts';
import { forgetRevision } from './high-water.ts';
import { databaseEndings, journalPath, syncFolder } from '../storage/files.ts';

/** Where a journal is rebuilt, beside the damaged one. */
export function rebuiltPath(directory: string): string {
  return join(directory, 'journal.rebuilt.sqlite');
}

/** The name that a damaged journal is set aside under: never one that is taken. `now` in ms. */
export function setAsideName(directory: string, now: number): string {
  const stamp = new Date(now).toISOString().replaceAll(/[:.]/g, '-');
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? `journal.damaged-${stamp}.sqlite` : `journal.damaged-${stamp}-${number}.sqlite`;
    const path = join(directory, name);
    if (!existsSync(path)) return path;
  }
}

/**
 * Sets the damaged journal aside, never deleting it, and puts the rebuilt one in its place. Nobody may have one of them open:
 * the thread that rebuilt has ended.
 */
export function putInPlace(directory: string, setAsidePath: string): void {
  moveDatabase(journalPath(directory), setAsidePath);
  // Before the rebuilt one stands there, which counts anew; a crash here is finished by the next start.
  forgetRevision(directory);
  moveDatabase(rebuiltPath(directory), journalPath(directory));
  forgetDamage(directory);
}

/**
 * Finishes where a start ended between the two moves: a rebuilt journal without a present one is complete. (One beside a
 * damaged journal may be half done: it is made afresh then.)
 */
export function finishRecovery(directory: string): void {
  const path = journalPath(directory);
  if (existsSync(path) || !existsSync(rebuiltPath(directory))) return;
  forgetRevision(directory);
  moveDatabase(rebuiltPath(directory), path);
  forgetDamage(directory);
}

function moveDatabase(from: string, to: string): void {
  // The main file is moved last. Until then the move counts as not done.
  for (const ending of databaseEndings.toReversed()) {
    if (existsSync(from + ending)) renameSync(from + ending, to + ending);
  }
  syncFolder(dirname(to));
}
