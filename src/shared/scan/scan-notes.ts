import type { PageColor, PaperSource, ScanNote } from '../scanning.ts';

interface Words {
  readonly waiting: string;
  readonly end: Readonly<Record<'none' | 'unsaid' | 'left', (cause: string) => string>>;
  readonly source: Readonly<Record<PaperSource, string>>;
  readonly color: Readonly<Record<PageColor, string>>;
  readonly otherSource: (asked: string, done: string) => string;
  readonly unsureSource: string;
  readonly otherColor: (asked: string, done: string) => string;
  readonly otherResolution: (asked: number, done: number) => string;
  readonly clipped: (asked: string, done: string) => string;
  readonly leftOut: (count: number) => string;
}

const english: Words = {
  waiting: 'The scanner is warming up or busy: waiting for it.',
  end: {
    none: (cause) =>
      `The feeder is empty, but the scanner ended the run in an unusual way (${cause}). All pages it gave are here; compare their number with the paper.`,
    unsaid: (cause) =>
      `The scanner ended the run in an unusual way (${cause}) and does not say whether its feeder is empty. All pages it gave are here; compare their number with the paper.`,
    left: (cause) =>
      `The scanner says that it has no more pages (${cause}), and also that paper lies in its feeder. All pages it gave are here; look into the feeder, and continue scanning if there is paper.`,
  },
  source: { flatbed: 'the glass', feeder: 'the feeder', duplex: 'the feeder, both sides' },
  color: { color: 'colour', grey: 'grey', 'black-white': 'black and white' },
  otherSource: (asked, done) => `The scanner has no paper source “${asked}”: scanned from ${done}.`,
  unsureSource:
    'The scanner does not say whether it has a feeder, and gave the same page three times in a row, as a glass does: the run ended there. All pages are here; look and remove what is too much. If paper is left in the feeder, continue scanning; if the scanner only has a glass, choose the glass in the profile.',
  otherColor: (asked, done) => `The scanner does not scan in ${asked}: scanned in ${done}, made ${asked} by Mailroom.`,
  otherResolution: (asked, done) =>
    `The scanner does not scan with ${asked} dpi: scanned with ${done} dpi, made smaller by Mailroom.`,
  clipped: (asked, done) => `The scanner takes no paper of ${asked}: scanned was ${done}. What lies beyond is missing.`,
  leftOut: (count) =>
    `${count === 1 ? '1 entry of the folder was' : `${count} entries of the folder were`} left out: JPEG, PNG, TIFF and PDF files are taken in, other files and subfolders are not.`,
};

const german: Words = {
  waiting: 'Der Scanner wärmt auf oder ist belegt: Mailroom wartet auf ihn.',
  end: {
    none: (cause) =>
      `Der Einzug ist leer, aber der Scanner beendete den Lauf auf ungewohnte Weise (${cause}). Alle Seiten, die er gab, sind da; bitte ihre Zahl mit dem Papier vergleichen.`,
    unsaid: (cause) =>
      `Der Scanner beendete den Lauf auf ungewohnte Weise (${cause}) und sagt nicht, ob sein Einzug leer ist. Alle Seiten, die er gab, sind da; bitte ihre Zahl mit dem Papier vergleichen.`,
    left: (cause) =>
      `Der Scanner meldet, dass er keine Seiten mehr hat (${cause}), aber auch Papier im Einzug. Alle Seiten, die er gab, sind da; bitte in den Einzug sehen und weiterscannen, falls dort noch Papier liegt.`,
  },
  source: { flatbed: 'Vorlagenglas', feeder: 'Einzug', duplex: 'Einzug, beidseitig' },
  color: { color: 'Farbe', grey: 'Graustufen', 'black-white': 'Schwarz-Weiß' },
  otherSource: (asked, done) => `Die Quelle „${asked}“ hat der Scanner nicht: gescannt wurde mit „${done}“.`,
  unsureSource:
    'Der Scanner sagt nicht, ob er einen Einzug hat, und gab dreimal nacheinander dieselbe Seite, wie ein Vorlagenglas: Damit endete der Lauf. Alle Seiten sind da; bitte nachsehen und überzählige entfernen. Liegt noch Papier im Einzug, bitte weiterscannen; hat der Scanner nur ein Vorlagenglas, bitte im Profil das Vorlagenglas wählen.',
  otherColor: (asked, done) =>
    `Der Scanner kann ${asked} nicht: gescannt wurde in ${done}, Mailroom macht ${asked} daraus.`,
  otherResolution: (asked, done) =>
    `Der Scanner kann ${asked} dpi nicht: gescannt wurde mit ${done} dpi, Mailroom verkleinert auf ${asked} dpi.`,
  clipped: (asked, done) =>
    `Papier von ${asked} ist dem Scanner zu groß: gescannt wurden ${done}. Was darüber hinausgeht, fehlt.`,
  leftOut: (count) =>
    `${count === 1 ? '1 Datei des Ordners blieb' : `${count} Dateien des Ordners blieben`} draußen: Übernommen werden JPEG-, PNG-, TIFF- und PDF-Dateien, andere Dateien und Unterordner nicht.`,
};

function size({ widthMm, heightMm }: { readonly widthMm: number; readonly heightMm: number }): string {
  return `${Math.round(widthMm)} × ${Math.round(heightMm)} mm`;
}

/** A note of a scan as a sentence. */
export function scanNoteWords(note: ScanNote, language: 'en' | 'de'): string {
  const words = language === 'de' ? german : english;
  switch (note.about) {
    case 'waiting':
      return words.waiting;
    case 'end':
      return words.end[note.paper ?? 'none'](note.cause);
    case 'source':
      return note.unsure === true
        ? words.unsureSource
        : words.otherSource(words.source[note.asked], words.source[note.done]);
    case 'color':
      return words.otherColor(words.color[note.asked], words.color[note.done]);
    case 'resolution':
      return words.otherResolution(note.asked, note.done);
    case 'paper':
      return words.clipped(size(note.asked), size(note.done));
    case 'import':
      return words.leftOut(note.leftOut);
  }
}
