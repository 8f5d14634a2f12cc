import { describeFault } from '../../../main/engine/faults/describe.ts';
import type { FaultSentences } from '../../../main/engine/faults/sentence.ts';
import { fillTemplate } from '../../../main/engine/faults/sentence.ts';
import type { Fault, FaultCode } from '../../../shared/faults.ts';
import { knownStates } from '../../../shared/document-states.ts';
import { textOf } from '../index.ts';
import { currentLanguage } from '../language.ts';

/** Sentences in which the window names a place in it where the engine's sentence names a command. All others are the engine's. */
type WindowFaults = Readonly<Partial<Record<FaultCode, Partial<FaultSentences>>>>;

const germanFaults: WindowFaults = {
  'wrong-usage': { nextStep: '{hint|Auf anderem Weg versuchen.}' },
  'settings-invalid': { nextStep: 'In den Einstellungen berichtigen. Alles blieb unverändert.' },
  'credentials-missing': { nextStep: 'Client-Geheimnis unter Einstellungen, Verbindungen eintragen.' },
  'keychain-missing': { nextStep: 'Schlüsselbund starten (etwa GNOME Keyring), dann Mailroom neu starten.' },
};

const englishFaults: WindowFaults = {
  'wrong-usage': { nextStep: '{hint|Try it another way.}' },
  'settings-invalid': { nextStep: 'Correct it in Settings. Everything was left as it is.' },
  'credentials-missing': { nextStep: 'Enter the client secret in Settings, Connections.' },
  'keychain-missing': { nextStep: 'Start a keychain (such as GNOME Keyring), then start Mailroom again.' },
};

const own: Readonly<Record<'en' | 'de', WindowFaults>> = { en: englishFaults, de: germanFaults };

/** A fault that names a state of the service, with that as the window's word for it. */
function inWords(fault: Fault): Fault {
  const state = knownStates.find((name) => name === fault.params['state']);
  return state === undefined
    ? fault
    : { ...fault, params: { ...fault.params, state: textOf('documents')(`state-${state}`) } };
}

/** Why, in one sentence of the window's language. */
export function faultSentence(given: Fault): string {
  const fault = inWords(given);
  const language = currentLanguage();
  const template = own[language][fault.code]?.reason;
  return template === undefined ? describeFault(fault, language).reason : fillTemplate(template, fault.params);
}

/** What to do next, in one sentence of the window's language. */
export function nextStep(fault: Fault): string {
  const language = currentLanguage();
  const template = own[language][fault.code]?.nextStep;
  return template === undefined ? describeFault(fault, language).nextStep : fillTemplate(template, fault.params);
}

/** Who must act, as a word: you (the clerk) or IT. */
export function faultOwner(fault: Fault): string {
  return describeFault(fault, currentLanguage()).who;
}
