import type { ReactElement, ReactNode } from 'react';
import { Menu as AriaMenu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
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
