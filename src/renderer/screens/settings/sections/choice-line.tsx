import type { ReactElement } from 'react';
import { RadioButton, RadioField, RadioGroup } from 'react-aria-components';
import styles from './choice-line.module.css';

/** One of few, one below the other, all in sight; the name is only spoken where the group's heading says it. */
export function ChoiceLine<Value extends string>({
  label,
  value,
  options,
  disabled,
  onChange,
}: {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: string; readonly hint?: string }[];
  readonly disabled: boolean;
  readonly onChange: (value: Value) => void;
}): ReactElement {
  return (
    <RadioGroup
      className={styles['choices'] ?? ''}
      aria-label={label}
      value={value}
      isDisabled={disabled}
      onChange={(key) => {
        const chosen = options.find((option) => option.value === key);
        if (chosen !== undefined) onChange(chosen.value);
      }}
    >
      {options.map((option) => (
        <RadioField key={option.value} value={option.value}>
          <RadioButton className={styles['choice'] ?? ''}>
            <span className={styles['dot']} />
            <span>
              {option.label}
              {option.hint !== undefined && <small>{option.hint}</small>}
            </span>
          </RadioButton>
        </RadioField>
      ))}
    </RadioGroup>
  );
}
