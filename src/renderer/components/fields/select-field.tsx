import { ChevronDown } from 'lucide-react';
import type { ReactElement } from 'react';
import { Button, Label, ListBox, ListBoxItem, Popover, Select, SelectValue, Text } from 'react-aria-components';
import styles from './fields.module.css';

/** A choice of one; `label` stands above, or is only spoken where `labelHidden`. */
export interface SelectFieldProps<Value extends string> {
  readonly label: string;
  readonly labelHidden?: boolean;
  /** The label stands before the value, where there is room; with `labelHidden`. */
  readonly labelInside?: boolean;
  readonly value: Value | null;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly onChange: (value: Value) => void;
  readonly hint?: string;
  readonly placeholder?: string;
  readonly disabled?: boolean;
}

/** See {@link SelectFieldProps}. */
export function SelectField<Value extends string>(props: SelectFieldProps<Value>): ReactElement {
  const { label, labelHidden = false, value, options, onChange, hint } = props;
  return (
    <Select
      className={styles['field'] ?? ''}
      value={value}
      onChange={(key) => {
        const chosen = options.find((option) => option.value === key);
        if (chosen !== undefined) onChange(chosen.value);
      }}
      isDisabled={props.disabled ?? false}
      {...(labelHidden ? { 'aria-label': label } : {})}
      {...(props.placeholder === undefined ? {} : { placeholder: props.placeholder })}
    >
      {!labelHidden && <Label className={styles['label'] ?? ''}>{label}</Label>}
      <Button className={styles['select'] ?? ''}>
        {props.labelInside === true && <span className={styles['inside']} data-label={label} aria-hidden />}
        <SelectValue className={styles['chosen'] ?? ''} />
        <ChevronDown aria-hidden />
      </Button>
      {hint !== undefined && (
        <Text slot="description" className={styles['hint'] ?? ''}>
          {hint}
        </Text>
      )}
      <Popover className={styles['popover'] ?? ''} offset={4}>
        <ListBox aria-label={label}>
          {options.map((option) => (
            <ListBoxItem key={option.value} id={option.value} className={styles['option'] ?? ''}>
              {option.label}
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </Select>
  );
}
