import type { ReactElement } from 'react';
import { useQuery } from '../bridge/use-query.ts';
import { useReload } from '../bridge/use-reload.ts';
import { SelectField } from '../components/fields/select-field.tsx';
import { useText } from '../text/index.ts';

/** ms between two looks at the names while events come. */
const lookPause = 2_000;
/** The choice of everybody: no name holds a control character. */
const anyone = '\u0000';

/** What a screen shows of one person, or of all; `value` is the name, empty for all. Nothing is drawn until things were handed to somebody. */
export function PersonFilter({
  value,
  onChange,
}: {
  readonly value: string;
  readonly onChange: (name: string) => void;
}): ReactElement | null {
  const say = useText('notes');
  const { value: people, reload } = useQuery<'items.people'>({ name: 'items.people' }, { live: false });
  useReload(reload, lookPause);
  if (people === undefined || people.names.length === 0) return null;
  const others = people.names.filter((name) => name !== people.own);
  return (
    <SelectField
      label={say('whose')}
      labelHidden
      value={value === '' ? anyone : value}
      options={[
        { value: anyone, label: say('anyone') },
        { value: people.own, label: say('mine', { name: people.own }) },
        ...others.map((name) => ({ value: name, label: say('with-person', { name }) })),
      ]}
      onChange={(chosen) => onChange(chosen === anyone ? '' : chosen)}
    />
  );
}
