import type { ReactElement } from 'react';
import type { Named } from '../../shared/bridge.ts';
import type { Query } from '../../shared/contract.ts';
import type { Field, LookupField } from '../../shared/fields/field-rule.ts';
import { useQuery } from '../bridge/use-query.ts';
import { TextField } from '../components/fields/text-field.tsx';
import { faultSentence, nextStep } from '../text/faults/fault-text.ts';
import { useText } from '../text/index.ts';
import { OfferField } from './offer-field.tsx';

/** Whose table a lookup asks. */
export type LookupOf = Named<Query, 'items.lookup'>['of'];

/** Rows that are offered at once. */
const offered = 50;

/** What a field of a form is drawn with. */
export interface IndexFieldProps {
  readonly field: Field;
  readonly of: LookupOf;
  /** As a person writes it. */
  readonly typed: string;
  readonly error: string | undefined;
  readonly focused: boolean;
  readonly onChange: (typed: string) => void;
}

function Lookup({ field, ...props }: IndexFieldProps & { readonly field: LookupField }): ReactElement {
  const say = useText('fields');
  const { typed, error, of } = props;
  const asked = useQuery<'items.lookup'>(
    { name: 'items.lookup', of, key: field.key, search: typed.trim().slice(0, 200), limit: offered },
    { live: false },
  );
  const found = asked.value ?? asked.before;
  const chosen = found?.rows.find(({ value }) => value.toLowerCase() === typed.trim().toLowerCase());
  const trouble = asked.fault === undefined ? undefined : `${faultSentence(asked.fault)} ${nextStep(asked.fault)}`;
  return (
    <OfferField
      label={field.label}
      value={typed}
      offers={found?.rows ?? []}
      hint={chosen?.label || (found?.more === true && typed !== '' ? say('more-rows') : undefined)}
      error={error ?? trouble}
      required={field.required}
      focused={props.focused}
      onChange={props.onChange}
    />
  );
}

/** A field of a form, as its kind is filled in. */
export function IndexField(props: IndexFieldProps): ReactElement {
  const say = useText('fields');
  const { field, typed, error, focused, onChange } = props;
  if (field.kind === 'lookup') return <Lookup {...props} field={field} />;
  const common = { label: field.label, value: typed, error, required: field.required, focused, onChange };
  if (field.kind === 'list') {
    const wanted = typed.trim().toLowerCase();
    const fitting = field.values.filter((value) => value.toLowerCase().includes(wanted));
    const offers = (fitting.length === 0 ? field.values : fitting).map((value) => ({ value, label: '' }));
    return <OfferField {...common} offers={offers} hint={undefined} />;
  }
  const hint = field.kind === 'date' ? say('date-hint') : field.kind === 'amount' ? say('amount-hint') : field.mask;
  return <TextField {...common} {...(hint === undefined ? {} : { hint })} />;
}
