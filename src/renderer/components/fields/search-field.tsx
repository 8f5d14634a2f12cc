import { Search } from 'lucide-react';
import type { ReactElement, Ref } from 'react';
import styles from './search-field.module.css';

/** The field in a top bar that looks for something; `keys` are shown while it is empty. */
export function SearchField({
  ref,
  label,
  value,
  most = 200,
  keys,
  onChange,
}: {
  readonly ref: Ref<HTMLInputElement>;
  readonly label: string;
  readonly value: string;
  /** Characters. */
  readonly most?: number;
  readonly keys?: string;
  readonly onChange: (value: string) => void;
}): ReactElement {
  return (
    <label className={styles['search']}>
      <Search aria-hidden />
      <input
        ref={ref}
        type="search"
        maxLength={most}
        value={value}
        placeholder={label}
        aria-label={label}
        onChange={({ target }) => onChange(target.value)}
        onKeyDown={({ key }) => {
          if (key === 'Escape') onChange('');
        }}
      />
      {keys !== undefined && value === '' && <kbd aria-hidden>{keys}</kbd>}
    </label>
  );
}
