import type { ReactElement } from 'react';
import { afterActions, intakeModes } from '../../../../shared/item.ts';
import type { IntakeRule } from '../../../../shared/settings.ts';
import { SelectField } from '../../../components/fields/select-field.tsx';
import { useText } from '../../../text/index.ts';
import { NumberField } from '../fields/number-field.tsx';

/** A field of an intake rule: its value, and what is told about each change. */
interface RuleFieldProps<Value> {
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly disabled?: boolean;
}

/** What each file becomes. */
export function ModeField({ value, onChange, disabled = false }: RuleFieldProps<IntakeRule['mode']>): ReactElement {
  const say = useText('settings');
  return (
    <SelectField
      label={say('mode')}
      value={value}
      options={intakeModes.map((mode) => ({ value: mode, label: say(`mode-${mode}`) }))}
      disabled={disabled}
      onChange={onChange}
    />
  );
}

/** What becomes of the original once the service has the file. */
export function AfterField({ value, onChange, disabled = false }: RuleFieldProps<IntakeRule['after']>): ReactElement {
  const say = useText('settings');
  return (
    <SelectField
      label={say('after')}
      value={value}
      options={afterActions.map((action) => ({ value: action, label: say(`after-${action}`) }))}
      hint={say(`after-${value}-hint`)}
      disabled={disabled}
      onChange={onChange}
    />
  );
}

/** What is done with content that was taken in before. */
export function DuplicatesField({
  value,
  onChange,
  disabled = false,
}: RuleFieldProps<IntakeRule['duplicates']>): ReactElement {
  const say = useText('settings');
  const choices = ['set-aside', 'send-anyway'] as const;
  return (
    <SelectField
      label={say('duplicates')}
      value={value}
      options={choices.map((choice) => ({ value: choice, label: say(`duplicates-${choice}`) }))}
      disabled={disabled}
      onChange={onChange}
    />
  );
}

/** For how many days content counts as known; empty = always. */
export function DuplicateDaysField({
  value,
  onChange,
  onDone,
  disabled = false,
}: RuleFieldProps<number | null> & { readonly onDone?: () => void }): ReactElement {
  const say = useText('settings');
  return (
    <NumberField
      label={say('duplicate-days')}
      unit={say('unit-days')}
      value={value}
      min={0.01}
      optional
      placeholder={say('always')}
      hint={say('duplicate-days-hint')}
      invalid={say('above-zero')}
      disabled={disabled}
      onChange={onChange}
      {...(onDone === undefined ? {} : { onDone })}
    />
  );
}
