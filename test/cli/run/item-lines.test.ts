import { describe, expect, test } from 'vitest';
import { summaryTable } from '../../../src/main/cli/run/item-lines.ts';
import { progressLines } from '../../../src/main/cli/run/run-to-end.ts';
import { createTally } from '../../../src/main/cli/run/tally.ts';
import { itemViewOf } from '../../support/item-view.ts';

const documentId = '6b0b3c5b233fd00a1b2c3d4e';
const xml = '/srv/out/xml/Rechnung Müller und Söhne 2026-1319.pdf.xml';

const anItem = itemViewOf({
  path: '/in/Rechnung Müller und Söhne 2026-1319.pdf',
  name: 'Rechnung Müller und Söhne 2026-1319.pdf',
  size: 1_000,
  stage: 'exported',
  fileId: 'file',
  documents: [{ id: documentId, state: 'doneAutomatically', title: null }],
  exports: [{ path: xml, state: 'written', fault: null }],
});

describe('the table of a run', () => {
  test.each([60, 80, 100])('shows document, state and XML path whole on a screen of %i columns', (columns) => {
    const lines = summaryTable([anItem], 'en', columns);
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(columns);
    const whole = lines.map((line) => line.trim()).join(' ');
    expect(whole).toContain(documentId);
    expect(whole).toContain('doneAutomatically');
    expect(whole).toContain(xml);
  });

  test('has a column for each on a wide screen', () => {
    const lines = summaryTable([anItem], 'en', 200);
    expect(lines).toHaveLength(3);
    expect(lines[2]).toContain(documentId);
    expect(lines[2]).toContain(xml);
  });
});

test('a file on its way says how much of it has left', () => {
  const lines = progressLines(
    {
      items: {},
      bytesTotal: 4_000_000,
      bytesSent: 1_000_000,
      bytesPerSecond: 500_000,
      secondsLeft: 6,
      inFlight: [{ itemId: 'item', name: 'large.pdf', stage: 'uploading', sent: 1_000_000, size: 4_000_000 }],
      quota: null,
    },
    createTally().summary(),
    80,
    'en',
  );
  expect(lines[0]).toContain('25 %');
  expect(lines.at(-1)).toContain('1.0 MB of 4.0 MB');
});
