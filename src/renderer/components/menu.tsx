import { Check } from 'lucide-react';
import type { KeyboardEvent, MouseEvent, ReactElement, ReactNode } from 'react';
import { useRef, useState } from 'react';
import {
  Header,
  Keyboard,
  Menu as AriaMenu,
  MenuItem,
  MenuSection,
  MenuTrigger,
  Popover,
  Text,
} from 'react-aria-components';
import type { MenuCommand } from '../../shared/desktop-contract.ts';
import { shortcutOf } from '../text/shortcut.ts';
import { Button } from './button.tsx';
import styles from './overlays.module.css';

/** One act of a menu. */
export interface MenuEntry {
  readonly id: string;
  readonly label: string;
  readonly icon?: ReactNode;
  /** Why it can't be done now: it stays in its place, can be reached by keys, and says so. Null: it can be done. */
  readonly why?: string | null;
  /** The command of the window that does the same: its keys stand beside it. */
  readonly command?: MenuCommand;
  readonly onAction: () => void;
}

/** A choice of one among few, as a part of a menu. */
export interface MenuChoice {
  readonly id: string;
  readonly title: string;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly onChange: (value: string) => void;
}

/** An entry of a section in which entries are chosen: it shows whether it is. */
export function CheckItem({ id, label }: { readonly id: string; readonly label: string }): ReactElement {
  return (
    <MenuItem id={id} className={styles['item'] ?? ''} textValue={label}>
      {({ isSelected }) => (
        <>
          <Check aria-hidden style={{ visibility: isSelected ? 'visible' : 'hidden' }} />
          {label}
        </>
      )}
    </MenuItem>
  );
}

/** A button that opens a menu of choices. */
export function ChoiceMenu({
  label,
  icon,
  choices,
}: {
  readonly label: string;
  readonly icon?: ReactNode;
  readonly choices: readonly MenuChoice[];
}): ReactElement {
  return (
    <MenuTrigger>
      <Button kind="quiet" icon={icon}>
        {label}
      </Button>
      <Popover offset={4} placement="bottom end">
        <AriaMenu className={styles['menu'] ?? ''} aria-label={label}>
          {choices.map((choice) => (
            <MenuSection
              key={choice.id}
              selectionMode="single"
              disallowEmptySelection
              selectedKeys={[choice.value]}
              onSelectionChange={(keys) => {
                const chosen = choice.options.find(({ value }) => keys !== 'all' && keys.has(value));
                if (chosen !== undefined) choice.onChange(chosen.value);
              }}
            >
              <Header className={styles['menuTitle'] ?? ''}>{choice.title}</Header>
              {choice.options.map(({ value, label: words }) => (
                <CheckItem key={value} id={value} label={words} />
              ))}
            </MenuSection>
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}

/** Acts once a menu is gone and the keyboard is back where it was: what opens then gives it back there. */
export function afterClosing(act: () => void): void {
  requestAnimationFrame(() => requestAnimationFrame(act));
}

/** The acts of a menu, or of a part of it; `onClose` is given where no button has the keyboard back afterwards. */
export function MenuItems({
  entries,
  onClose,
}: {
  readonly entries: readonly MenuEntry[];
  readonly onClose?: (() => void) | undefined;
}): ReactElement {
  return (
    <>
      {entries.map(({ id, label: words, icon, why = null, command, onAction }) => (
        <MenuItem
          key={id}
          id={id}
          // The component leaves out of the way of keys what it is told to be disabled, and nobody would hear why.
          ref={(element) => {
            if (why === null) element?.removeAttribute('aria-disabled');
            else element?.setAttribute('aria-disabled', 'true');
          }}
          className={styles['item'] ?? ''}
          shouldCloseOnSelect={why === null}
          onAction={() => {
            if (why !== null) return;
            // Beside a button the menu knows where the keyboard goes back to; else the element under it has to have it first.
            if (onClose === undefined) onAction();
            else afterClosing(onAction);
          }}
          textValue={words}
        >
          {icon}
          <span className={styles['itemWords']}>
            <Text slot="label">{words}</Text>
            {why !== null && (
              <Text slot="description" className={styles['why'] ?? ''}>
                {why}
              </Text>
            )}
          </span>
          {command !== undefined && <Keyboard className={styles['keys'] ?? ''}>{shortcutOf(command).words}</Keyboard>}
        </MenuItem>
      ))}
    </>
  );
}

function Entries({
  label,
  entries,
  onClose,
}: {
  readonly label: string;
  readonly entries: readonly MenuEntry[];
  readonly onClose?: () => void;
}): ReactElement {
  return (
    <AriaMenu
      className={styles['menu'] ?? ''}
      aria-label={label}
      {...(onClose === undefined ? {} : { autoFocus: 'first', onClose })}
    >
      <MenuItems entries={entries} onClose={onClose} />
    </AriaMenu>
  );
}

/** A button that opens a menu; `label` names it, only its icon shows unless `words`. */
export function Menu({
  label,
  icon,
  words = false,
  entries,
}: {
  readonly label: string;
  readonly icon?: ReactNode;
  readonly words?: boolean;
  readonly entries: readonly MenuEntry[];
}): ReactElement {
  return (
    <MenuTrigger>
      <Button kind={words ? 'plain' : 'icon'} label={label} icon={icon}>
        {words && label}
      </Button>
      <Popover offset={4}>
        <Entries label={label} entries={entries} />
      </Popover>
    </MenuTrigger>
  );
}

/** Where a menu opens, px from the upper left corner of the window. */
export interface MenuPlace {
  readonly x: number;
  readonly y: number;
}

/** What opens at a place of the window until it is left. */
export function PlacedPopover({
  label,
  place: { x, y },
  onClose,
  children,
}: {
  readonly label: string;
  readonly place: MenuPlace;
  readonly onClose: () => void;
  readonly children: ReactNode;
}): ReactElement {
  const anchor = useRef<HTMLSpanElement>(null);
  return (
    <>
      <span ref={anchor} style={{ position: 'fixed', left: x, top: y }} />
      <Popover
        triggerRef={anchor}
        aria-label={label}
        isOpen
        offset={2}
        placement="bottom start"
        onOpenChange={(open) => {
          if (!open) onClose();
        }}
      >
        {children}
      </Popover>
    </>
  );
}

/** The menu of what was clicked with the right button, open until something is chosen or it is left. */
export function ContextMenu({
  label,
  place,
  entries,
  onClose,
}: {
  readonly label: string;
  readonly place: MenuPlace;
  readonly entries: readonly MenuEntry[];
  readonly onClose: () => void;
}): ReactElement {
  return (
    <PlacedPopover label={label} place={place} onClose={onClose}>
      <Entries label={label} entries={entries} onClose={onClose} />
    </PlacedPopover>
  );
}

/** Whether a key asks for the menu of what is active: the menu key, or Shift+F10. */
export function asksForMenu({ key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>): boolean {
  return key === 'ContextMenu' || (key === 'F10' && shiftKey);
}

/** Where the menu of an element opens that keys asked for: below its beginning. */
export function placeBelow(element: Element): MenuPlace {
  const { left, bottom } = element.getBoundingClientRect();
  return { x: left + 16, y: bottom };
}

/**
 * The menus of what stands in a list that is no table: `on` goes to the element around it, `menu` beside that. `entriesOf` answers
 * what can be done with the line that holds an element; null: it holds none.
 */
export function useContextMenu(
  label: string,
  entriesOf: (inside: Element) => readonly MenuEntry[] | null,
  /** The line that keys mean, where the list itself has the keyboard. */
  activeLine: (list: Element) => Element | null = (list) => list,
): {
  readonly on: {
    readonly onContextMenu: (event: MouseEvent) => void;
    readonly onKeyDown: (event: KeyboardEvent) => void;
  };
  readonly menu: ReactElement | null;
} {
  const [asked, setAsked] = useState<{ readonly place: MenuPlace; readonly entries: readonly MenuEntry[] } | null>(
    null,
  );
  const open = (
    event: MouseEvent | KeyboardEvent,
    inside: EventTarget | null,
    placeIn: (element: Element) => MenuPlace,
  ): void => {
    const entries = inside instanceof Element ? entriesOf(inside) : null;
    if (entries === null || entries.length === 0 || !(inside instanceof Element)) return;
    event.preventDefault();
    event.stopPropagation();
    setAsked({ place: placeIn(inside), entries });
  };
  return {
    on: {
      onContextMenu: (event) => open(event, event.target, () => ({ x: event.clientX, y: event.clientY })),
      onKeyDown: (event) => {
        const inside = event.target === event.currentTarget ? activeLine(event.currentTarget) : event.target;
        if (asksForMenu(event)) open(event, inside, placeBelow);
      },
    },
    menu: asked && <ContextMenu label={label} {...asked} onClose={() => setAsked(null)} />,
  };
}
