import type { ReactElement } from 'react';
import { useState } from 'react';
import { TextField } from '../../../components/fields/text-field.tsx';

/** Splits a line into its parts at semicolons. */
export function readList(typed: string): readonly string[] {
  return typed
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** Several short texts in one line, parted by semicolons. */
export function ListField({
  label,
  value,
  hint,
  error,
  disabled,
  onChange,
}: {
  readonly label: string;
  readonly value: readonly string[];
  readonly hint: string;
  readonly error?: string | undefined;
  readonly disabled: boolean;
  readonly onChange: (value: string[]) => void;
}): ReactElement {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <div onBlur={() => setTyped(null)}>
      <TextField
        label={label}
        value={typed ?? value.join('; ')}
        hint={hint}
        error={error}
        disabled={disabled}
        onChange={(text) => {
          setTyped(text);
          onChange([...readList(text)]);
        }}
      />
    </div>
  );
}
