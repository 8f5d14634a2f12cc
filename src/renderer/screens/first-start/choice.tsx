import type { ReactElement, ReactNode } from 'react';
import { RadioButton, RadioField, RadioGroup } from 'react-aria-components';
import styles from './first-start.module.css';

/** Choices of one, each with its sentence below, and below all of them what belongs to the chosen one; arrows move between them. */
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
    <div>
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
          </div>
        ))}
      </RadioGroup>
      {/* What belongs to each keeps its room, so that nothing moves under the pointer. */}
      <div className={styles['contents']}>
        {options.map(
          (option) =>
            option.content !== undefined && (
              <div key={option.value} className={styles['content']} inert={option.value !== value}>
                {option.content}
              </div>
            ),
        )}
      </div>
    </div>
  );
}
