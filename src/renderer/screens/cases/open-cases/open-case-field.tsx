import type { ReactElement } from 'react';
import { useState } from 'react';
import type { Fault } from '../../../../shared/faults.ts';
import { TextField } from '../../../components/fields/text-field.tsx';
import { faultSentence } from '../../../text/faults/fault-text.ts';
import { useText } from '../../../text/index.ts';

/** A line of text that is kept when it is left or Enter is pressed; Escape brings back what was there. */
export function OpenCaseField({
  label,
  value,
  maxLength,
  required = false,
  hint,
  disabled,
  onKeep,
}: {
  readonly label: string;
  readonly value: string;
  readonly maxLength: number;
  readonly required?: boolean;
  readonly hint?: string;
  readonly disabled: boolean;
  /** Answers why it could not be kept. */
  readonly onKeep: (value: string) => Promise<Fault | null>;
}): ReactElement {
  const say = useText('cases');
  const [typed, setTyped] = useState<string | null>(null);
  const [fault, setFault] = useState<Fault | null>(null);
  const text = (typed ?? value).trim();
  const problem =
    text.length > maxLength
      ? say('too-long', { length: text.length, limit: maxLength })
      : required && text === ''
        ? say('name-empty')
        : fault === null
          ? undefined
          : faultSentence(fault);
  const keep = async (): Promise<void> => {
    if (typed === null || text.length > maxLength || (required && text === '')) return;
    if (text === value) return setTyped(null);
    const found = await onKeep(text);
    setFault(found);
    if (found === null) setTyped(null);
  };
  const counted = typed !== null && text.length > maxLength * 0.8;
  return (
    <div
      onBlur={() => void keep()}
      onKeyDown={(event) => {
        if (event.key === 'Enter') void keep();
        if (event.key === 'Escape' && typed !== null) {
          event.stopPropagation();
          setTyped(null);
        }
      }}
    >
      <TextField
        label={label}
        value={typed ?? value}
        disabled={disabled}
        onChange={(next) => {
          setTyped(next);
          setFault(null);
        }}
        error={problem}
        {...(counted
          ? { hint: say('count', { length: text.length, limit: maxLength }) }
          : hint === undefined
            ? {}
            : { hint })}
      />
    </div>
  );
}
