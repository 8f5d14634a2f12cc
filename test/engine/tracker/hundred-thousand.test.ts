import { expect, test } from 'vitest';
import { success } from '../../../src/main/engine/faults/fault.ts';
import { createFollowProject } from '../../../src/main/engine/tracker/follow-project.ts';
import type { ServiceDocument } from '../../../src/main/engine/service/client.ts';
import { createTestClock } from '../../support/ports.ts';
import { followed, pageLimit } from './living-list.ts';

test('100,000 documents that change at once are all followed, by no more than two requests for each page that they fill', async () => {
  const clock = createTestClock();
  const [told, cursors] = [new Map<string, string>(), new Map<string, string>()];
  const updatedAt = new Date(clock.now()).toISOString();
  const rows = Array.from({ length: 100_000 }, (_, number): ServiceDocument => ({
    ...{ id: `d${String(number)}`, state: 'doneAutomatically', title: null, caseId: null, externalId: null },
    ...{ createdAt: null, updatedAt, projectId: 'p', fileId: null, files: [], externalData: null, url: null, raw: {} },
  }));
  const backwards = rows.toReversed();
  let requests = 0;
  const list = (newestFirst: boolean, offset: number): ReturnType<Parameters<typeof followed>[0]['list']> => {
    requests += 1;
    return success((newestFirst ? rows : backwards).slice(offset, offset + pageLimit));
  };
  const look = createFollowProject(followed({ clock, told, cursors, list }));
  for (let looks = 0; told.size < rows.length && looks < 100; looks += 1) {
    await look(AbortSignal.timeout(60_000));
    clock.advance(2_000);
  }
  expect(told.size).toBe(rows.length);
  expect(requests).toBeLessThan((2 * rows.length) / pageLimit);
});
