import type { ReactElement } from 'react';
import { useState } from 'react';
import { FieldError, Input, Label, Text, TextField } from 'react-aria-components';
import fields from '../../../components/fields/fields.module.css';
import { currentLanguage } from '../../../text/language.ts';
import styles from './form.module.css';

/** A figure with its unit behind it. `value` null = empty, which `optional` fields may be. */
export interface NumberFieldProps {
  readonly label: string;
  readonly unit: string;
  readonly value: number | null;
  readonly min: number;
  readonly max?: number;
  /** Only whole figures; the default lets fractions through. */
  readonly whole?: boolean;
  readonly optional?: boolean;
  readonly placeholder?: string;
  readonly hint?: string | undefined;
  /** Said instead of the hint where what is typed is no figure of the range. */
  readonly invalid: string;
  /** Said instead of the hint where what was typed could not be kept. */
  readonly error?: string | undefined;
  readonly disabled?: boolean;
  /** Each valid figure, while typing. */
  readonly onChange: (value: number | null) => void;
  /** The field was left, or Enter pressed, with a valid figure in it. */
  readonly onDone?: () => void;
}

/** What a typed text says as a figure within the limits: undefined = none. Comma and point both part fractions. */
export function readFigure(
  typed: string,
  { min, max = Number.MAX_SAFE_INTEGER, whole = false, optional = false }: Omit<Partial<NumberFieldProps>, 'value'>,
): number | null | undefined {
  const text = typed.trim().replace(',', '.');
  if (text === '') return optional ? null : undefined;
  if (!/^\d+(\.\d+)?$/u.test(text)) return undefined;
  const value = Number(text);
  if (value < (min ?? 0) || value > max || (whole && !Number.isInteger(value))) return undefined;
  return value;
}

/** A figure as it stands in a field: no thousands marks, the decimal mark of the language. */
function written(value: number | null): string {
  if (value === null) return '';
  const text = String(Math.round(value * 1000) / 1000);
  return currentLanguage() === 'de' ? text.replace('.', ',') : text;
}

/** See {@link NumberFieldProps}. */
export function NumberField(props: NumberFieldProps): ReactElement {
  const { label, unit, value, hint, error, onChange, onDone } = props;
  const [typed, setTyped] = useState<string | null>(null);
  const wrong = typed !== null && readFigure(typed, props) === undefined;
  const done = (): void => {
    if (typed === null || wrong) return;
    setTyped(null);
    onDone?.();
  };
  const problem = wrong ? props.invalid : error;
  return (
    <TextField
      className={fields['field'] ?? ''}
      value={typed ?? written(value)}
      inputMode="decimal"
      isInvalid={problem !== undefined}
      isDisabled={props.disabled ?? false}
      onChange={(text) => {
        setTyped(text);
        const figure = readFigure(text, props);
        if (figure !== undefined) onChange(figure);
      }}
      onBlur={done}
      onKeyDown={(event) => {
        if (event.key === 'Enter') done();
      }}
    >
      <Label className={fields['label'] ?? ''}>{label}</Label>
      <span className={styles['unit']}>
        <Input className={fields['input'] ?? ''} placeholder={props.placeholder ?? ''} autoComplete="off" />
        <span>{unit}</span>
      </span>
      {problem === undefined && hint !== undefined && (
        <Text slot="description" className={fields['hint'] ?? ''}>
          {hint}
        </Text>
      )}
      <FieldError className={fields['error'] ?? ''}>{problem}</FieldError>
    </TextField>
  );
}
