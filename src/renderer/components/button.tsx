import type { ReactElement, ReactNode } from 'react';
import { Button as AriaButton, ToggleButton } from 'react-aria-components';
import type { MenuCommand } from '../../shared/desktop-contract.ts';
import { shortcutOf } from '../text/shortcut.ts';
import styles from './button.module.css';
import { classes } from './classes.ts';

/** What a button is: `primary` at most once a view; `icon` shows only its icon and says `label` aloud and as a tooltip. */
export interface ButtonProps {
  readonly children?: ReactNode;
  readonly icon?: ReactNode;
  readonly kind?: 'plain' | 'primary' | 'danger' | 'quiet' | 'icon';
  /** Spoken name; needed for `icon`. */
  readonly label?: string;
  /** For a moment, while what it began goes on. */
  readonly disabled?: boolean;
  /** Why it can't be pressed now: it can still be reached by keys, and says so as its tooltip and aloud. Null: it can be pressed. */
  readonly why?: string | null | undefined;
  readonly submits?: boolean;
  /** The command of the menu that does the same: its keys are the tooltip. */
  readonly command?: MenuCommand;
  readonly onPress?: () => void;
}

/** A button of the window. */
export function Button({
  children,
  icon,
  kind = 'plain',
  label,
  disabled = false,
  why = null,
  submits = false,
  command,
  onPress,
}: ButtonProps): ReactElement {
  const shortcut = command === undefined ? null : shortcutOf(command);
  const hint = [kind === 'icon' ? label : undefined, shortcut?.words, why ?? undefined]
    .filter((part) => part !== undefined)
    .join(', ');
  return (
    <AriaButton
      // The component hands on neither of these attributes.
      ref={(element) => {
        if (hint === '') element?.removeAttribute('title');
        else element?.setAttribute('title', hint);
        if (shortcut !== null) element?.setAttribute('aria-keyshortcuts', shortcut.keys);
        for (const [name, value] of [
          ['aria-disabled', why === null ? null : 'true'],
          ['aria-description', why],
        ] as const) {
          if (value === null) element?.removeAttribute(name);
          else element?.setAttribute(name, value);
        }
      }}
      className={classes(styles['button'], kind === 'icon' ? classes(styles['quiet'], styles['icon']) : styles[kind])}
      isDisabled={disabled}
      type={submits && why === null ? 'submit' : 'button'}
      {...(label === undefined ? {} : { 'aria-label': label })}
      {...(onPress === undefined || why !== null ? {} : { onPress })}
    >
      {icon}
      {children}
    </AriaButton>
  );
}

/** A quiet button that stays pressed: something is shown, or not. */
export function Toggle({
  label,
  icon,
  selected,
  onChange,
}: {
  readonly label: string;
  readonly icon: ReactNode;
  readonly selected: boolean;
  readonly onChange: (selected: boolean) => void;
}): ReactElement {
  return (
    <ToggleButton
      className={classes(styles['button'], styles['quiet'], styles['toggle'])}
      isSelected={selected}
      onChange={onChange}
    >
      {icon}
      {label}
    </ToggleButton>
  );
}
