import { dialog, type BrowserWindow } from 'electron';
import type { NamedPath } from '../named-paths.ts';
import type { Opening } from '../openings.ts';
import { shellWords } from './words.ts';

/** Asks whether a place that the page names may be used, or what it changes may be opened; nobody there to ask, and a box that is closed, mean no. */
export async function askPlace(
  window: BrowserWindow | null,
  language: 'en' | 'de',
  subject: NamedPath | Opening,
): Promise<boolean> {
  if (window === null) return false;
  const words = shellWords[language];
  const { path, use } = subject;
  const name = path === '' ? words.droppedFiles : shown(path);
  const { response } = await dialog.showMessageBox(window, {
    type: 'question',
    message: words.placeTitles[use],
    detail: `${name}\n\n${about(subject, words)}`,
    buttons: [words.cancel, words.allowPlace],
    defaultId: 0,
    cancelId: 0,
  });
  return response === 1;
}

function about(subject: NamedPath | Opening, words: (typeof shellWords)['en' | 'de']): string {
  switch (subject.use) {
    case 'watched':
    case 'below':
      return `${words.placeWatched} ${words.placeDetail}`;
    case 'written':
    case 'read':
      return words.placeDetail;
    case 'deleted':
      return `${words.inTrashFor(String(Math.round(subject.trashMs / 36_000) / 100))}. ${words.openingDetail}`;
    case 'address':
    case 'ignored':
      return words.openingDetail;
  }
}

/** With what is not seen, or turns the line round, written out: the box must name the place that is meant. */
function shown(path: string): string {
  return path.replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
}
