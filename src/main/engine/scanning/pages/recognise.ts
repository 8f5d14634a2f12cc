import { execFile } from 'node:child_process';
import { access, constants, stat } from 'node:fs/promises';
import { posix, win32 } from 'node:path';

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
const maxOutput = 32 * 1024 * 1024;
/** What documents are written in, as far as its data is installed. */
const wanted = ['deu', 'eng', 'fra', 'ita'] as const;

/** Reads the words on a picture (PNG or JPEG); density in dots per inch. */
export type ReadWords = (picture: Buffer, density: number) => Promise<readonly SeenWord[]>;

/** Runs Tesseract, on one core: scanning and sending go on beside it; null where it fails. */
function run(program: string, args: readonly string[], input?: Buffer): Promise<string | null> {
  return new Promise((resolve) => {
    const env = { ...process.env, OMP_THREAD_LIMIT: '1' };
    const options = { env, timeout: pageMs, maxBuffer: maxOutput, encoding: 'utf8', windowsHide: true } as const;
    const child = execFile(program, args, options, (error, output) => resolve(error === null ? output : null));
    child.stdin?.on('error', () => undefined).end(input);
  });
}

/**
 * Where Tesseract may lie: in the folders of PATH, and where its installers put it. Windows' sets no PATH, and programs that the Finder
 * starts have only the system's. Only whole paths: a bare name, or a folder beside the file in hand, would let whoever can write there
 * run a program as us.
 */
export function tesseractPlaces(platform: NodeJS.Platform, environment: NodeJS.ProcessEnv): readonly string[] {
  const isWindows = platform === 'win32';
  const { delimiter, isAbsolute, join, parse } = isWindows ? win32 : posix;
  // Threads on Windows get a copy of the environment that tells "Path" from "PATH".
  const nameOf = (name: string): string => (isWindows ? name.toUpperCase() : name);
  const told = new Map(Object.entries(environment).map(([name, value]) => [nameOf(name), value]));
  const below = (name: string, ...more: readonly string[]): string => join(told.get(name) ?? '', ...more);
  const usual = isWindows
    ? [
        below('PROGRAMFILES', 'Tesseract-OCR'),
        below('PROGRAMFILES(X86)', 'Tesseract-OCR'),
        below('LOCALAPPDATA', 'Programs', 'Tesseract-OCR'),
      ]
    : ['/opt/homebrew/bin', '/usr/local/bin', '/opt/local/bin', '/usr/bin'];
  const folders = (told.get('PATH') ?? '').split(delimiter).map((each) => each.replace(/^"(.*)"$/, '$1'));
  // On Windows a path may begin at the root of whatever drive is worked on.
  const isWhole = (folder: string): boolean => isAbsolute(folder) && (!isWindows || parse(folder).root.length > 1);
  return [...folders, ...usual]
    .filter(isWhole)
    .map((folder) => join(folder, isWindows ? 'tesseract.exe' : 'tesseract'));
}

async function isProgram(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}

/** One row of its table: level, page, block, paragraph, line, word, left, top, width, height, certainty, text. */
function wordOf(row: string): readonly SeenWord[] {
  const cells = row.split('\t');
  const text = cells[11]?.normalize('NFC').trim() ?? '';
  const [left = 0, top = 0, width = 0, height = 0] = cells.slice(6, 10).map(Number);
  return cells[0] === '5' && text !== '' && width > 0 && height > 0 ? [{ text, left, top, width, height }] : [];
}

/** What reads words on this computer: the first Tesseract there is, in the languages it has data of; null where there is none. */
export async function findReader(): Promise<ReadWords | null> {
  for (const program of tesseractPlaces(process.platform, process.env)) {
    if (!(await isProgram(program))) continue;
    const there = (await run(program, ['--list-langs']))?.split(/\s+/) ?? [];
    const read = wanted.filter((each) => there.includes(each)).join('+');
    if (read === '') return null;
    return async (picture, density) => {
      const dots = String(Math.round(density));
      const table = await run(program, ['stdin', 'stdout', '-l', read, '--dpi', dots, 'tsv'], picture);
      return table?.split('\n').flatMap(wordOf) ?? [];
    };
  }
  return null;
}
