import type { Fault } from '../../../shared/faults.ts';
import type { FaultSentences } from './sentence.ts';

/**
 * What a file really is that the service does not take, and what a clerk can do with it. Each sentence begins with what the file is:
 * in a list only its first words are seen. `{type}` = a short name of the format, the same in every language.
 */
const kindSentences = {
  program: {
    en: {
      reason: 'Program[ ({type})], not a document. Nothing was sent.',
      nextStep: 'Do not open it. Tell IT where it came from.',
    },
    de: {
      reason: 'Programm[ ({type})], kein Dokument. Nichts wurde gesendet.',
      nextStep: 'Nicht öffnen. Der IT sagen, woher die Datei kam.',
    },
  },
  script: {
    en: {
      reason: 'Script[ ({type})] that runs commands, not a document. Nothing was sent.',
      nextStep: 'Do not open it. Tell IT where it came from.',
    },
    de: {
      reason: 'Skript[ ({type})], das Befehle ausführt, kein Dokument. Nichts wurde gesendet.',
      nextStep: 'Nicht öffnen. Der IT sagen, woher die Datei kam.',
    },
  },
  shortcut: {
    en: {
      reason: 'Shortcut[ ({type})]: the document itself lies elsewhere.',
      nextStep: 'Drop the document it leads to. If you do not know where it came from, do not open it and tell IT.',
    },
    de: {
      reason: 'Verknüpfung[ ({type})]: Das Dokument selbst liegt woanders.',
      nextStep: 'Das Dokument ablegen, zu dem sie führt. Bei unbekannter Herkunft nicht öffnen und die IT informieren.',
    },
  },
  archive: {
    en: {
      reason: 'Archive[ ({type})] that may hold several documents.',
      nextStep: 'Unpack it and drop the documents in it.',
    },
    de: {
      reason: 'Archiv[ ({type})], das mehrere Dokumente enthalten kann.',
      nextStep: 'Entpacken und die Dokumente daraus ablegen.',
    },
  },
  mail: {
    en: {
      reason: 'E-mail[ ({type})], not the document in it.',
      nextStep: 'Open it in your mail program, save its attachment, or print it as PDF, and drop that.',
    },
    de: {
      reason: 'E-Mail[ ({type})], nicht das Dokument darin.',
      nextStep: 'Im Mailprogramm öffnen, den Anhang speichern oder als PDF drucken und das ablegen.',
    },
  },
  'office-locked': {
    en: {
      reason: 'Password-protected Office file.',
      nextStep: 'Save it without its password, or ask the sender for an open copy, and drop that.',
    },
    de: {
      reason: 'Kennwortgeschützte Office-Datei.',
      nextStep: 'Ohne Kennwort speichern oder den Absender um eine offene Fassung bitten und die ablegen.',
    },
  },
  'office-macros': {
    en: {
      reason: 'Office file with macros[ ({type})].',
      nextStep: 'Save it as PDF and drop that. Do not allow the macros if you did not expect any.',
    },
    de: {
      reason: 'Office-Datei mit Makros[ ({type})].',
      nextStep: 'Als PDF speichern und das ablegen. Makros nicht zulassen, wenn Sie keine erwartet haben.',
    },
  },
  'office-old': {
    en: {
      reason: '{type|Office} file in the format before 2007.',
      nextStep: 'Open it, save it in today’s format or as PDF, and drop that.',
    },
    de: {
      reason: '{type|Office}-Datei im Format vor 2007.',
      nextStep: 'Öffnen, im heutigen Format oder als PDF speichern und das ablegen.',
    },
  },
  picture: {
    en: {
      reason: '{type|Picture} is a kind of picture that the service does not accept.',
      nextStep: 'Save it as JPEG or PDF and drop that.',
    },
    de: {
      reason: '{type|Das} ist ein Bildformat, das der Dienst nicht annimmt.',
      nextStep: 'Als JPEG oder PDF speichern und das ablegen.',
    },
  },
  'print-file': {
    en: {
      reason: 'Print data[ ({type})], made for a printer.',
      nextStep: 'Print the document once more and choose PDF as the printer, or ask the sender for a PDF.',
    },
    de: {
      reason: 'Druckdaten[ ({type})], für einen Drucker gemacht.',
      nextStep: 'Das Dokument noch einmal drucken und PDF als Drucker wählen oder den Absender um ein PDF bitten.',
    },
  },
  signed: {
    en: {
      reason: 'Signed envelope[ ({type})]: the document is inside.',
      nextStep: 'Open it with your signature program, save the document from it and drop that.',
    },
    de: {
      reason: 'Signierter Umschlag[ ({type})]: Das Dokument steckt darin.',
      nextStep: 'Mit dem Signaturprogramm öffnen, das Dokument daraus speichern und das ablegen.',
    },
  },
  encrypted: {
    en: {
      reason: 'Encrypted file[ ({type})].',
      nextStep: 'Decrypt it, or ask the sender for an open copy, and drop that.',
    },
    de: {
      reason: 'Verschlüsselte Datei[ ({type})].',
      nextStep: 'Entschlüsseln oder den Absender um eine offene Fassung bitten und die ablegen.',
    },
  },
  'sound-or-film': {
    en: {
      reason: 'Sound or film[ ({type})], not a document.',
      nextStep: 'Leave it out. If a document was meant, drop that.',
    },
    de: {
      reason: 'Ton oder Film[ ({type})], kein Dokument.',
      nextStep: 'Weglassen. War ein Dokument gemeint, das ablegen.',
    },
  },
  'system-file': {
    en: {
      reason: 'System file[ ({type})] that this computer keeps for itself, not a document.',
      nextStep: 'Leave it out.',
    },
    de: {
      reason: 'Systemdatei[ ({type})], die dieser Computer für sich anlegt, kein Dokument.',
      nextStep: 'Weglassen.',
    },
  },
  placeholder: {
    en: {
      reason: 'Placeholder of a sync program[ ({type})]: the document itself is not on this computer.',
      nextStep: 'Let the sync program keep it on this computer, or drop the document itself.',
    },
    de: {
      reason: 'Platzhalter eines Sync-Programms[ ({type})]: Das Dokument selbst ist nicht auf diesem Computer.',
      nextStep: 'Im Sync-Programm „Auf diesem Gerät behalten“ wählen oder das Dokument selbst ablegen.',
    },
  },
  'web-page': {
    en: {
      reason: 'Web page, although its name says {named|otherwise}. Nothing was sent.',
      nextStep: 'Download it once more, after signing in where the page asks for it, or ask the sender for it.',
    },
    de: {
      reason: 'Webseite, obwohl ihr Name {named|anderes} sagt. Nichts wurde gesendet.',
      nextStep:
        'Noch einmal herunterladen, nach einer Anmeldung, falls die Seite eine verlangt, oder den Absender bitten.',
    },
  },
  'server-message': {
    en: {
      reason: 'Message of a server[ ({type})], although its name says {named|otherwise}. Nothing was sent.',
      nextStep: 'Download it once more, or ask the sender for it.',
    },
    de: {
      reason: 'Meldung eines Servers[ ({type})], obwohl ihr Name {named|anderes} sagt. Nichts wurde gesendet.',
      nextStep: 'Noch einmal herunterladen oder den Absender um die Datei bitten.',
    },
  },
  misnamed: {
    en: {
      reason: '{type|Other content}, although its name says {named|otherwise}. Nothing was sent.',
      nextStep: 'If it is the document you mean, give it the name of what it is and drop it again.',
    },
    de: {
      reason: '{type|Anderer Inhalt}, obwohl ihr Name {named|anderes} sagt. Nichts wurde gesendet.',
      nextStep: 'Ist es das gemeinte Dokument, nach dem benennen, was es ist, und neu ablegen.',
    },
  },
  'misnamed-text': {
    en: {
      reason: 'Plain text, although its name says {named|otherwise}.',
      nextStep: 'Ask the sender for it again.',
    },
    de: {
      reason: 'Reiner Text, obwohl ihr Name {named|anderes} sagt.',
      nextStep: 'Absender um neue Datei bitten.',
    },
  },
  text: {
    en: {
      reason: 'Plain text[ ({type})], which the service does not accept.',
      nextStep: 'Open it, save it as PDF and drop that.',
    },
    de: {
      reason: 'Reiner Text[ ({type})], den der Dienst nicht annimmt.',
      nextStep: 'Öffnen, als PDF speichern und das ablegen.',
    },
  },
  unknown: {
    en: {
      reason: 'Unknown content[, although its name says {named}].',
      nextStep: 'Ask the sender what it is, and for a PDF.',
    },
    de: {
      reason: 'Unbekannter Inhalt[, obwohl ihr Name {named} sagt].',
      nextStep: 'Den Absender fragen, was es ist, und um ein PDF bitten.',
    },
  },
} as const satisfies Readonly<Record<string, Readonly<Record<'en' | 'de', FaultSentences>>>>;

/** What a file is that the service does not take; `type-not-accepted` with one of these as `kind` says so. */
export type FileKind = keyof typeof kindSentences;

/** The kinds, for whoever has to know them all. */
export const fileKinds: Readonly<Record<string, Readonly<Record<'en' | 'de', FaultSentences>>>> = kindSentences;

/** The sentences of a `type-not-accepted` that tells what the file is; null for one that only names a type. */
export function sentencesOfKind({ code, params }: Fault, language: 'en' | 'de'): FaultSentences | null {
  const { kind } = params;
  if (code !== 'type-not-accepted' || typeof kind !== 'string' || !Object.hasOwn(fileKinds, kind)) return null;
  return fileKinds[kind]?.[language] ?? null;
}
