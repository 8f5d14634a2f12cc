import { Search } from 'lucide-react';
import type { ReactElement, Ref } from 'react';
import styles from './search-field.module.css';

/** The field in the top bar that looks for a setting. */
export function SearchField({
  ref,
  label,
  value,
  onChange,
}: {
  readonly ref: Ref<HTMLInputElement>;
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}): ReactElement {
  return (
    <label className={styles['search']}>
      <Search aria-hidden />
      <input
        ref={ref}
        type="search"
        maxLength={100}
        value={value}
        placeholder={label}
        aria-label={label}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onChange('');
        }}
      />
    </label>
  );
}
