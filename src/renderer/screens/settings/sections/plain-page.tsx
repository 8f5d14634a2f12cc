import type { ReactElement, ReactNode } from 'react';
import styles from '../settings.module.css';

/** A section without details: its heading, and groups in as many columns as there is room for. */
export function PlainPage({
  title,
  children,
  below,
}: {
  readonly title: string;
  readonly children: ReactNode;
  /** A group that takes the whole width, under the others. */
  readonly below?: ReactNode;
}): ReactElement {
  return (
    <div className={styles['page']}>
      <div className={styles['head']}>
        <h2>{title}</h2>
      </div>
      <div className={styles['scroll']}>
        <div className={styles['groups']}>{children}</div>
        {below}
      </div>
    </div>
  );
}
