import { expect, it } from 'vitest';
import { createArrivals } from '../../../src/main/desktop/arrivals.ts';
import { createPageEvents } from '../../../src/main/desktop/window/page-events.ts';
import type { WindowEvent } from '../../../src/shared/desktop-contract.ts';

function pageWith() {
  const told: WindowEvent[] = [];
  return { told, events: createPageEvents((event) => told.push(event)) };
}

const files = (...paths: string[]): WindowEvent => ({ kind: 'files', paths });

it("keeps a person's events until the page listens, in their order; what a page finds out itself is not kept", () => {
  const { told, events } = pageWith();
  events.send(files('/a'));
  events.send({ kind: 'settings' });
  events.send({ kind: 'show-item', itemId: 'i' });
  expect(told).toEqual([]);
  events.listens();
  expect(told).toEqual([files('/a'), { kind: 'show-item', itemId: 'i' }]);
  events.send({ kind: 'settings' });
  expect(told).toHaveLength(3);
});

it('keeps them again while the page is away, and tells nothing twice', () => {
  const { told, events } = pageWith();
  events.listens();
  events.send(files('/a'));
  events.goes();
  events.send(files('/b'));
  expect(told).toEqual([files('/a')]);
  events.listens();
  events.listens();
  expect(told).toEqual([files('/a'), files('/b')]);
});

it('collects files of the first start and of later ones until somebody takes them', () => {
  const arrivals = createArrivals(['/first']);
  arrivals.startedAgain({ files: ['/second'] });
  arrivals.opened(['/opened']);
  const taken: string[] = [];
  let again = 0;
  arrivals.handOn({ files: (paths) => taken.push(...paths), again: () => (again += 1) });
  expect(taken).toEqual(['/first', '/second', '/opened']);
  arrivals.startedAgain({ files: ['/third'] });
  expect(taken.at(-1)).toBe('/third');
  expect(again).toBe(1);
});

it('takes from another process what fits and nothing else', () => {
  const arrivals = createArrivals([]);
  const taken: string[] = [];
  arrivals.handOn({ files: (paths) => taken.push(...paths), again: () => undefined });
  for (const strange of [null, 'x', 7, {}, { files: '/x' }, { files: [1, null, '', '/good'] }]) {
    arrivals.startedAgain(strange);
  }
  expect(taken).toEqual(['/good']);
});
