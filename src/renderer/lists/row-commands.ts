import { useEffect } from 'react';
import { create } from 'zustand';
import { useWindowEvents } from '../bridge/use-query.ts';
import type { MenuEntry } from '../components/menu.tsx';
import { showToast } from '../stores/toasts.ts';

/**
 * What can be done with the chosen rows of a list. One list of these is all there is of it: the menu of a row, the buttons over the
 * list and in the details, the palette and the keys of the window are made of it.
 */
export interface RowCommand extends MenuEntry {
  /** It stands over the list too while it can be done: it concerns many as well as one. */
  readonly overList?: boolean;
}

/** The commands of what is chosen on the screen in sight, for the palette. */
export const useChosenCommands = create<{ readonly commands: readonly RowCommand[] }>(() => ({ commands: [] }));

/** Makes commands known to the palette and gives them their keys, as long as the component is there. A key says why it does nothing. */
export function useRowCommands(commands: readonly RowCommand[]): void {
  useEffect(() => useChosenCommands.setState({ commands }), [commands]);
  useEffect(() => () => useChosenCommands.setState({ commands: [] }), []);
  useWindowEvents((event) => {
    if (event.kind !== 'menu') return;
    const found = commands.find(({ command }) => command === event.command);
    if (found === undefined) return;
    const { why = null } = found;
    if (why === null) found.onAction();
    else showToast(found.label, why);
  });
}
