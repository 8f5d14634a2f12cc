import type { Fault } from '../../../shared/faults.ts';
import { fault } from './fault.ts';
import type { FaultSentences } from './sentence.ts';
import { commandUsage } from './usage-of-commands.ts';

/** What can be decided in vain, by clerks and IT alike; each is a `wrong-usage` with a sentence of its own. */
type VainDecision =
  | 'not-held'
  | 'not-a-duplicate'
  | 'at-service'
  | 'being-submitted'
  | 'pile-empty'
  | 'pile-closed'
  | 'pile-elsewhere'
  | 'not-for-cases'
  | 'not-in-pile'
  | 'not-loose'
  | 'no-case-told'
  | 'was-cancelled'
  | 'several-cases'
  | 'claims-and-cases'
  | 'no-secret'
  | 'no-pictures'
  | 'set-by-policy'
  | 'unknown-setting'
  | 'value-refused'
  | 'not-writable'
  | 'opens-documents-only'
  | 'not-your-service'
  | 'not-given'
  | 'not-agreed'
  | 'folder-uses-connection'
  | 'practice-connection'
  | 'practice-secret';

const sentences: Readonly<Record<'en' | 'de', Readonly<Record<VainDecision, FaultSentences>>>> = {
  en: {
    'not-held': { reason: '{name|It} is not held.', nextStep: 'Only what is held or waits can be retried.' },
    'not-a-duplicate': { reason: '{name|It} is no duplicate.', nextStep: 'Only duplicates can be sent anyway.' },
    'at-service': { reason: '{name|It} is at the service already.', nextStep: 'Reject the document instead.' },
    'being-submitted': {
      reason: '{name|It} is being submitted, and may be at the service already.',
      nextStep: 'Try again when that is known.',
    },
    'pile-empty': { reason: 'The case[ {name}] has no files.', nextStep: 'Add files to it first.' },
    'pile-closed': {
      reason: 'The case[ {name}] was released already.',
      nextStep: 'Take the release back, or change it in the service.',
    },
    'pile-elsewhere': {
      reason: '{name|It} belongs to another project.',
      nextStep: 'Choose a case of the same project.',
    },
    'not-for-cases': {
      reason: '{name|It} was not taken in for a case.',
      nextStep: 'Only files that came in with mode case can be put into one.',
    },
    'not-in-pile': { reason: '{name|It} is not in this case.', nextStep: 'Choose one of its files.' },
    'not-loose': {
      reason: '{name|It} is in a case already.',
      nextStep: 'Take it out of that case first, or move it from there.',
    },
    'no-case-told': {
      reason: 'Nothing tells which case {name|it} belongs to.',
      nextStep: 'Change the rule, or put it into a case by hand.',
    },
    'claims-and-cases': {
      reason:
        'Stations that share {name|a folder} by claims can not put cases together: each would get some of the files.',
      nextStep: 'Let one station watch this folder without claims, or choose another mode.',
    },
    'several-cases': { reason: 'Several cases begin with {given}.', nextStep: 'Type more of the id.' },
    'was-cancelled': { reason: '{name|It} was cancelled.', nextStep: 'Take the file in once more.' },
    'no-pictures': {
      reason: 'In {folder} lies no picture that can be taken in.',
      nextStep: 'Choose JPEG, PNG, TIFF or PDF files, or the folder in which they lie; subfolders are not looked into.',
    },
    'no-secret': {
      reason: 'This is no client secret.',
      nextStep: 'Enter it as one line of text, as the service gave it to you.',
    },
    'set-by-policy': { reason: '{setting} is set by your administrator.', nextStep: 'It stands in {file}.' },
    'unknown-setting': {
      reason: 'There is no setting {setting}.',
      nextStep: 'See mailroom settings for what there is.',
    },
    'value-refused': {
      reason: '{setting} can’t have this value[: {problem}].',
      nextStep: 'Nothing was changed.[ Use at least {least}.][ Use at most {most}.][ Use one of these: {words}.]',
    },
    'not-writable': { reason: '{path} can’t be written.', nextStep: 'Choose another folder.' },
    'opens-documents-only': { reason: 'Mailroom opens documents only.', nextStep: 'Show it in its folder instead.' },
    'not-your-service': {
      reason: 'Mailroom opens addresses of your services only.',
      nextStep: 'Copy the address into the browser if you trust it.',
    },
    'not-given': {
      reason: 'Nobody gave {path} to Mailroom.',
      nextStep: 'Drop it on the window, or choose it there by the button.',
    },
    'not-agreed': {
      reason: 'Nothing was changed, since nobody agreed to it.',
      nextStep: 'If you want the change, quit Mailroom, start it again, save the change and choose Allow.',
    },
    'folder-uses-connection': {
      reason: 'The hot folder {name} sends to this connection.',
      nextStep: 'Remove the hot folder first, or give it another connection.',
    },
    'practice-connection': {
      reason: 'The practice service sets up its connection itself.',
      nextStep: 'Nothing was changed.',
    },
    'practice-secret': { reason: 'The practice service keeps no secret.', nextStep: 'Nothing was changed.' },
  },
  de: {
    'not-held': {
      reason: '{name|Das} braucht keine Klärung.',
      nextStep: 'Erneut versuchen lässt sich nur, was Klärung braucht oder wartet.',
    },
    'not-a-duplicate': {
      reason: '{name|Das} ist kein Duplikat.',
      nextStep: 'Nur Duplikate lassen sich trotzdem senden.',
    },
    'at-service': { reason: '{name|Das} ist schon beim Dienst.', nextStep: 'Stattdessen das Dokument zurückweisen.' },
    'being-submitted': {
      reason: '{name|Das} wird gerade eingereicht und ist vielleicht schon beim Dienst.',
      nextStep: 'Erneut versuchen, sobald das klar ist.',
    },
    'pile-empty': { reason: 'Der Fall[ {name}] hat keine Dateien.', nextStep: 'Zuerst Dateien hinzufügen.' },
    'pile-closed': {
      reason: 'Der Fall[ {name}] ist schon freigegeben.',
      nextStep: 'Die Freigabe zurücknehmen oder den Fall beim Dienst ändern.',
    },
    'pile-elsewhere': {
      reason: '{name|Das} gehört zu einem anderen Projekt.',
      nextStep: 'Einen Fall desselben Projekts wählen.',
    },
    'not-for-cases': {
      reason: '{name|Das} wurde nicht für einen Fall aufgenommen.',
      nextStep: 'Nur was im Modus case aufgenommen wurde, lässt sich zu einem Fall legen.',
    },
    'not-in-pile': { reason: '{name|Das} liegt nicht in diesem Fall.', nextStep: 'Eine seiner Dateien wählen.' },
    'not-loose': {
      reason: '{name|Das} liegt schon in einem Fall.',
      nextStep: 'Zuerst dort herausnehmen oder von dort verschieben.',
    },
    'no-case-told': {
      reason: 'Nichts sagt, zu welchem Fall {name|das} gehört.',
      nextStep: 'Die Regel ändern oder von Hand zu einem Fall legen.',
    },
    'claims-and-cases': {
      reason:
        'Stationen, die sich {name|einen Ordner} durch Beanspruchen teilen, können keine Fälle zusammenstellen: jede bekäme einen Teil der Dateien.',
      nextStep: 'Diesen Ordner von einer Station ohne Beanspruchen überwachen lassen oder einen anderen Modus wählen.',
    },
    'several-cases': { reason: 'Mehrere Fälle beginnen mit {given}.', nextStep: 'Mehr von der ID tippen.' },
    'was-cancelled': { reason: '{name|Das} wurde abgebrochen.', nextStep: 'Die Datei noch einmal aufnehmen.' },
    'no-pictures': {
      reason: 'In {folder} liegt kein Bild, das übernommen werden kann.',
      nextStep:
        'JPEG-, PNG-, TIFF- oder PDF-Dateien wählen oder den Ordner, in dem sie liegen; Unterordner zählen nicht.',
    },
    'no-secret': {
      reason: 'Das ist kein Client-Geheimnis.',
      nextStep: 'Als eine Zeile eingeben, so wie der Dienst es mitgeteilt hat.',
    },
    'set-by-policy': { reason: '{setting} hat Ihre IT festgelegt.', nextStep: 'Es steht in {file}.' },
    'unknown-setting': {
      reason: 'Eine Einstellung {setting} gibt es nicht.',
      nextStep: 'mailroom settings zeigt, welche es gibt.',
    },
    'value-refused': {
      reason: '{setting} kann diesen Wert nicht haben[: {problem}].',
      nextStep: 'Nichts wurde geändert.[ Mindestens {least}.][ Höchstens {most}.][ Möglich sind: {words}.]',
    },
    'not-writable': { reason: '{path} lässt sich nicht schreiben.', nextStep: 'Einen anderen Ordner wählen.' },
    'opens-documents-only': {
      reason: 'Mailroom öffnet nur Dokumente.',
      nextStep: 'Stattdessen im Ordner zeigen.',
    },
    'not-your-service': {
      reason: 'Mailroom öffnet nur Adressen Ihrer Dienste.',
      nextStep: 'Die Adresse in den Browser kopieren, wenn Sie ihr trauen.',
    },
    'not-given': {
      reason: '{path} wurde Mailroom nicht übergeben.',
      nextStep: 'Ziehen Sie es auf das Fenster, oder wählen Sie es dort über die Schaltfläche aus.',
    },
    'not-agreed': {
      reason: 'Nichts wurde geändert, weil niemand zugestimmt hat.',
      nextStep:
        'Wenn Sie die Änderung möchten, beenden Sie Mailroom, starten Sie es erneut, speichern Sie die Änderung und wählen Sie „Erlauben“.',
    },
    'folder-uses-connection': {
      reason: 'Der Eingangsordner {name} sendet an diese Verbindung.',
      nextStep: 'Erst den Eingangsordner entfernen oder ihm eine andere Verbindung geben.',
    },
    'practice-connection': {
      reason: 'Der Übungsdienst richtet seine Verbindung selbst ein.',
      nextStep: 'Nichts wurde geändert.',
    },
    'practice-secret': { reason: 'Der Übungsdienst behält kein Geheimnis.', nextStep: 'Nichts wurde geändert.' },
  },
};

/** The closed list of `wrong-usage`. */
type WrongUse = VainDecision | keyof typeof commandUsage;

/** A `wrong-usage` of the closed list; `params` fill its sentence. */
export function wrongUse(use: WrongUse, params: Fault['params'] = {}): Fault {
  return fault('wrong-usage', { ...params, use });
}

/** The same as an outcome. */
export function misuse(use: WrongUse, params: Fault['params'] = {}): { readonly ok: false; readonly fault: Fault } {
  return { ok: false, fault: wrongUse(use, params) };
}

/** The sentences of a `wrong-usage` of the closed list; null for one that brings its own words. */
export function usageSentences({ code, params }: Fault, language: 'en' | 'de'): FaultSentences | null {
  const { use } = params;
  if (code !== 'wrong-usage' || typeof use !== 'string') return null;
  const ofCommands: Readonly<Record<string, { readonly en: FaultSentences; readonly de: FaultSentences }>> =
    commandUsage;
  if (Object.hasOwn(ofCommands, use)) return ofCommands[use]?.[language] ?? null;
  const known: Readonly<Record<string, FaultSentences>> = sentences[language];
  return Object.hasOwn(known, use) ? (known[use] ?? null) : null;
}
