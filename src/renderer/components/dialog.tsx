import type { ReactElement, ReactNode } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { classes } from './classes.ts';
import styles from './overlays.module.css';

/** A dialog over the window: closes with Esc (`onClose`); `actions` are its buttons, the one to choose last. */
export interface DialogProps {
  readonly title: string;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
  readonly wide?: boolean;
  /** A page stands beside what is asked. */
  readonly withPage?: boolean;
  /** `alertdialog` for questions that must be answered. */
  readonly asks?: boolean;
  readonly onClose: () => void;
}

/** See {@link DialogProps}. Shown as long as it is drawn. */
export function Dialog({
  title,
  children,
  actions,
  wide = false,
  withPage = false,
  asks = false,
  onClose,
}: DialogProps): ReactElement {
  return (
    <ModalOverlay
      className={styles['scrim'] ?? ''}
      isOpen
      isDismissable={!asks}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <Modal className={classes(styles['modal'], wide && styles['wide'], withPage && styles['withPage'])}>
        <AriaDialog className={styles['dialog'] ?? ''} role={asks ? 'alertdialog' : 'dialog'}>
          <Heading slot="title" level={2} className={styles['title'] ?? ''}>
            {title}
          </Heading>
          {children}
          {actions !== undefined && <div className={styles['actions']}>{actions}</div>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
