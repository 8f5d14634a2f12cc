import { Eye, EyeOff } from 'lucide-react';
import type { ReactElement } from 'react';
import { useId, useState } from 'react';
import { FieldError, Input, Label, Text, TextArea, TextField as AriaTextField } from 'react-aria-components';
import { useText } from '../../text/index.ts';
import styles from './fields.module.css';

/** A line (or, with `rows`, a block) of text with its label above and a hint below; an error takes the hint's place. What is typed as a password can be shown. */
export interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly hint?: string;
  readonly error?: string | undefined;
  readonly placeholder?: string;
  readonly type?: 'text' | 'password' | 'url' | 'search';
  readonly rows?: number;
  /** Values to choose from beside typing. */
  readonly offers?: readonly string[];
  readonly disabled?: boolean;
  readonly required?: boolean;
  readonly focused?: boolean;
}

/** See {@link TextFieldProps}. */
export function TextField(props: TextFieldProps): ReactElement {
  const { label, value, onChange, hint, error, placeholder = '', type = 'text', rows, offers } = props;
  const say = useText('shared');
  const [revealed, setRevealed] = useState(false);
  const list = useId();
  return (
    <AriaTextField
      className={styles['field'] ?? ''}
      value={value}
      onChange={onChange}
      type={revealed ? 'text' : type}
      isInvalid={error !== undefined}
      isDisabled={props.disabled ?? false}
      isRequired={props.required ?? false}
      autoFocus={props.focused ?? false}
    >
      <Label className={styles['label'] ?? ''}>{label}</Label>
      {rows === undefined ? (
        <span className={styles['withEye']}>
          <Input
            className={styles['input'] ?? ''}
            placeholder={placeholder}
            autoComplete="off"
            spellCheck="false"
            {...(offers === undefined ? {} : { list })}
          />
          {type === 'password' && (
            <button
              type="button"
              className={styles['eye']}
              aria-label={say('reveal')}
              aria-pressed={revealed}
              title={say('reveal')}
              disabled={props.disabled ?? false}
              onClick={() => setRevealed(!revealed)}
            >
              {revealed ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
            </button>
          )}
        </span>
      ) : (
        <TextArea className={styles['input'] ?? ''} placeholder={placeholder} rows={rows} />
      )}
      {offers !== undefined && (
        <datalist id={list}>
          {offers.map((offer) => (
            <option key={offer} value={offer} />
          ))}
        </datalist>
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
