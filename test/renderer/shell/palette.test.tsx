import { act, cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { ReactElement } from 'react';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { runCommand, useWindowEvents } from '../../../src/renderer/bridge/use-query.ts';
import { SelectField } from '../../../src/renderer/components/fields/select-field.tsx';
import { commandsInSight, Palette } from '../../../src/renderer/shell/palette.tsx';
import { openScreen, useNavigation } from '../../../src/renderer/stores/navigation.ts';
import { changeLanguage, startTexts } from '../../../src/renderer/text/index.ts';

beforeAll(async () => {
  configure({ asyncUtilTimeout: 20_000 });
  await startTexts('en');
});

beforeEach(() => {
  Object.assign(window, { mailroom: { onEvent: () => () => undefined } });
  useNavigation.setState({ screen: 'intake', params: {} });
});

afterEach(async () => {
  cleanup();
  await changeLanguage('en');
});

const heard: string[] = [];

/** A screen with two buttons of its own, which hears the commands of the window. */
function Shown({ onAct }: { readonly onAct: () => void }): ReactElement {
  useWindowEvents((event) => {
    if (event.kind === 'menu') heard.push(event.command);
  });
  return (
    <main>
      <button type="button" onClick={onAct}>
        Group by name… <kbd>G</kbd>
      </button>
      <button type="button" disabled>
        Release
      </button>
      <Palette />
    </main>
  );
}

async function openPalette(): Promise<HTMLElement> {
  act(() => runCommand('palette'));
  return screen.findByRole('dialog');
}

it('lists what can be done on the screen, everywhere, and all screens, with their keys', async () => {
  render(<Shown onAct={() => undefined} />);
  const dialog = await openPalette();
  expect(within(dialog).getByRole('menuitem', { name: 'Group by name…' })).toBeTruthy();
  expect(within(dialog).getByRole('menuitem', { name: /^Documents/u }).textContent).toBe('DocumentsCtrl+4');
  expect(within(dialog).getByRole('menuitem', { name: /^Retry/u })).toBeTruthy();
  expect(within(dialog).queryByRole('menuitem', { name: 'Release' })).toBeNull();
});

it('leaves out what belongs to another screen, and speaks German', async () => {
  await changeLanguage('de');
  useNavigation.setState({ screen: 'documents', params: {} });
  render(<Shown onAct={() => undefined} />);
  const dialog = await openPalette();
  expect(within(dialog).getByRole('menuitem', { name: /^Dokumente/u }).textContent).toBe('DokumenteStrg+4');
  expect(within(dialog).queryByRole('menuitem', { name: /^Erneut versuchen/u })).toBeNull();
});

it('is found by typing words in any order, and done by Enter once the palette has closed', async () => {
  let done = 0;
  render(<Shown onAct={() => (done += 1)} />);
  const dialog = await openPalette();
  const field = within(dialog).getByRole('searchbox');
  fireEvent.change(field, { target: { value: 'name group' } });
  await waitFor(() => expect(within(dialog).getAllByRole('menuitem').length).toBe(1));
  fireEvent.keyDown(field, { key: 'ArrowDown' });
  const found = within(dialog).getByRole('menuitem', { name: 'Group by name…' });
  await waitFor(() => expect(field.getAttribute('aria-activedescendant')).toBe(found.id));
  fireEvent.keyDown(field, { key: 'Enter' });
  fireEvent.keyUp(field, { key: 'Enter' });
  await waitFor(() => expect(done).toBe(1));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('closes when another screen comes under it, whose buttons it does not have', async () => {
  render(<Shown onAct={() => undefined} />);
  await openPalette();
  act(() => openScreen('documents'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  act(() => openScreen('intake'));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('names Find only where something can be found', async () => {
  render(<Shown onAct={() => undefined} />);
  expect(within(await openPalette()).getByRole('menuitem', { name: /^Find/u })).toBeTruthy();
  act(() => openScreen('scan'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(within(await openPalette()).queryByRole('menuitem', { name: /^Find/u })).toBeNull();
});

it('names choices by their label, also where several have the same value', () => {
  const choice = (label: string): ReactElement => (
    <SelectField
      label={label}
      value="all"
      options={[{ value: 'all', label: 'All' }]}
      labelHidden={label === 'Kind'}
      onChange={() => undefined}
    />
  );
  render(
    <main>
      {choice('Project')}
      {choice('Role')}
      {choice('Kind')}
    </main>,
  );
  expect(commandsInSight(document).map(({ words }) => words)).toEqual(['Project', 'Role', 'Kind']);
});

it('hands commands of the window to whoever follows the menu', async () => {
  render(<Shown onAct={() => undefined} />);
  const dialog = await openPalette();
  fireEvent.click(within(dialog).getByRole('menuitem', { name: /^Pause everything/u }));
  await waitFor(() => expect(heard).toContain('pause-all'));
});

it('names no button twice, and none of a row', () => {
  document.body.innerHTML =
    '<main><button>Send</button><button>Send</button><div role="row"><button>Open</button></div><button aria-label="More" aria-hidden="false"></button></main>';
  expect(commandsInSight(document).map(({ words }) => words)).toEqual(['Send', 'More']);
  document.body.innerHTML = '';
});
