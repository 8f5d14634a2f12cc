import type { Fault } from '../../../shared/faults.ts';
import { both, type FaultSentences, type InBoth } from './sentence.ts';

/**
 * What a file really is that the service does not take, and what a clerk can do with it. Each sentence begins with what the file is:
 * in a list only its first words are seen. `{type}` = a short name of the format, the same in every language.
 */
const kindSentences = {
  program: both(
    ['Program[ ({type})], not a document. Nothing was sent.', 'Do not open it. Tell IT where it came from.'],
    ['Programm[ ({type})], kein Dokument. Nichts wurde gesendet.', 'Nicht öffnen. Der IT sagen, woher die Datei kam.'],
  ),
  script: both(
    [
      'Script[ ({type})] that runs commands, not a document. Nothing was sent.',
      'Do not open it. Tell IT where it came from.',
    ],
    [
      'Skript[ ({type})], das Befehle ausführt, kein Dokument. Nichts wurde gesendet.',
      'Nicht öffnen. Der IT sagen, woher die Datei kam.',
    ],
  ),
  shortcut: both(
    [
      'Shortcut[ ({type})]: the document itself lies elsewhere.',
      'Drop the document it leads to. If you do not know where it came from, do not open it and tell IT.',
    ],
    [
      'Verknüpfung[ ({type})]: Das Dokument selbst liegt woanders.',
      'Das Dokument hinzufügen, zu dem sie führt. Bei unbekannter Herkunft nicht öffnen und die IT informieren.',
    ],
  ),
  archive: both(
    ['Archive[ ({type})] that may hold several documents.', 'Unpack it and drop the documents in it.'],
    ['Archiv[ ({type})], das mehrere Dokumente enthalten kann.', 'Entpacken und die Dokumente daraus hinzufügen.'],
  ),
  mail: both(
    [
      'E-mail[ ({type})], not the document in it.',
      'Open it in your mail program, save its attachment, or print it as PDF, and drop that.',
    ],
    [
      'E-Mail[ ({type})], nicht das Dokument darin.',
      'Im Mailprogramm öffnen, den Anhang speichern oder als PDF drucken und diese Datei hinzufügen.',
    ],
  ),
  'office-locked': both(
    [
      'Password-protected Office file.',
      'Save it without its password, or ask the sender for an open copy, and drop that.',
    ],
    [
      'Kennwortgeschützte Office-Datei.',
      'Ohne Kennwort speichern oder den Absender um eine offene Fassung bitten und diese hinzufügen.',
    ],
  ),
  'office-macros': both(
    [
      'Office file with macros[ ({type})].',
      'Save it as PDF and drop that. Do not allow the macros if you did not expect any.',
    ],
    [
      'Office-Datei mit Makros[ ({type})].',
      'Als PDF speichern und dieses hinzufügen. Makros nicht zulassen, wenn Sie keine erwartet haben.',
    ],
  ),
  'office-old': both(
    ['{type|Office} file in the format before 2007.', 'Open it, save it in today’s format or as PDF, and drop that.'],
    [
      '{type|Office}-Datei im Format vor 2007.',
      'Öffnen, im heutigen Format oder als PDF speichern und diese Datei hinzufügen.',
    ],
  ),
  picture: both(
    ['{type|Picture} is a kind of picture that the service does not accept.', 'Save it as JPEG or PDF and drop that.'],
    [
      '{type|Das} ist ein Bildformat, das der Dienst nicht annimmt.',
      'Als JPEG oder PDF speichern und diese Datei hinzufügen.',
    ],
  ),
  'print-file': both(
    [
      'Print data[ ({type})], made for a printer.',
      'Print the document once more and choose PDF as the printer, or ask the sender for a PDF.',
    ],
    [
      'Druckdaten[ ({type})], für einen Drucker gemacht.',
      'Das Dokument noch einmal drucken und PDF als Drucker wählen oder den Absender um ein PDF bitten.',
    ],
  ),
  signed: both(
    [
      'Signed envelope[ ({type})]: the document is inside.',
      'Open it with your signature program, save the document from it and drop that.',
    ],
    [
      'Signierter Umschlag[ ({type})]: Das Dokument steckt darin.',
      'Mit dem Signaturprogramm öffnen, das Dokument daraus speichern und dieses hinzufügen.',
    ],
  ),
  encrypted: both(
    ['Encrypted file[ ({type})].', 'Decrypt it, or ask the sender for an open copy, and drop that.'],
    [
      'Verschlüsselte Datei[ ({type})].',
      'Entschlüsseln oder den Absender um eine offene Fassung bitten und diese hinzufügen.',
    ],
  ),
  'sound-or-film': both(
    ['Sound or film[ ({type})], not a document.', 'Leave it out. If a document was meant, drop that.'],
    ['Ton oder Film[ ({type})], kein Dokument.', 'Weglassen. War ein Dokument gemeint, dieses hinzufügen.'],
  ),
  'system-file': both(
    ['System file[ ({type})] that this computer keeps for itself, not a document.', 'Leave it out.'],
    ['Systemdatei[ ({type})], die dieser Rechner für sich anlegt, kein Dokument.', 'Weglassen.'],
  ),
  placeholder: both(
    [
      'Placeholder of a sync program[ ({type})]: the document itself is not on this computer.',
      'Let the sync program keep it on this computer, or drop the document itself.',
    ],
    [
      'Platzhalter eines Sync-Programms[ ({type})]: Das Dokument selbst ist nicht auf diesem Rechner.',
      'Im Sync-Programm „Auf diesem Gerät behalten“ wählen oder das Dokument selbst hinzufügen.',
    ],
  ),
  'web-page': both(
    [
      'Web page, although its name says {named|otherwise}. Nothing was sent.',
      'Download it once more, after signing in where the page asks for it, or ask the sender for it.',
    ],
    [
      'Webseite, obwohl ihr Name {named|anderes} sagt. Nichts wurde gesendet.',
      'Noch einmal herunterladen, nach einer Anmeldung, falls die Seite eine verlangt, oder den Absender bitten.',
    ],
  ),
  'server-message': both(
    [
      'Message of a server[ ({type})], although its name says {named|otherwise}. Nothing was sent.',
      'Download it once more, or ask the sender for it.',
    ],
    [
      'Meldung eines Servers[ ({type})], obwohl ihr Name {named|anderes} sagt. Nichts wurde gesendet.',
      'Noch einmal herunterladen oder den Absender um die Datei bitten.',
    ],
  ),
  misnamed: both(
    [
      '{type|Other content}, although its name says {named|otherwise}. Nothing was sent.',
      'If it is the document you mean, give it the name of what it is and drop it again.',
    ],
    [
      '{type|Anderer Inhalt}, obwohl ihr Name {named|anderes} sagt. Nichts wurde gesendet.',
      'Ist es das gemeinte Dokument, nach dem benennen, was es ist, und erneut hinzufügen.',
    ],
  ),
  'misnamed-text': both(
    ['Plain text, although its name says {named|otherwise}.', 'Ask the sender for it again.'],
    ['Reiner Text, obwohl ihr Name {named|anderes} sagt.', 'Absender um neue Datei bitten.'],
  ),
  text: both(
    ['Plain text[ ({type})], which the service does not accept.', 'Open it, save it as PDF and drop that.'],
    ['Reiner Text[ ({type})], den der Dienst nicht annimmt.', 'Öffnen, als PDF speichern und dieses hinzufügen.'],
  ),
  unknown: both(
    ['Unknown content[, although its name says {named}].', 'Ask the sender what it is, and for a PDF.'],
    ['Unbekannter Inhalt[, obwohl ihr Name {named} sagt].', 'Den Absender fragen, was es ist, und um ein PDF bitten.'],
  ),
} as const satisfies Readonly<Record<string, InBoth>>;

/** What a file is that the service does not take; `type-not-accepted` with one of these as `kind` says so. */
export type FileKind = keyof typeof kindSentences;

/** The kinds, for whoever has to know them all. */
export const fileKinds: Readonly<Record<string, InBoth>> = kindSentences;

/** The sentences of a `type-not-accepted` that tells what the file is; null for one that only names a type. */
export function sentencesOfKind({ code, params }: Fault, language: 'en' | 'de'): FaultSentences | null {
  const { kind } = params;
  if (code !== 'type-not-accepted' || typeof kind !== 'string' || !Object.hasOwn(fileKinds, kind)) return null;
  return fileKinds[kind]?.[language] ?? null;
}
