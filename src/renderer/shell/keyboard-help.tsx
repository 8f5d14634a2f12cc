import type { ReactElement } from 'react';
import { useEffect, useState } from 'react';
import { menuCommands } from '../../shared/desktop-contract.ts';
import { commands } from '../../shared/shortcuts.ts';
import { useWindowEvents } from '../bridge/use-query.ts';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import type { ScreenName } from '../stores/navigation.ts';
import { useNavigation } from '../stores/navigation.ts';
import { useText } from '../text/index.ts';
import { currentLanguage } from '../text/language.ts';
import { shortcutOf } from '../text/shortcut.ts';
import styles from './shell.module.css';

const listKeys = ['choose', 'more', 'toggle', 'all', 'name', 'menu', 'pane'] as const;

const scanKeys = ['move', 'delete', 'undo', 'stop', 'zoom', 'turn'] as const;

/** Screens that have no list to choose in. */
const withoutList: readonly ScreenName[] = ['scan', 'settings'];

function Keys({
  title,
  rows,
}: {
  readonly title: string;
  readonly rows: readonly (readonly [keys: string, words: string])[];
}): ReactElement {
  return (
    <section className={styles['keys']} aria-label={title}>
      <h3>{title}</h3>
      <dl>
        {rows.map(([keys, words]) => (
          <div key={words}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** The keys of the shown screen and of the whole window, asked for by the menu, or by `?` where nothing is typed. */
export function KeyboardHelp(): ReactElement | null {
  const say = useText('shared');
  const screen = useNavigation((state) => state.screen);
  const [open, setOpen] = useState(false);
  // A question that is open comes first.
  const show = (): void => {
    if (document.querySelector('[role=dialog], [role=alertdialog]') === null) setOpen(true);
  };
  useWindowEvents((event) => {
    if (event.kind === 'menu' && event.command === 'keys') show();
  });
  useEffect(() => {
    const act = (event: KeyboardEvent): void => {
      const types = event.target instanceof HTMLElement && event.target.matches('input, textarea, [contenteditable]');
      if (event.defaultPrevented || event.key !== '?' || types) return;
      event.preventDefault();
      show();
    };
    window.addEventListener('keydown', act);
    return () => window.removeEventListener('keydown', act);
  }, []);
  if (!open) return null;
  const close = (): void => setOpen(false);
  const rows = (goes: boolean): readonly (readonly [keys: string, words: string])[] =>
    menuCommands
      .filter((command) => command !== 'keys' && command.startsWith('show-') === goes)
      .filter((command) => commands[command].screens?.includes(screen) ?? true)
      .map((command) => [shortcutOf(command).words, commands[command][currentLanguage()].replace('…', '')]);
  return (
    <Dialog
      title={say('keys-title')}
      wide
      onClose={close}
      actions={
        <Button kind="primary" onPress={close}>
          {say('close')}
        </Button>
      }
    >
      <div className={styles['keyGroups']} tabIndex={0} role="group" aria-label={say('keys-title')}>
        {!withoutList.includes(screen) && (
          <Keys title={say('keys-list')} rows={listKeys.map((key) => [say(`list-${key}-keys`), say(`list-${key}`)])} />
        )}
        {screen === 'scan' && (
          <Keys title={say('scan')} rows={scanKeys.map((key) => [say(`scan-${key}-keys`), say(`scan-${key}`)])} />
        )}
        <Keys title={say('keys-everywhere')} rows={[['F1, ?', say('keys-title')], ...rows(false)]} />
        <Keys title={say('keys-screens')} rows={rows(true)} />
      </div>
    </Dialog>
  );
}
