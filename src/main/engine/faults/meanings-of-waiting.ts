import type { FaultCode } from '../../../shared/faults.ts';
import type { FaultSentences } from './sentence.ts';

type WaitingCode = Extract<
  FaultCode,
  'file-incomplete' | 'file-stays-incomplete' | 'file-busy' | 'file-changed' | 'file-unreadable'
>;

/** What is said of files that can't be taken in yet, in each language. */
export const waitingSentences: Readonly<Record<'en' | 'de', Readonly<Record<WaitingCode, FaultSentences>>>> = {
  en: {
    'file-incomplete': {
      reason: 'The file is not complete yet[: {problem}].',
      nextStep: 'Nothing to do. Mailroom takes it in when it is complete.',
    },
    'file-stays-incomplete': {
      reason: 'Incomplete for a while now, and nobody seems to write it any more[: {problem}].',
      nextStep: 'Save or copy the file again, or ask the sender for it. Mailroom goes on by itself when it changes.',
    },
    'file-busy': {
      reason: 'The file is in use by another program.',
      nextStep: 'Close the file there. Mailroom then goes on by itself.',
    },
    'file-changed': {
      reason: 'The file changed while it was being read. Nothing was sent.',
      nextStep: 'Nothing to do. Mailroom takes it in again when it stands still.',
    },
    'file-unreadable': {
      reason: 'The file[ {picture}] cannot be read[: {problem}].',
      nextStep: 'Check who may read it. Mailroom tries again by itself.',
    },
  },
  de: {
    'file-incomplete': {
      reason: 'Die Datei ist noch nicht vollständig[, {problem}].',
      nextStep: 'Nichts zu tun. Mailroom nimmt sie auf, sobald sie vollständig ist.',
    },
    'file-stays-incomplete': {
      reason: 'Unvollständig, und niemand scheint noch daran zu schreiben[: {problem}].',
      nextStep:
        'Datei neu speichern oder kopieren oder beim Absender anfordern. Ändert sie sich, macht Mailroom von selbst weiter.',
    },
    'file-busy': {
      reason: 'Ein anderes Programm benutzt die Datei.',
      nextStep: 'Datei dort schließen. Mailroom macht dann von selbst weiter.',
    },
    'file-changed': {
      reason: 'Die Datei hat sich beim Lesen geändert. Nichts wurde gesendet.',
      nextStep: 'Nichts zu tun. Mailroom nimmt sie wieder auf, sobald sie ruht.',
    },
    'file-unreadable': {
      reason: 'Die Datei[ {picture}] ist nicht lesbar[: {problem}].',
      nextStep: 'Leserechte prüfen. Mailroom versucht es von selbst erneut.',
    },
  },
};
