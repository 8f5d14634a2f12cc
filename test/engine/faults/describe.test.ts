import { describe, expect, test } from 'vitest';
import { faultCodes } from '../../../src/shared/faults.ts';
import type { Fault, FaultCode } from '../../../src/shared/faults.ts';
import { describeFault } from '../../../src/main/engine/faults/describe.ts';
import { byHand } from '../../../src/main/engine/faults/by-hand.ts';
import { fault } from '../../../src/main/engine/faults/fault.ts';
import { fileKinds } from '../../../src/main/engine/faults/kind-sentences.ts';
import { faultMeaning } from '../../../src/main/engine/faults/meanings.ts';
import { commandUsage } from '../../../src/main/engine/faults/usage-of-commands.ts';
import { valueWords } from '../../../src/main/engine/faults/value-words.ts';
import { fc } from '../../support/property.ts';

const languages = ['en', 'de'] as const;

function say(code: FaultCode, params: Fault['params'] = {}, language: 'en' | 'de' = 'en'): string {
  const { reason, nextStep } = describeFault(fault(code, params), language);
  return `${reason} ${nextStep}`;
}

describe.each(languages)('every fault in %s', (language) => {
  test.each(faultCodes)('%s is one or more whole sentences, with and without parameters', (code) => {
    const sentences = faultMeaning(code)[language];
    const names = [...`${sentences.reason}${sentences.nextStep}`.matchAll(/\{(\w+)/gu)].map((match) => match[1] ?? '');
    const full = Object.fromEntries(names.map((name) => [name, 'Beispiel']));
    for (const params of [{}, full]) {
      const { reason, nextStep, who } = describeFault(fault(code, params), language);
      for (const text of [reason, nextStep]) {
        if (text === 'Beispiel') continue;
        expect(text).toMatch(/^[\p{L}\d].*\.$/u);
        expect(text).not.toMatch(/[{}[\]|!]| {2}| [.,:]|please|bitte\b/iu);
        expect(text.length).toBeLessThan(160);
      }
      expect(`${reason} ${nextStep}`).not.toContain(code === 'internal' ? '\n' : code);
      expect(who).not.toBe('');
    }
  });

  test('both languages know the same values', () => {
    expect(Object.keys(valueWords[language]).sort()).toEqual(Object.keys(valueWords.en).sort());
  });
});

test.each(languages)('what a person asked for and did not get promises nothing that nobody does (%s)', (language) => {
  for (const code of faultCodes) {
    const reason = byHand(fault(code));
    expect(reason.retry).not.toBe('later');
    const { reason: why, nextStep } = describeFault(reason, language);
    const text = `${why} ${nextStep}`;
    // Of what waits for its hours, for the service or a station, it is true that it goes on: it is an item, and never an answer.
    if (['outside-hours', 'quota-exhausted', 'not-settled-in-time', 'file-stays-incomplete'].includes(code)) continue;
    if (['team-same-content', 'team-duplicate'].includes(code)) continue;
    expect(text, code).not.toMatch(/automatically|automatisch|stays queued|Warteschlange|Nothing to do|Nichts zu tun/u);
    expect(text, code).not.toMatch(/[{}[\]|]/u);
  }
});

test('an import by hand of a file that cannot be read says who does what', () => {
  const { reason, nextStep } = describeFault(byHand(fault('file-unreadable', {}, 'EACCES')), 'en');
  expect(`${reason} ${nextStep}`).toBe(
    'The file cannot be read. Check that it is there and who may read it, then try again.',
  );
});

test('both languages take the same parameters', () => {
  for (const code of faultCodes) {
    const [english, german] = languages.map((language) => {
      const { reason, nextStep } = faultMeaning(code)[language];
      return [...new Set([...`${reason}${nextStep}`.matchAll(/\{(\w+)/gu)].map((match) => match[1]))].sort();
    });
    expect(german, code).toEqual(english);
  }
});

test('the wording that was agreed with the look is kept', () => {
  const heic = { type: 'HEIC', instead: 'JPEG' };
  expect(say('type-not-accepted', heic)).toBe(
    'HEIC is not accepted by the service. Save it as JPEG and drop it again.',
  );
  expect(say('type-not-accepted', heic, 'de')).toBe(
    'HEIC nimmt der Dienst nicht an. Als JPEG speichern und diese Datei hinzufügen.',
  );
  expect(say('file-damaged', { problem: 'end-missing' })).toBe(
    'The file is damaged: its end is missing. Ask the sender for it again.',
  );
  expect(say('file-damaged', { problem: 'end-missing' }, 'de')).toBe(
    'Die Datei ist beschädigt, ihr Ende fehlt. Absender um neue Datei bitten.',
  );
  expect(say('file-gone')).toBe('The file disappeared before it was sent. Put it back or cancel the item.');
  expect(say('file-too-large')).toBe('The service finds the file too large. Split it and drop the parts.');
  expect(say('already-at-service')).toBe('The service already has this file. Open the first document.');
  expect(say('outcome-unclear')).toBe('It is unclear whether this arrived. Look in the service, then decide.');
  expect(say('sign-in-refused')).toBe('The service refused our sign-in. Enter a new client secret.');
  expect(say('sign-in-refused', {}, 'de')).toBe(
    'Der Dienst lehnt unsere Anmeldung ab. Neues Client-Geheimnis eintragen.',
  );
  expect(say('access-refused', { subject: 'project HR post' })).toBe(
    'No access to project HR post. Grant access or choose another project.',
  );
  expect(say('folder-silent', { folder: 'Scans' })).toBe('The folder Scans does not answer. Check the network drive.');
  expect(say('disk-full', { folder: '/srv/xml', needed: '2 GB' })).toBe(
    'The disk of /srv/xml is full. Everything stays queued. Free 2 GB on it. Mailroom continues automatically.',
  );
  expect(say('disk-full', {}, 'de')).toBe(
    'Das Laufwerk ist voll. Alles bleibt in der Warteschlange. Darauf 1 GB freigeben. Mailroom macht automatisch weiter.',
  );
});

test('who must act is named', () => {
  expect(describeFault(fault('file-damaged'), 'en').who).toBe('You');
  expect(describeFault(fault('file-damaged'), 'de').who).toBe('Sie');
  expect(describeFault(fault('sign-in-refused'), 'de').who).toBe('IT');
});

test('the words of others can neither break the line nor the sentence', () => {
  const message = 'No\r\n\u001b[31mway\u202e {status} [x] really.';
  expect(describeFault(fault('request-refused', { message }), 'en').reason).toBe(
    'The service refused this: No [31mway {status} [x] really.',
  );
});

test('whatever the parameters are, the answer is one short line', () => {
  const value = fc.oneof(fc.string({ unit: 'binary', maxLength: 5_000 }), fc.double(), fc.integer());
  const params = fc.dictionary(
    fc.constantFrom('message', 'problem', 'folder', 'host', 'url', 'field', 'type', '__proto__'),
    value,
  );
  fc.assert(
    fc.property(fc.constantFrom(...faultCodes), params, fc.constantFrom(...languages), (code, given, language) => {
      const { reason, nextStep } = describeFault(fault(code, given), language);
      for (const text of [reason, nextStep]) {
        expect(text).not.toMatch(/[\p{Cc}\p{Surrogate}\u2028\u2029\u202a-\u202e]/u);
        expect(text.length).toBeLessThan(600);
      }
    }),
  );
});

const uses = Object.keys(commandUsage);

test.each(uses)('the wrong use %s is said in whole sentences, with the same parameters in both languages', (use) => {
  const said = Object.entries(commandUsage).find(([name]) => name === use)?.[1];
  const named = languages.map((language) => {
    const { reason = '', nextStep = '' } = said?.[language] ?? {};
    return [...`${reason}${nextStep}`.matchAll(/\{(\w+)/gu)].map((match) => match[1] ?? '');
  });
  expect([...new Set(named[1])].sort()).toEqual([...new Set(named[0])].sort());
  const params = Object.fromEntries((named[0] ?? []).map((name) => [name, 'Beispiel']));
  for (const language of languages) {
    const { reason, nextStep } = describeFault(fault('wrong-usage', { use, ...params }), language);
    expect(reason).toMatch(/^[-\p{L}\d].*\.$/u);
    expect(nextStep).toMatch(/^([-\p{L}\d].*\.|Beispiel)$/u);
    expect(`${reason} ${nextStep}`).not.toMatch(/[{}[\]|!]| {2}/u);
  }
});

test.each(['case', 'document', 'item', 'source'])('a %s that is not there is named in German too', (subject) => {
  const sentence = say('not-found', { subject, id: '4712' }, 'de');
  expect(sentence).toMatch(/^Nicht gefunden: (Fall|Dokument|Datei|Quelle) 4712\./u);
});

test.each(Object.keys(fileKinds))('what a file of the kind %s is comes first, in both languages', (kind) => {
  for (const language of languages) {
    for (const params of [{}, { type: 'Beispiel', named: 'PDF' }]) {
      const { reason, nextStep } = describeFault(fault('type-not-accepted', { kind, ...params }), language);
      expect(reason).toMatch(/^(?!The |This |Der |Die |Das Datei|Diese )[-\p{L}\d]+.*\.$/u);
      expect(nextStep).toMatch(/^\p{L}.*\.$/u);
      expect(`${reason} ${nextStep}`).not.toMatch(/[{}[\]|!]| {2}| [.,:]|please|bitte\b/iu);
      expect(reason.length).toBeLessThan(160);
    }
  }
});

test('a program is never said to be saved as something else', () => {
  expect(say('type-not-accepted', { kind: 'program', type: 'EXE' })).toBe(
    'Program (EXE), not a document. Nothing was sent. Do not open it. Tell IT where it came from.',
  );
  expect(say('type-not-accepted', { kind: 'program', type: 'EXE' }, 'de')).toBe(
    'Programm (EXE), kein Dokument. Nichts wurde gesendet. Nicht öffnen. Der IT sagen, woher die Datei kam.',
  );
});

test('a span is said in words, as long as it is', () => {
  const said = (waited: string, language: 'en' | 'de'): string =>
    describeFault(fault('not-settled-in-time', { waited }), language).reason;
  expect(said('86400 s', 'de')).toContain('noch nicht fertig nach 1 Tag.');
  expect(said('72 h', 'de')).toContain('nach 3 Tagen.');
  expect(said('90 min', 'en')).toContain('after 90 minutes.');
  expect(said('a while', 'en')).toContain('after a while.');
});

test('an instant is said with its day, however long ago it is shown', () => {
  const at = new Date(2026, 10, 3, 14, 5, 33).getTime();
  const said = (language: 'en' | 'de'): string =>
    describeFault(fault('team-duplicate', { station: 'Nord', at, document: 'd-1' }), language).reason;
  expect(said('en')).toBe('Another station, Nord, has sent the same content on 2026-11-03 at 14:05 (document d-1).');
  expect(said('de')).toBe(
    'Eine andere Station, Nord, hat denselben Inhalt am 03.11.2026 um 14:05 Uhr gesendet (Dokument d-1).',
  );
});
