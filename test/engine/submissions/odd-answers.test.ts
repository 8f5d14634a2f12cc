import { describe, expect, it, onTestFinished } from 'vitest';
import { caseRuleSchema } from '../../../src/shared/case-rule.ts';
import { connectionId, createTestStation, expectWholeCustody, smallPdf } from '../../support/engine.ts';
import { startGateway } from '../../torture/gateway.ts';
import { startOddGateway } from './odd-gateway.ts';

const names = ['4711_invoice.pdf', '4711_note.pdf'];
const byName = caseRuleSchema.parse({ by: 'name', required: ['invoice', 'note'], release: 'complete' });

it('an id that is far too long is none: the file is uploaded again, not asked for by it for ever', async () => {
  const station = await createTestStation();
  let told = false;
  const gateway = await startGateway(station.practice.baseUrl, (operation) => {
    if (told || operation !== 'POST /files') return null;
    told = true;
    return 'far too much, done';
  });
  onTestFinished(() => gateway.close());
  const { clientId } = station.practice;
  const connections = [{ id: connectionId, name: 'Office', baseUrl: gateway.baseUrl, clientId }];
  const engine = await station.start({ connections });
  await station.put('a.pdf', smallPdf('a'));
  await engine.watch(station.hotFolder());
  await engine.reaches('a.pdf', 'settled');
  expect(station.practice.stats()).toMatchObject({ uploads: 2, documents: 1 });
});

describe.each(['twice', 'late'] as const)('an answer that comes %s', (oddity) => {
  it.each([
    ['process-file-batch', { mode: 'batch', batchQuietMs: 1_500 }],
    ['cases/create', { mode: 'case', case: byName }],
  ] as const)('makes no second case (%s)', async (operation, rule) => {
    const station = await createTestStation();
    const gateway = await startOddGateway(
      station.practice.baseUrl,
      `/cases/${operation.replace('cases/', '')}`,
      oddity,
    );
    const engine = await station.start({
      // Long enough for a look that still finds nothing: a batch shows a while after its call.
      limits: { filesInFlight: 32, sockets: 16, unclearGraceMs: 60_000 },
      connections: [
        { id: connectionId, name: 'Office', baseUrl: gateway.baseUrl, clientId: station.practice.clientId },
      ],
    });
    for (const name of names) await station.put(name, smallPdf(name));
    await engine.watch(
      station.hotFolder({
        ...rule,
        export: { folder: station.out, states: ['doneAutomatically'], template: '{documentId}', reportTransfer: true },
      }),
    );
    await engine.finished();
    for (const name of names) expect((await engine.item(name)).stage).toBe('handed-over');
    expect(gateway.asked()).toBe(1);
    expect(station.practice.stats()).toMatchObject({ cases: 1, duplicateFileIds: 0 });
    await expectWholeCustody(engine);
  });
});
