import type { ReactElement } from 'react';
import { useQuery } from '../bridge/use-query.ts';
import { useReload } from '../bridge/use-reload.ts';
import { SelectField } from '../components/fields/select-field.tsx';
import { useText } from '../text/index.ts';

/** ms between two looks at the names while events come. */
const lookPause = 2_000;
/** The choice of everybody: no name holds a control character. */
const anyone = '\u0000';

/** What a screen shows of one person, or of all; `value` is the name, empty for all. Those with whom something is now (`ofCases`: also cases) are offered; nothing is drawn where there are none. */
export function PersonFilter({
  value,
  ofCases = false,
  onChange,
}: {
  readonly value: string;
  readonly ofCases?: boolean;
  readonly onChange: (name: string) => void;
}): ReactElement | null {
  const say = useText('notes');
  const { value: people, reload } = useQuery<'items.people'>({ name: 'items.people' }, { live: false });
  useReload(reload, lookPause);
  // Who is chosen stays there, though nothing is with them any more.
  const names = [
    ...new Set([
      ...(people?.assigned ?? []),
      ...(ofCases ? (people?.ofCases ?? []) : []),
      ...(value === '' ? [] : [value]),
    ]),
  ];
  if (people === undefined || names.length === 0) return null;
  const others = names.filter((name) => name !== people.own);
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
