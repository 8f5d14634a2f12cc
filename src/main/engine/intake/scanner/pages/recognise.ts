import { execFile } from 'node:child_process';

/** A word that was recognised; pixels from the upper left corner of its picture. */
export interface SeenWord {
  readonly text: string;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Longest that one page is read (ms). */
const pageMs = 120_000;
const mostOutput = 32 * 1024 * 1024;
/** What documents are written in, as far as its data is installed. */
const wanted = ['deu', 'eng', 'fra', 'ita'] as const;

/** Runs Tesseract, on one core: scanning and sending go on beside it; null where it is not there or fails. */
function tesseract(args: readonly string[], input?: Buffer): Promise<string | null> {
  return new Promise((resolve) => {
    const env = { ...process.env, OMP_THREAD_LIMIT: '1' };
    const options = { env, timeout: pageMs, maxBuffer: mostOutput, encoding: 'utf8', windowsHide: true } as const;
    const child = execFile('tesseract', args, options, (error, output) => resolve(error === null ? output : null));
    child.stdin?.on('error', () => undefined).end(input);
  });
}

let languages: Promise<string | null> | null = null;

/** The languages to read in, as Tesseract wants them; null where there is no Tesseract. */
function spoken(): Promise<string | null> {
  languages ??= tesseract(['--list-langs']).then((told) => {
    const there = told?.split(/\s+/) ?? [];
    const known = wanted.filter((each) => there.includes(each));
    return known.length === 0 ? null : known.join('+');
  });
  return languages;
}

/** One row of its table: level, page, block, paragraph, line, word, left, top, width, height, certainty, text. */
function wordOf(row: string): readonly SeenWord[] {
  const cells = row.split('\t');
  const text = cells[11]?.normalize('NFC').trim() ?? '';
  const [left = 0, top = 0, width = 0, height = 0] = cells.slice(6, 10).map(Number);
  return cells[0] === '5' && text !== '' && width > 0 && height > 0 ? [{ text, left, top, width, height }] : [];
}

/** The words on a picture (PNG or JPEG), by the Tesseract of this computer; none where it has none. Density in dots per inch. */
export async function recognise(picture: Buffer, density: number): Promise<readonly SeenWord[]> {
  const read = await spoken();
  if (read === null) return [];
  const table = await tesseract(['stdin', 'stdout', '-l', read, '--dpi', String(Math.round(density)), 'tsv'], picture);
  return table?.split('\n').flatMap(wordOf) ?? [];
}
