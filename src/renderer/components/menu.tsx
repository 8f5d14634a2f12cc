import { Check } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { Header, Menu as AriaMenu, MenuItem, MenuSection, MenuTrigger, Popover } from 'react-aria-components';
import { Button } from './button.tsx';
import styles from './overlays.module.css';

/** One act of a menu. */
export interface MenuEntry {
  readonly id: string;
  readonly label: string;
  readonly icon?: ReactNode;
  readonly disabled?: boolean;
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
                <MenuItem key={value} id={value} className={styles['item'] ?? ''} textValue={words}>
                  {({ isSelected }) => (
                    <>
                      <Check aria-hidden style={{ visibility: isSelected ? 'visible' : 'hidden' }} />
                      {words}
                    </>
                  )}
                </MenuItem>
              ))}
            </MenuSection>
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
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
        <AriaMenu className={styles['menu'] ?? ''} aria-label={label}>
          {entries.map((entry) => (
            <MenuItem
              key={entry.id}
              id={entry.id}
              className={styles['item'] ?? ''}
              isDisabled={entry.disabled ?? false}
              onAction={entry.onAction}
              textValue={entry.label}
            >
              {entry.icon}
              {entry.label}
            </MenuItem>
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}
