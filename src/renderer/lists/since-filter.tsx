import type { ReactElement } from 'react';
import { SelectField } from '../components/fields/select-field.tsx';
import { useText } from '../text/index.ts';

/** Days that a list can be limited to, today included; '' = since ever. */
const choices = ['', '1', '7', '30', '90'] as const;

/** The instant (ms) at which so many days begin, 0 where there is no bound. */
export function sinceOf(days: string, now: number): number {
  if (days === '') return 0;
  const day = new Date(now);
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + 1 - Number(days)).getTime();
}

/** How far back a list goes; `value` is the number of days, '' since ever. */
export function SinceFilter({
  value,
  onChange,
}: {
  readonly value: string;
  readonly onChange: (days: string) => void;
}): ReactElement {
  const say = useText('lists');
  return (
    <SelectField
      label={say('since')}
      labelHidden
      value={value === '' ? 'ever' : value}
      options={choices.map((days) => ({
        value: days === '' ? 'ever' : days,
        label:
          days === '' ? say('since-ever') : days === '1' ? say('since-today') : say('since-days', { number: days }),
      }))}
      onChange={(days) => onChange(days === 'ever' ? '' : days)}
    />
  );
}
