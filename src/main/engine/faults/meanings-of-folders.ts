import type { FaultCode } from '../../../shared/faults.ts';
import type { FaultSentences } from './sentence.ts';

/** The faults of folders. */
type FolderFault = Extract<FaultCode, `folder-${string}`>;

/** The sentences of faults of folders, as templates for `fillTemplate`. */
export const folderSentences: Readonly<Record<'en' | 'de', Readonly<Record<FolderFault, FaultSentences>>>> = {
  en: {
    'folder-missing': {
      reason: 'The folder {folder|of this source} is not there.',
      nextStep: 'Create it or check its path. Mailroom looks again by itself.',
    },
    'folder-replaced': {
      reason: 'Another folder stands in place of {folder|the folder of this source}: none of its files are there.',
      nextStep: 'Connect the network drive again. Where the folder was replaced on purpose, put the next file into it.',
    },
    'folder-silent': {
      reason: 'The folder {folder|of this source} does not answer.',
      nextStep: 'Check the network drive.',
    },
    'folder-unreadable': {
      reason: 'Mailroom may not read {folder|this folder}.',
      nextStep: 'Grant read access to the folder.',
    },
    'folder-not-writable': {
      reason: 'Mailroom may not write in {folder|this folder}.',
      nextStep: 'Grant write access to the folder.',
    },
    'folder-overlaps': {
      reason:
        'The hot folder {folder|of this source} and {other|another folder of Mailroom} are the same or lie in each other: its files would go in circles.',
      nextStep: 'Choose a folder apart from it, or set the link right.',
    },
    'folder-unsafe': {
      reason: '{folder|A folder of Mailroom} cannot be trusted[: {problem}]. Nothing was moved or written there.',
      nextStep: 'Find out who put it there and remove it, then retry. Mailroom makes the folder itself.',
    },
  },
  de: {
    'folder-missing': {
      reason: 'Der Ordner {folder|dieser Quelle} ist nicht da.',
      nextStep: 'Ordner anlegen oder Pfad prüfen. Mailroom sieht von selbst wieder nach.',
    },
    'folder-replaced': {
      reason:
        'An der Stelle von {folder|dem Ordner dieser Quelle} steht ein anderer Ordner: Keine seiner Dateien ist da.',
      nextStep: 'Netzlaufwerk wieder verbinden. Wurde der Ordner mit Absicht ersetzt, die nächste Datei hineinlegen.',
    },
    'folder-silent': {
      reason: 'Der Ordner {folder|dieser Quelle} antwortet nicht.',
      nextStep: 'Netzlaufwerk prüfen.',
    },
    'folder-unreadable': {
      reason: 'Mailroom darf {folder|diesen Ordner} nicht lesen.',
      nextStep: 'Leserecht für den Ordner erteilen.',
    },
    'folder-not-writable': {
      reason: 'Mailroom darf in {folder|diesem Ordner} nicht schreiben.',
      nextStep: 'Schreibrecht für den Ordner erteilen.',
    },
    'folder-overlaps': {
      reason:
        'Der Eingangsordner {folder|dieser Quelle} und {other|ein anderer Ordner von Mailroom} sind derselbe oder liegen ineinander: Dateien liefen im Kreis.',
      nextStep: 'Einen Ordner außerhalb wählen oder den Verweis richtigstellen.',
    },
    'folder-unsafe': {
      reason:
        '{folder|Einem Ordner von Mailroom} ist nicht zu trauen[: {problem}]. Nichts wurde dorthin verschoben oder geschrieben.',
      nextStep:
        'Klären, wer das dort angelegt hat, und es entfernen, dann wiederholen. Den Ordner legt Mailroom selbst an.',
    },
  },
};
