import { beforeAll, expect, it } from 'vitest';
import { fieldName } from '../../../src/renderer/entities/field-names.ts';
import { faultSentence } from '../../../src/renderer/text/faults/fault-text.ts';
import { startTexts, textOf } from '../../../src/renderer/text/index.ts';

beforeAll(async () => {
  await startTexts('de');
});

it('fields of an invoice have German names; one that nobody knows has its own words', () => {
  const say = textOf('documents');
  expect(['postingDate', 'costCenterCode', 'taxCode', 'unitOfMeasure'].map((name) => fieldName(name, say))).toEqual([
    'Buchungsdatum',
    'Kostenstelle',
    'Steuerkennzeichen',
    'Einheit',
  ]);
  expect(fieldName('fancyNumber', say)).toBe('Fancy number');
});

it('a fault names the state of the service in the words of the window', () => {
  const params = { waited: '2 h', state: 'inCompletion' };
  expect(faultSentence({ code: 'not-settled-in-time', retry: 'after-person', owner: 'clerk', params })).toBe(
    `Der Dienst ist damit noch nicht fertig nach 2 Stunden, Status ${textOf('documents')('state-inCompletion')}.`,
  );
});
