import { expect, test } from 'vitest';
import { checkHotFolders } from '../../../src/main/cli/doctor/check-computer.ts';
import { createTestStation, smallPdf, sourceId } from '../../support/engine.ts';
import { caseFolder } from '../casework/open-case-station.ts';

test('a folder of cases that stations share by claims is refused, shown with the reason, and works once that is changed', async () => {
  const station = await createTestStation();
  const engine = await station.start();
  const folder = caseFolder(station, { by: 'name' }, { claim: true });
  await station.put('1_invoice.pdf', smallPdf(1));
  const refusal = { code: 'wrong-usage', params: { use: 'claims-and-cases', name: 'Inbox' } };
  expect(await engine.engine.dispatch({ name: 'source.add', source: folder })).toMatchObject({
    ok: false,
    fault: refusal,
  });
  const { sources } = await engine.ask('sources.health', {});
  expect(sources).toMatchObject([{ sourceId, state: 'stopped', fault: refusal }]);
  expect(
    await checkHotFolders({ ...station.settings(), hotFolders: [folder] }, station.dataDirectory, 'en'),
  ).toMatchObject([{ ok: false, fault: refusal }]);
  expect(await engine.items()).toEqual([]);

  await engine.watch({ ...folder, claim: false });
  await engine.reaches('1_invoice.pdf', 'uploaded');
  expect((await engine.ask('sources.health', {})).sources).toMatchObject([{ sourceId, fault: null }]);
  // And back: what was taken in goes its way, the folder is not looked at any more.
  await engine.engine.dispatch({ name: 'source.add', source: folder });
  expect((await engine.ask('sources.health', {})).sources).toMatchObject([{ sourceId, fault: refusal }]);
  await engine.act('source.remove', { sourceId });
  expect((await engine.ask('sources.health', {})).sources).toEqual([]);
  expect((await engine.item('1_invoice.pdf')).stage).toBe('uploaded');
});
