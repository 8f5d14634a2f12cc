import { renderHook } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import { useItemCommands } from '../../../../src/renderer/screens/intake/item-commands.tsx';
import { possibleActs } from '../../../../src/renderer/screens/intake/acts.ts';
import { startTexts } from '../../../../src/renderer/text/index.ts';
import type { FaultCode } from '../../../../src/shared/faults.ts';
import type { ItemView } from '../../../../src/shared/views.ts';
import { item } from './some-item.ts';

beforeAll(() => startTexts('en'));

const pdf = { ...item('a.pdf'), mediaType: 'application/pdf' };
const held = (code: FaultCode): ItemView => ({
  ...pdf,
  fault: { code, retry: 'never', owner: 'clerk', params: {} },
});

/** Why the menu of some items does not let their pages be edited; null: it does. */
function whyOf(...items: readonly ItemView[]): string | null | undefined {
  const choice = { ids: items.map(({ id }) => id), possible: possibleActs(items), found: null };
  const { result } = renderHook(() => useItemCommands(choice, items.length === 1 ? items[0] : undefined));
  return result.current.commands.find(({ id }) => id === 'edit-pages')?.why;
}

it('says in the menu why the pages of a file can not be edited', () => {
  expect(whyOf({ ...pdf, stage: 'settling' })).toBe('It is still being taken in.');
  expect(whyOf({ ...pdf, stage: 'tracking' })).toBe('It is at the service already, or was never taken in.');
  expect(whyOf({ ...pdf, stage: 'accepted', mediaType: 'text/xml' })).toBe(
    'This kind of file has no pages that can be edited.',
  );
  expect(whyOf(held('pdf-password'))).toBe('Enter its password first.');
  expect(whyOf(held('file-gone'))).toBe('The reason shown for it has to be cleared up first.');
});

it('offers it where the pages can be edited, and goes on where they are being edited', () => {
  expect(whyOf({ ...pdf, stage: 'uploaded' })).toBeNull();
  expect(whyOf(held('access-refused'))).toBeNull();
  expect(whyOf(held('pages-edited'))).toBeNull();
  expect(whyOf(pdf, { ...pdf, id: 'b.pdf', stage: 'accepted' })).toBeNull();
  expect(whyOf({ ...pdf, stage: 'settled' }, { ...pdf, id: 'b.pdf', stage: 'settled' })).toBe(
    'It is at the service already, or was never taken in.',
  );
});
