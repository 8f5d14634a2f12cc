import type { FaultCode } from '../../../shared/faults.ts';
import type { FaultSentences } from './sentence.ts';

type OfSidecars = Record<Extract<FaultCode, `sidecar-${string}`>, FaultSentences>;

/** What the faults of details beside a document say. */
export const sidecarSentences: Readonly<Record<'en' | 'de', Readonly<OfSidecars>>> = {
  en: {
    'sidecar-invalid': {
      reason: 'The details beside this file cannot be used[: {problem}].',
      nextStep: 'Correct {sidecar|the sidecar file}, then retry.',
    },
    'sidecar-alone': {
      reason: 'Details of {document|another file}, which did not come with them.',
      nextStep:
        'Put {document|that file} into the same folder, or drop both together. If this file is a document itself, rename it.',
    },
    'sidecar-late': {
      reason: 'Details came too late: {document|their document} was taken in without them.',
      nextStep: 'Enter them under Documents, then cancel this row.',
    },
  },
  de: {
    'sidecar-invalid': {
      reason: 'Die Angaben neben dieser Datei sind nicht verwendbar[: {problem}].',
      nextStep: '{sidecar|Begleitdatei} berichtigen, dann wiederholen.',
    },
    'sidecar-alone': {
      reason: 'Angaben zu {document|einer anderen Datei}, die nicht mitkam.',
      nextStep:
        '{document|Jene Datei} in denselben Ordner legen oder beide zusammen ablegen. Ist diese Datei selbst ein Dokument, umbenennen.',
    },
    'sidecar-late': {
      reason: 'Angaben kamen zu spät: {document|Das Dokument dazu} wurde schon ohne sie aufgenommen.',
      nextStep: 'Angaben unter „Dokumente“ eintragen, dann diese Zeile abbrechen.',
    },
  },
};
