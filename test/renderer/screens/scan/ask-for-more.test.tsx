import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { AskForMore } from '../../../../src/renderer/screens/scan/ask-for-more.tsx';
import { useScan } from '../../../../src/renderer/screens/scan/scan-store.ts';
import { scanSessionSchema, type ScanSessionView } from '../../../../src/shared/scanning.ts';

const page = {
  ...{ id: 'p1', leftOut: null, widthMm: 210, heightMm: 297, rotation: 0, straighten: 0, inkPercent: 3 },
  ...{ skewDegrees: null, barcodes: [], tooLongMm: null, cut: false, bytes: 1_000, version: 0 },
};

function session(fields: object): ScanSessionView {
  return scanSessionSchema.parse({
    ...{ id: 's1', profileId: 'post', startedAt: 0, scanning: false, fault: null, notes: [], interrupted: false },
    ...{ target: {}, documents: [], pages: { p1: page }, canUndo: false, ...fields },
  });
}

afterEach(cleanup);

it.each([
  ['a run that ended well', {}, true, { startedAt: 0, before: 0 }, true],
  ['a profile that does not want it', {}, false, { startedAt: 0, before: 0 }, false],
  [
    'a run that broke off',
    { fault: { code: 'scanner-jammed', retry: 'after-person', owner: 'clerk', params: {} } },
    true,
    { startedAt: 0, before: 0 },
    false,
  ],
  ['a run that gave no page', {}, true, { startedAt: 0, before: 1 }, false],
  ['a run that a person ended', {}, true, null, false],
] as const)('after %s it is asked for more paper, or not', (_, ended, wanted, run, asks) => {
  useScan.setState({ run });
  const shown = render(<AskForMore session={session({ scanning: true })} wanted={wanted} />);
  expect(screen.queryByRole('alertdialog')).toBeNull();
  shown.rerender(<AskForMore session={session(ended)} wanted={wanted} />);
  expect(screen.queryByRole('alertdialog') !== null).toBe(asks);
});
