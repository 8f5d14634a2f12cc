import type { ReactElement, ReactNode } from 'react';
import styles from './shell.module.css';

/** The frame of a screen: title, what filters (beside it), what acts (right), and the content below. */
export function ScreenFrame({
  title,
  filters,
  actions,
  children,
}: {
  readonly title: string;
  readonly filters?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}): ReactElement {
  return (
    <>
      <header className={styles['topbar']}>
        <h1 tabIndex={-1}>{title}</h1>
        {filters}
        <div className={styles['topActions']}>{actions}</div>
      </header>
      <main className={styles['content']}>{children}</main>
    </>
  );
}
