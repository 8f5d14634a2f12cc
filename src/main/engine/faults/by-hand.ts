import type { Fault, FaultCode } from '../../../shared/faults.ts';
import { faultMeaning } from './meanings.ts';
import type { FaultSentences } from './sentence.ts';

/** The fault of an act that a person asked for and that has ended: nobody tries it again but a person. */
export function byHand(reason: Fault): Fault {
  return reason.retry === 'later' ? { ...reason, retry: 'after-person' } : reason;
}

const sentences: Readonly<
  Record<'en' | 'de', Readonly<Partial<Record<FaultCode, Readonly<Partial<FaultSentences>>>>>>
> = {
  en: {
    'file-incomplete': { nextStep: 'Wait until it is complete, then try again.' },
    'file-busy': { nextStep: 'Close the file there, then try again.' },
    'file-changed': { nextStep: 'Try again when it stands still.' },
    'file-unreadable': { nextStep: 'Check that it is there and who may read it, then try again.' },
    'folder-overlaps': { nextStep: 'Choose a folder apart from it, or set the link right, then try again.' },
    'lookup-unreadable': {
      nextStep: 'Correct {path|its CSV file}, or its file and columns in the settings, then try again.',
    },
    'folder-missing': { nextStep: 'Create it or check its path, then try again.' },
    'disk-full': {
      reason: 'The disk[ of {folder}] is full. What was there before is kept.',
      nextStep: 'Free {needed|1 GB} on it, then try again.',
    },
    'service-unreachable': {
      reason: 'The service[ {host}] cannot be reached. Nothing was changed.',
      nextStep: 'Check the network, then try again.',
    },
    'service-busy': { nextStep: 'Try again[ in {seconds} s].' },
    'service-failed': {
      reason: 'The service has a problem of its own[ (status {status})].',
      nextStep: 'Try again later. Tell the support of the service if it lasts.',
    },
    'answer-lost': {
      reason: 'The connection[ to {host}] breaks off each time this file is sent. Others get through.',
      nextStep: 'Ask whether a proxy or virus scanner on the way refuses this file, then try again.',
    },
    'keychain-locked': { reason: 'The keychain is locked.', nextStep: 'Unlock the keychain, then try again.' },
    'export-folder-unusable': {
      reason: 'The folder[ {folder}] cannot be used[: {problem}].',
      nextStep: 'Check that it exists and may be written to, then try again.',
    },
    'team-unreachable': { nextStep: 'Check the database and the network, then try again.' },
    'team-refused': { nextStep: 'Correct what is named, or join the team again, see mailroom team join.' },
  },
  de: {
    'file-incomplete': { nextStep: 'Warten, bis sie vollständig ist, dann erneut versuchen.' },
    'file-busy': { nextStep: 'Datei dort schließen, dann erneut versuchen.' },
    'file-changed': { nextStep: 'Erneut versuchen, sobald sie ruht.' },
    'file-unreadable': { nextStep: 'Prüfen, ob sie da ist und wer sie lesen darf, dann erneut versuchen.' },
    'folder-overlaps': {
      nextStep: 'Einen Ordner außerhalb wählen oder den Verweis richtigstellen, dann erneut versuchen.',
    },
    'lookup-unreadable': {
      nextStep: '{path|Die CSV-Datei} berichtigen oder Datei und Spalten in den Einstellungen, dann erneut versuchen.',
    },
    'folder-missing': { nextStep: 'Ordner anlegen oder Pfad prüfen, dann erneut versuchen.' },
    'disk-full': {
      reason: 'Das Laufwerk[ von {folder}] ist voll. Was schon da war, bleibt.',
      nextStep: 'Darauf {needed|1 GB} freigeben, dann erneut versuchen.',
    },
    'service-unreachable': {
      reason: 'Der Dienst[ {host}] ist nicht erreichbar. Nichts wurde geändert.',
      nextStep: 'Netzwerk prüfen, dann erneut versuchen.',
    },
    'service-busy': { nextStep: 'Erneut versuchen[ in {seconds} s].' },
    'service-failed': {
      reason: 'Der Dienst hat selbst ein Problem[ (Status {status})].',
      nextStep: 'Später erneut versuchen. Hält es an, den Support des Dienstes informieren.',
    },
    'answer-lost': {
      reason: 'Die Verbindung[ zu {host}] bricht jedes Mal ab, wenn diese Datei gesendet wird. Andere kommen durch.',
      nextStep: 'Klären, ob ein Proxy oder Virenscanner unterwegs diese Datei ablehnt, dann erneut versuchen.',
    },
    'keychain-locked': {
      reason: 'Der Schlüsselbund ist gesperrt.',
      nextStep: 'Schlüsselbund entsperren, dann erneut versuchen.',
    },
    'export-folder-unusable': {
      reason: 'Der Ordner[ {folder}] ist nicht verwendbar[: {problem}].',
      nextStep: 'Prüfen, ob er da und beschreibbar ist, dann erneut versuchen.',
    },
    'team-unreachable': { nextStep: 'Datenbank und Netzwerk prüfen, dann erneut versuchen.' },
    'team-refused': { nextStep: 'Das Genannte berichtigen oder dem Team erneut beitreten, siehe mailroom team join.' },
  },
};

/** What is looked for again automatically leaves a person nothing to decide yet. */
const looking: Readonly<Record<'en' | 'de', Partial<FaultSentences>>> = {
  en: {
    nextStep: 'Nothing to do. Mailroom looks for it in the service and sends it again only where it is not there.',
  },
  de: {
    nextStep: 'Nichts zu tun. Mailroom sucht es im Dienst und sendet es nur dann erneut, wenn es dort nicht ist.',
  },
};

/** What a fault says otherwise where a person, not Mailroom, is to try again, or the other way round; null: what it always says. */
export function sentencesByHand({ code, retry }: Fault, language: 'en' | 'de'): Partial<FaultSentences> | null {
  if (code === 'outcome-unclear' && retry === 'later') return looking[language];
  const isByHand = retry !== 'later' && faultMeaning(code).retry === 'later';
  return isByHand ? (sentences[language][code] ?? null) : null;
}
