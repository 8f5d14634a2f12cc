import type { ReactElement, ReactNode } from 'react';
import { RadioButton, RadioField, RadioGroup } from 'react-aria-components';
import styles from './first-start.module.css';

/** Choices of one, each with its sentence below and, while it is chosen, what belongs to it; arrows move between them. */
export function Choice<Value extends string>({
  label,
  value,
  options,
  onChange,
}: {
  readonly label: string;
  readonly value: Value | null;
  readonly options: readonly {
    readonly value: Value;
    readonly title: string;
    readonly hint?: string;
    readonly content?: ReactNode;
  }[];
  readonly onChange: (value: Value) => void;
}): ReactElement {
  return (
    <RadioGroup
      aria-label={label}
      className={styles['options'] ?? ''}
      value={value}
      onChange={(key) => {
        const chosen = options.find((option) => option.value === key);
        if (chosen !== undefined) onChange(chosen.value);
      }}
    >
      {options.map((option) => (
        <div key={option.value} className={styles['choice']}>
          <RadioField value={option.value}>
            <RadioButton className={styles['option'] ?? ''}>
              <span className={styles['dot']} />
              <span>
                <strong>{option.title}</strong>
                {option.hint !== undefined && <small>{option.hint}</small>}
              </span>
            </RadioButton>
          </RadioField>
          {option.value === value && option.content !== undefined && (
            // Arrows in these fields are theirs, not those of the choices.
            <div className={styles['content']} onKeyDown={(event) => event.stopPropagation()}>
              {option.content}
            </div>
          )}
        </div>
      ))}
    </RadioGroup>
  );
}
