import type { ReactElement } from 'react';
import { FieldError, Input, Label, Text, TextArea, TextField as AriaTextField } from 'react-aria-components';
import styles from './fields.module.css';

/** A line (or, with `rows`, a block) of text with its label above and a hint below; an error takes the hint's place. */
export interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly hint?: string;
  readonly error?: string | undefined;
  readonly placeholder?: string;
  readonly type?: 'text' | 'password' | 'url' | 'search';
  readonly rows?: number;
  readonly disabled?: boolean;
  readonly required?: boolean;
  readonly focused?: boolean;
}

/** See {@link TextFieldProps}. */
export function TextField(props: TextFieldProps): ReactElement {
  const { label, value, onChange, hint, error, placeholder = '', type = 'text', rows } = props;
  return (
    <AriaTextField
      className={styles['field'] ?? ''}
      value={value}
      onChange={onChange}
      type={type}
      isInvalid={error !== undefined}
      isDisabled={props.disabled ?? false}
      isRequired={props.required ?? false}
      autoFocus={props.focused ?? false}
    >
      <Label className={styles['label'] ?? ''}>{label}</Label>
      {rows === undefined ? (
        <Input className={styles['input'] ?? ''} placeholder={placeholder} autoComplete="off" spellCheck="false" />
      ) : (
        <TextArea className={styles['input'] ?? ''} placeholder={placeholder} rows={rows} />
      )}
      {error === undefined && hint !== undefined && (
        <Text slot="description" className={styles['hint'] ?? ''}>
          {hint}
        </Text>
      )}
      <FieldError className={styles['error'] ?? ''}>{error}</FieldError>
    </AriaTextField>
  );
}
