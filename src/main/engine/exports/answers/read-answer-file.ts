import type { Clock } from '../../platform/ports.ts';
import type { AnswerFile, AnswerFiles } from './answer-files.ts';
import { digestOf } from './answer-files.ts';
import { parseAnswer, type AnswerContent } from './parse-answer.ts';

/** What reading one answer's file needs. */
export interface ReadingDependencies {
  readonly files: AnswerFiles;
  readonly clock: Clock;
}

/** An answer as it was read; `later` = it is still being written, or not whole. */
export type AnswerReading =
  | { readonly kind: 'read'; readonly content: AnswerContent; readonly sha256: string }
  | { readonly kind: 'gone' }
  | { readonly kind: 'later' }
  | { readonly kind: 'problem'; readonly problem: string };

/** Largest answer that is read, bytes: it holds a message and a few values. */
const maxBytes = 64 * 1024;
/** Time an answer stands still before it is read, ms; an empty one may just have been opened for writing. */
const quietMs = 150;
const quietEmptyMs = 1_000;
/** What breaks off for so long is broken, ms. */
const patienceMs = 30_000;

/** Makes the reading of answers: size and time have to stand still, and be the same after reading. Errors of the disk are thrown. */
export function createAnswerReading({
  files,
  clock,
}: ReadingDependencies): (file: AnswerFile) => Promise<AnswerReading> {
  /** When an answer was first found broken off, by path. */
  const cutSince = new Map<string, number>();
  const pause = (ms: number): Promise<void> => new Promise((resolve) => clock.after(ms, resolve));

  return async ({ path }) => {
    const first = await files.look(path);
    if (first === null) return { kind: 'gone' };
    if (first.size > maxBytes) return { kind: 'problem', problem: 'too-long' };
    await pause(first.size === 0 ? quietEmptyMs : quietMs);
    const second = await files.look(path);
    if (second === null) return { kind: 'gone' };
    if (second.size !== first.size || second.modifiedAt !== first.modifiedAt) return { kind: 'later' };
    const bytes = await files.read(path, second, maxBytes);
    if (bytes === null) return { kind: 'later' };
    const parsed = parseAnswer(bytes);
    if (parsed.kind === 'cut') {
      const since = cutSince.get(path) ?? clock.now();
      cutSince.set(path, since);
      if (clock.now() - since < patienceMs) return { kind: 'later' };
      cutSince.delete(path);
      return { kind: 'problem', problem: 'not-well-formed' };
    }
    cutSince.delete(path);
    return parsed.kind === 'problem' ? parsed : { kind: 'read', content: parsed.content, sha256: digestOf(bytes) };
  };
}
