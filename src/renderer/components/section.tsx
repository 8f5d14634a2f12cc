import { ChevronRight } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { Button, Disclosure, DisclosurePanel, Heading } from 'react-aria-components';
import styles from './panes.module.css';

/** A part of a panel that can be folded away. */
export function Section({
  title,
  children,
  open = true,
  aside,
}: {
  readonly title: string;
  readonly children: ReactNode;
  readonly open?: boolean;
  /** Stands at the right of the title: a link, or what the part is of. */
  readonly aside?: ReactNode;
}): ReactElement {
  return (
    <Disclosure className={styles['section'] ?? ''} defaultExpanded={open}>
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
