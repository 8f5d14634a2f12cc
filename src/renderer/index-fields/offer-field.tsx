import { ChevronDown } from 'lucide-react';
import type { ReactElement } from 'react';
import { Button, ComboBox, FieldError, Input, Label, ListBox, ListBoxItem, Popover, Text } from 'react-aria-components';
import styles from '../components/fields/fields.module.css';
import { useText } from '../text/index.ts';
import own from './index-fields.module.css';

/** A value that is offered, and what it means. */
export interface Offer {
  readonly value: string;
  readonly label: string;
}

/** A line of text for which values are offered while it is typed (WAI-ARIA: combobox). */
export function OfferField({
  label,
  value,
  offers,
  hint,
  error,
  required,
  focused,
  disabled = false,
  onChange,
}: {
  readonly label: string;
  readonly value: string;
  readonly offers: readonly Offer[];
  readonly hint: string | undefined;
  readonly error: string | undefined;
  readonly required: boolean;
  readonly focused: boolean;
  readonly disabled?: boolean;
  readonly onChange: (value: string) => void;
}): ReactElement {
  const say = useText('fields');
  return (
    <ComboBox
      className={styles['field'] ?? ''}
      items={offers.map((offer) => ({ ...offer, id: offer.value }))}
      inputValue={value}
      onInputChange={onChange}
      allowsCustomValue
      allowsEmptyCollection
      menuTrigger="input"
      isInvalid={error !== undefined}
      isRequired={required}
      isDisabled={disabled}
      autoFocus={focused}
    >
      <Label className={styles['label'] ?? ''}>{label}</Label>
      <span className={own['combo']}>
        <Input className={styles['input'] ?? ''} autoComplete="off" spellCheck="false" />
        <Button className={own['open'] ?? ''} aria-label={say('offers')}>
          <ChevronDown aria-hidden />
        </Button>
      </span>
      {error === undefined && hint !== undefined && (
        <Text slot="description" className={styles['hint'] ?? ''}>
          {hint}
        </Text>
      )}
      <FieldError className={styles['error'] ?? ''}>{error}</FieldError>
      <Popover className={styles['popover'] ?? ''} offset={4}>
        <ListBox<Offer & { readonly id: string }>
          aria-label={label}
          renderEmptyState={() => <span className={styles['hint']}>{say('no-rows')}</span>}
        >
          {(offer) => (
            <ListBoxItem id={offer.id} textValue={offer.value} className={styles['option'] ?? ''}>
              <span className="tabular">{offer.value}</span>
              {offer.label !== '' && <span className={styles['hint']}>{offer.label}</span>}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}
