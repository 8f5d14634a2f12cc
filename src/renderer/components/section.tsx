import { ChevronRight } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { Button, Disclosure, DisclosurePanel, Heading } from 'react-aria-components';
import styles from './panes.module.css';

/** A part of a panel that can be folded away. */
export function Section({
  title,
  children,
  open = true,
  onToggle,
  aside,
}: {
  readonly title: string;
  readonly children: ReactNode;
  /** Whether it is open at first; with `onToggle`: whether it is open. */
  readonly open?: boolean;
  readonly onToggle?: (open: boolean) => void;
  /** Stands at the right of the title: a link, or what the part is of. */
  readonly aside?: ReactNode;
}): ReactElement {
  return (
    <Disclosure
      className={styles['section'] ?? ''}
      {...(onToggle === undefined ? { defaultExpanded: open } : { isExpanded: open, onExpandedChange: onToggle })}
    >
      <div className={styles['sectionHead']}>
        <Heading level={3}>
          <Button slot="trigger" className={styles['trigger'] ?? ''}>
            <ChevronRight aria-hidden />
            {title}
          </Button>
        </Heading>
        {aside}
      </div>
      <DisclosurePanel>
        <div className={styles['body']}>{children}</div>
      </DisclosurePanel>
    </Disclosure>
  );
}
