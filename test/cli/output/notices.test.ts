import { expect, test } from 'vitest';
import { noticesTo } from '../../../src/main/cli/output/notices.ts';
import { fault } from '../../../src/main/engine/faults/fault.ts';
import { describeFault } from '../../../src/main/engine/faults/describe.ts';
import type { Fault } from '../../../src/shared/faults.ts';

function createScene() {
  const told: Fault[] = [];
  return { told, notices: noticesTo({ fault: (reason: Fault) => void told.push(reason) }) };
}

const stays = (name: string, problem: string): Fault => fault('tidy-up-failed', { name, action: 'moved', problem });

test('originals that stay are named, ten for each reason', () => {
  const { told, notices } = createScene();
  for (let index = 1; index <= 50; index += 1)
    notices.notify({ kind: 'held', subject: String(index), fault: stays(`${String(index)}.pdf`, 'read-only') });
  notices.notify({ kind: 'held', subject: 'x', fault: stays('x.pdf', 'not-allowed') });
  expect(told.map(({ params }) => params['name'])).toEqual([
    ...Array.from({ length: 10 }, (_, index) => `${String(index + 1)}.pdf`),
    'x.pdf',
  ]);
  for (const language of ['en', 'de'] as const)
    expect(describeFault(stays('x.pdf', 'read-only'), language).reason).toContain('x.pdf');
});

test('a link in the place of a folder is said once, whoever sees it first', () => {
  const { told, notices } = createScene();
  const link = fault('folder-unsafe', { folder: '/in/processed', problem: 'a-link' });
  for (const kind of ['source', 'held', 'source', 'held'] as const)
    notices.notify({ kind, subject: 'inbox', fault: link });
  expect(told).toEqual([link]);
});
