import type { FaultLanguage } from '../../engine/faults/describe.ts';

/** What `mailroom scan` and `mailroom scanners` say by themselves. */
export interface ScanWords {
  readonly noScanners: string;
  readonly ask: string;
  /** Asks whether more paper is laid in. */
  readonly more: string;
  page(number: number): string;
  /** Pictures are taken in: so many files were read. */
  importing(done: number, of: number): string;
  saved(path: string): string;
  /** What was saved was to be searchable, and is not. */
  readonly unread: string;
  sent(documents: number, pages: number): string;
  leftOut(pages: number): string;
  kept(pages: number, sessionId: string): string;
  pages(count: number): string;
  discarded(pages: number): string;
  /** Of a session that goes on: it was cut off. */
  readonly interrupted: string;
  /** Sessions of before that nobody handed over. */
  earlier(sessions: readonly { readonly id: string; readonly pages: number }[]): string;
}

/** So many sessions are named. */
const maxNamed = 10;

function list(sessions: Parameters<ScanWords['earlier']>[0], pagesOf: (pages: number) => string): string {
  const named = sessions.slice(-maxNamed).map(({ id, pages }) => `${id} (${pagesOf(pages)})`);
  const more = sessions.length - named.length;
  return [...named, ...(more > 0 ? [`+ ${more}`] : [])].join(', ');
}

const englishPages = (count: number): string => `${count} ${count === 1 ? 'page' : 'pages'}`;
const englishWays = 'continues after them; with --pages 0 it takes them as they are, with --discard it discards them.';

const english: ScanWords = {
  noScanners: 'No scanner answers. Switch it on; a network scanner that is not found can be named by its address.',
  ask: 'Looking for scanners …',
  more: 'Load the next stack and press Enter; q and Enter if that was all. ',
  page: (number) => `Page ${number}`,
  importing: (done, of) => `Adding pictures: ${done} of ${of} files`,
  saved: (path) => `Saved ${path}`,
  unread:
    'No text was recognised: this computer has no Tesseract with German, English, French or Italian. The pages are saved, but cannot be searched.',
  sent: (documents, pages) =>
    `${documents} ${documents === 1 ? 'document' : 'documents'} of ${englishPages(pages)} on the way.`,
  leftOut: (pages) => `${pages} ${pages === 1 ? 'page was' : 'pages were'} left out: blank, or a separator.`,
  kept: (pages, id) =>
    `${pages} ${pages === 1 ? 'page is' : 'pages are'} kept. mailroom scan --session ${id} ${englishWays}`,
  pages: englishPages,
  discarded: (pages) => `Discarded ${englishPages(pages)}.`,
  interrupted: 'Mailroom ended while pages of this session came in: pages may be missing. Compare them with the paper.',
  earlier: (sessions) =>
    `Kept from earlier scans, and not sent: ${list(sessions, englishPages)}. mailroom scan --session ID ${englishWays}`,
};

const germanPages = (count: number): string => `${count} ${count === 1 ? 'Seite' : 'Seiten'}`;
const germanWays = 'macht dahinter weiter; mit --pages 0 nimmt es sie, wie sie sind, mit --discard verwirft es sie.';

const german: ScanWords = {
  noScanners:
    'Kein Scanner antwortet. Schalten Sie ihn ein; ein Netzwerkscanner, der nicht gefunden wird, geht mit seiner Adresse.',
  ask: 'Scanner werden gesucht …',
  more: 'Legen Sie weiteres Papier ein und drücken Sie Enter; q und Enter, wenn das alles war. ',
  page: (number) => `Seite ${number}`,
  importing: (done, of) => `Bilder werden übernommen: ${done} von ${of} Dateien`,
  saved: (path) => `Gespeichert: ${path}`,
  unread:
    'Es wurde kein Text erkannt: Auf diesem Rechner ist kein Tesseract für Deutsch, Englisch, Französisch oder Italienisch installiert. Die Seiten sind gespeichert, aber nicht durchsuchbar.',
  sent: (documents, pages) =>
    `${documents} ${documents === 1 ? 'Dokument' : 'Dokumente'} aus ${germanPages(pages)} unterwegs.`,
  leftOut: (pages) => `${germanPages(pages)} ausgelassen: leer oder ein Trennblatt.`,
  kept: (pages, id) =>
    `${pages} ${pages === 1 ? 'Seite bleibt' : 'Seiten bleiben'} erhalten. mailroom scan --session ${id} ${germanWays}`,
  pages: germanPages,
  discarded: (pages) => `${germanPages(pages)} verworfen.`,
  interrupted:
    'Mailroom wurde beendet, während Seiten dieser Sitzung kamen: Es können Seiten fehlen. Bitte mit dem Papier vergleichen.',
  earlier: (sessions) =>
    `Von früheren Scans erhalten und nicht übergeben: ${list(sessions, germanPages)}. mailroom scan --session ID ${germanWays}`,
};

/** The words in a language. */
export function scanWordsIn(language: FaultLanguage): ScanWords {
  return language === 'de' ? german : english;
}
