import { Check, Minus } from 'lucide-react';
import type { ReactElement } from 'react';
import { CheckboxButton, CheckboxField, SwitchButton, SwitchField } from 'react-aria-components';
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
    <CheckboxField isSelected={selected} isIndeterminate={indeterminate} onChange={onChange} isDisabled={disabled}>
      <CheckboxButton className={styles['check'] ?? ''}>
        <span className={styles['box']}>{indeterminate ? <Minus aria-hidden /> : <Check aria-hidden />}</span>
        <Words label={label} hint={hint} />
      </CheckboxButton>
    </CheckboxField>
  );
}

/** A switch: holds at once. */
export function Switch({ label, selected, onChange, hint, disabled = false }: CheckProps): ReactElement {
  return (
    <SwitchField isSelected={selected} onChange={onChange} isDisabled={disabled}>
      <SwitchButton className={styles['check'] ?? ''}>
        <span className={styles['track']}>
          <span className={styles['knob']} style={{ display: 'block' }} />
        </span>
        <Words label={label} hint={hint} />
      </SwitchButton>
    </SwitchField>
  );
}
