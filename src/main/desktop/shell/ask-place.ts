import { dialog, type BrowserWindow } from 'electron';
import type { NamedPath } from '../named-paths.ts';
import { shellWords } from './words.ts';

/** Asks whether a place that the page names may be used; nobody there to ask, and a box that is closed, mean no. */
export async function askPlace(
  window: BrowserWindow | null,
  language: 'en' | 'de',
  { path, use }: NamedPath,
): Promise<boolean> {
  if (window === null) return false;
  const words = shellWords[language];
  const about = use === 'watched' || use === 'below' ? `${words.placeWatched} ${words.placeDetail}` : words.placeDetail;
  const { response } = await dialog.showMessageBox(window, {
    type: 'question',
    message: words.placeTitles[use],
    detail: `${shown(path)}\n\n${about}`,
    buttons: [words.cancel, words.allowPlace],
    defaultId: 0,
    cancelId: 0,
  });
  return response === 1;
}

/** With what is not seen, or turns the line round, written out: the box must name the place that is meant. */
function shown(path: string): string {
  return path.replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
}
