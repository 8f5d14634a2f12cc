import type { ReactElement } from 'react';
import { useEffect, useState } from 'react';
import {
  Autocomplete,
  Header,
  Input,
  Keyboard,
  Menu,
  MenuItem,
  MenuSection,
  SearchField,
  useFilter,
} from 'react-aria-components';
import type { MenuCommand } from '../../shared/desktop-contract.ts';
import { menuCommands } from '../../shared/desktop-contract.ts';
import { commands } from '../../shared/shortcuts.ts';
import { runCommand, useWindowEvents } from '../bridge/use-query.ts';
import { Dialog } from '../components/dialog.tsx';
import { afterClosing } from '../components/menu.tsx';
import { useChosenCommands } from '../lists/row-commands.ts';
import { useNavigation } from '../stores/navigation.ts';
import { useText } from '../text/index.ts';
import { currentLanguage } from '../text/language.ts';
import { shortcutOf } from '../text/shortcut.ts';
import styles from './palette.module.css';

interface Entry {
  readonly id: string;
  readonly words: string;
  readonly keys: string;
  readonly run: () => void;
}

/** Buttons that belong to a row, and what can't be pressed now. */
const left = ':disabled, [aria-disabled=true], [role=row] *, [role=option] *, [aria-hidden=true] *, [hidden] *';

function ownName(element: Element): string {
  const copy = element.cloneNode(true);
  if (!(copy instanceof Element)) return '';
  for (const unseen of copy.querySelectorAll('[aria-hidden=true], kbd')) unseen.remove();
  return (element.getAttribute('aria-label') ?? copy.textContent).replaceAll(/\s+/gu, ' ').trim();
}

/** What a button is called; a choice by its label, and not by the value that stands in it. */
function nameOf(button: Element): string {
  const ids = button.getAttribute('aria-labelledby')?.split(/\s+/u) ?? [];
  const labels = ids
    .flatMap((id) => [...document.querySelectorAll(`#${CSS.escape(id)}`)])
    .filter((label) => label === button || !button.contains(label));
  return (labels.length === 0 ? [button] : labels).map(ownName).join(' ').trim();
}

/** What can be done on a screen now: its buttons, each name once, in the order in which they stand. */
export function commandsInSight(screen: ParentNode): readonly Entry[] {
  const named = new Map<string, Entry>();
  for (const button of screen.querySelectorAll<HTMLElement>('header button, main button')) {
    const words = nameOf(button);
    if (words === '' || button.matches(left) || named.has(words)) continue;
    const keys = button.hasAttribute('aria-keyshortcuts') ? (button.title.split(', ').at(-1) ?? '') : '';
    named.set(words, { id: `here-${words}`, words, keys, run: () => button.click() });
  }
  return [...named.values()];
}

function entryOf(command: MenuCommand): Entry {
  const words = commands[command][currentLanguage()];
  return { id: command, words, keys: shortcutOf(command).words, run: () => runCommand(command) };
}

/** What can be done with the chosen rows now. */
function chosenCommands(): readonly Entry[] {
  return useChosenCommands
    .getState()
    .commands.filter(({ why = null }) => why === null)
    .map(({ id, label, command, onAction }) => ({
      id: `chosen-${id}`,
      words: label,
      keys: command === undefined ? '' : shortcutOf(command).words,
      run: onAction,
    }));
}

/** All commands of the screen in sight and of the window, to be found by typing; Ctrl+K opens it. */
export function Palette(): ReactElement | null {
  const say = useText('palette');
  const shown = useNavigation(({ screen }) => screen);
  const [here, setHere] = useState<readonly Entry[] | null>(null);
  const { contains } = useFilter({ sensitivity: 'base' });
  // Another screen has other buttons.
  useEffect(() => useNavigation.subscribe(() => setHere(null)), []);
  useWindowEvents((event) => {
    if (event.kind !== 'menu' || event.command !== 'palette') return;
    // A question that is open comes first.
    if (document.querySelector('[role=dialog], [role=alertdialog]') === null) setHere(commandsInSight(document));
  });
  if (here === null) return null;
  const close = (): void => setHere(null);
  const general = menuCommands.filter(
    (command) =>
      command !== 'palette' && !command.startsWith('show-') && (commands[command].screens?.includes(shown) ?? true),
  );
  const chosen = chosenCommands();
  const byWords = new Set([...here, ...chosen].map(({ words }) => words));
  const ofChosen = new Set(chosen.map(({ words }) => words));
  const sections = [
    { id: 'chosen', entries: chosen },
    { id: 'here', entries: here.filter(({ words }) => !ofChosen.has(words)) },
    { id: 'everywhere', entries: general.map(entryOf).filter(({ words }) => !byWords.has(words)) },
    { id: 'screens', entries: menuCommands.filter((command) => command.startsWith('show-')).map(entryOf) },
  ] as const;
  return (
    <Dialog title={say('title')} wide onClose={close}>
      <Autocomplete filter={(text, typed) => typed.split(/\s+/u).every((word) => word === '' || contains(text, word))}>
        <SearchField aria-label={say('search')} autoFocus className={styles['search'] ?? ''}>
          <Input placeholder={say('search')} />
        </SearchField>
        <Menu
          aria-label={say('title')}
          className={styles['list'] ?? ''}
          renderEmptyState={() => <p className={styles['none']}>{say('none')}</p>}
        >
          {sections
            .filter(({ entries }) => entries.length > 0)
            .map(({ id, entries }) => (
              <MenuSection key={id}>
                <Header className={styles['heading'] ?? ''}>{say(id)}</Header>
                {entries.map(({ id: entryId, words, keys, run }) => (
                  <MenuItem
                    key={entryId}
                    id={entryId}
                    textValue={words}
                    className={styles['entry'] ?? ''}
                    onAction={() => {
                      close();
                      afterClosing(run);
                    }}
                  >
                    <span>{words}</span>
                    {keys !== '' && <Keyboard className={styles['keys'] ?? ''}>{keys}</Keyboard>}
                  </MenuItem>
                ))}
              </MenuSection>
            ))}
        </Menu>
      </Autocomplete>
    </Dialog>
  );
}
