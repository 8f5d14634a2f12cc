import { describe, expect, it } from 'vitest';
import { parseFaults } from '../../../../src/main/practice/practice-faults.ts';
import { createTestStation, expectWholeCustody, smallPdf, type TestStation } from '../../../support/engine.ts';

async function stationWith(faults = ''): Promise<TestStation> {
  const parsed = parseFaults(faults);
  if (!parsed.ok) throw new Error(parsed.error);
  return createTestStation({ faults: parsed.faults });
}

async function titles(station: TestStation): Promise<readonly (string | null)[]> {
  return (await station.practice.documents()).map(({ title }) => title).sort();
}

describe('the title that a sidecar says', () => {
  it('becomes the title of the document at the service and here; what has no sidecar keeps its own', async () => {
    const station = await stationWith();
    const title = '\u{1F4C4}'.repeat(256);
    await station.put('a.pdf.json', Buffer.from(JSON.stringify({ title })));
    await station.put('a.pdf', smallPdf('a'));
    await station.put('b.pdf', smallPdf('b'));
    const started = await station.start();
    await started.watch(station.hotFolder());
    await started.finished();
    expect(await titles(station)).toEqual(['b.pdf', title]);
    const item = await started.item('a.pdf');
    const documentId = item.documents[0]?.id;
    const { rows } = await started.ask('custody.page', { subjectId: documentId ?? '', limit: 100 });
    expect(rows.filter(({ event }) => event === 'title-set')).toHaveLength(1);
    await expectWholeCustody(started);
  });

  it('comes through refusals and lost answers, and a restart between', async () => {
    const station = await stationWith('documents.title:503=1x2,documents.title:reset-after=1x1');
    await station.put('a.pdf.json', Buffer.from('{"title":"March"}'));
    await station.put('a.pdf', smallPdf('a'));
    const first = await station.start();
    await first.watch(station.hotFolder());
    await first.finished('submitted');
    await first.engine.stop();
    const second = await station.start();
    await second.watch(station.hotFolder());
    await second.finished();
    expect(await titles(station)).toEqual(['March']);
    expect(station.practice.stats().duplicateFileIds).toBe(0);
  });
});
