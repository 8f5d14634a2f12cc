import { Check, Minus } from 'lucide-react';
import type { ReactElement } from 'react';
import { Checkbox as AriaCheckbox, Switch as AriaSwitch } from 'react-aria-components';
import styles from './fields.module.css';

/** Yes or no, with its words beside it. */
export interface CheckProps {
  readonly label: string;
  readonly selected: boolean;
  readonly onChange: (selected: boolean) => void;
  readonly hint?: string;
  readonly disabled?: boolean;
}

function Words({ label, hint }: { readonly label: string; readonly hint: string | undefined }): ReactElement {
  return (
    <span>
      {label}
      {hint !== undefined && (
        <>
          <br />
          <span className={styles['hint']}>{hint}</span>
        </>
      )}
    </span>
  );
}

/** A check box: holds when saved. */
export function Checkbox({
  label,
  selected,
  onChange,
  hint,
  disabled = false,
  indeterminate = false,
}: CheckProps & { readonly indeterminate?: boolean }): ReactElement {
  return (
    <AriaCheckbox
      className={styles['check'] ?? ''}
      isSelected={selected}
      isIndeterminate={indeterminate}
      onChange={onChange}
      isDisabled={disabled}
    >
      <span className={styles['box']}>{indeterminate ? <Minus aria-hidden /> : <Check aria-hidden />}</span>
      <Words label={label} hint={hint} />
    </AriaCheckbox>
  );
}

/** A switch: holds at once. */
export function Switch({ label, selected, onChange, hint, disabled = false }: CheckProps): ReactElement {
  return (
    <AriaSwitch className={styles['check'] ?? ''} isSelected={selected} onChange={onChange} isDisabled={disabled}>
      <span className={styles['track']}>
        <span className={styles['knob']} style={{ display: 'block' }} />
      </span>
      <Words label={label} hint={hint} />
    </AriaSwitch>
  );
}
