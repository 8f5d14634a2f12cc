import { expect, test } from 'vitest';
import { historyLine } from '../../../src/main/cli/output/history-words.ts';
import type { CustodyView } from '../../../src/shared/views.ts';

function row(subject: CustodyView['subject'], event: string, detail: CustodyView['detail']): CustodyView {
  return { sequence: 1, at: 0, subject, subjectId: 'x', event, actor: 'engine', detail, hash: '' };
}

test.each([
  ['transferFailed', 'the failed hand-over is reported', 'Die fehlgeschlagene Übergabe ist gemeldet'],
  ['rejected', 'the rejection is reported', 'Die Ablehnung ist gemeldet'],
  ['transferred', 'the XML counts as handed over', 'Das XML gilt als übergeben'],
])('an XML of which %s was reported is not told otherwise', (report, english, german) => {
  const reported = row('export', 'reported', { report });
  expect(historyLine(reported, undefined, 'en')).toContain(english);
  expect(historyLine(reported, undefined, 'de')).toContain(german);
});

test('what goes back to the service has a sentence of its own', () => {
  const line = historyLine(row('document', 'writing-back', { job: 'j' }), undefined, 'en');
  expect(line).toContain('is being written back to the service');
  expect(line).not.toContain('writing-back');
});

test('the message of the target system stands in the history', () => {
  const refused = row('export', 'refused', { answer: 'err', path: '/out/a.xml.err', message: 'Vendor unknown' });
  expect(historyLine(refused, undefined, 'en')).toContain('/out/a.xml.err, Vendor unknown.');
});
