import { expect, test } from 'vitest';
import { exitStatus } from '../../src/main/cli/exit-status.ts';
import { rowsBelow, textOf } from './markdown.ts';

test('the guide for IT tells every exit status of the command line and no other', async () => {
  const told = rowsBelow(await textOf('docs/operations.md'), 'Exit statuses').map(([status]) => Number(status));
  expect(told).toEqual(Object.values(exitStatus).sort((a, b) => a - b));
});
